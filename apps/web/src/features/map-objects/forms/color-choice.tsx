import { ColorPicker } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './color-choice.module.css';
import { PRESET_COLORS } from './preset-colors.ts';

interface ColorChoiceProps {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (color: string) => void;
}

/** The preset colours as radio buttons, and a custom colour. */
export function ColorChoice({ id, value = '', onChange }: ColorChoiceProps) {
  const { t } = useTranslation('mapObjects');
  const group = useId();
  return (
    <fieldset id={id} className={styles.colors} aria-label={t('form.color')}>
      {PRESET_COLORS.map((color) => (
        <label key={color} title={color}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={value === color}
            aria-label={t('form.colorOf', { color })}
            onChange={() => onChange?.(color)}
          />
          <span className={styles.swatch} style={{ background: color }} />
        </label>
      ))}
      <ColorPicker
        size="small"
        value={value}
        format="hex"
        disabledFormat
        disabledAlpha
        onChange={(color) => onChange?.(color.toHexString().slice(0, 7).toLowerCase())}
      >
        <button type="button" className={styles.custom}>
          <span className={styles.dot} style={{ background: value }} />
          {t('form.ownColor')}
        </button>
      </ColorPicker>
    </fieldset>
  );
}
