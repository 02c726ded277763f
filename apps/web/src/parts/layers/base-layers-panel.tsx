import { Alert, Button, Slider } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { TRANSPARENCY_STEP } from './choice.ts';
import { useLayerChoice } from './choice-store.ts';
import { LayerChoice } from './layer-choice.tsx';
import styles from './layer-panel.module.css';
import { useBaseLayer } from './use-base-layer.ts';
import { useBaseLayers } from './use-base-layers.ts';
import { useSwitchLayer } from './use-switch-layer.ts';

/** Selects the base layer and its transparency. */
export function BaseLayersPanel() {
  const { t } = useTranslation('baseLayers');
  const { list, failed, reload } = useBaseLayers();
  const current = useBaseLayer();
  const switchTo = useSwitchLayer(current?.layer ?? null);
  const { transparency, setTransparency } = useLayerChoice();
  const transparencyLabelId = useId();

  if (failed)
    return (
      <div className={styles.panel}>
        <Alert
          type="error"
          title={t('failed')}
          action={
            <Button size="small" onClick={reload}>
              {t('again')}
            </Button>
          }
        />
      </div>
    );
  if (list.length === 0) return <p className={styles.none}>{t('none')}</p>;
  return (
    <div className={styles.panel}>
      <LayerChoice layers={list} selected={current?.layer ?? null} onSelect={switchTo} />
      <div className={styles.transparency}>
        <span id={transparencyLabelId}>{t('transparency')}</span>
        <span className={styles.value}>{transparency} %</span>
        <Slider
          className={styles.slider ?? ''}
          min={0}
          max={100}
          step={TRANSPARENCY_STEP}
          value={transparency}
          onChange={setTransparency}
          tooltip={{ open: false }}
          ariaLabelledByForHandle={transparencyLabelId}
          disabled={current === null || current.layer.kind === 'blank'}
        />
      </div>
    </div>
  );
}
