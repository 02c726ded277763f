import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './layer-panel.module.css';

interface LayerChoiceProps {
  readonly layers: readonly BaseLayer[];
  readonly selected: BaseLayer | null;
  readonly onSelect: (layer: BaseLayer) => void;
}

/** The layers in their order, each with a swatch that shows the kind of map. */
export function LayerChoice({ layers, selected, onSelect }: LayerChoiceProps) {
  const { t } = useTranslation('baseLayers');
  const language = useLanguage();
  const group = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{t('choice')}</legend>
      {layers.map((layer) => (
        <label key={layer.key} className={styles.layer}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={layer.key === selected?.key}
            onChange={() => onSelect(layer)}
          />
          <span className={styles.swatch} data-type={layer.type} />
          <span className={styles.name}>{layer.names[language]}</span>
        </label>
      ))}
    </fieldset>
  );
}
