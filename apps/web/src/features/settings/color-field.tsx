import { ColorPicker, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './color-field.module.css';

interface ColorFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly presets: readonly string[];
  /** `#rrggbb`, or incomplete while typing. Set by the form. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
}

/** A colour field with a picker and a text input. */
export function ColorField({ id, label, presets, value = '', onChange, onBlur }: ColorFieldProps) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.field}>
      <ColorPicker
        value={value}
        format="hex"
        disabledFormat
        disabledAlpha
        presets={[{ label: t('colorPresets'), colors: [...presets] }]}
        onChange={(color) => onChange?.(color.toHexString().slice(0, 7))}
      />
      <Input
        {...(id === undefined ? {} : { id })}
        className={styles.text ?? ''}
        aria-label={label}
        value={value}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange?.(target.value)}
        onBlur={() => onBlur?.()}
      />
    </div>
  );
}
