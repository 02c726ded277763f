import { Button, ColorPicker } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../matches.module.css';
import { participantColor } from './participant-color.ts';

interface ColorFieldProps {
  /** From the form. */
  readonly id?: string;
  /** Null: chosen by the console. */
  readonly value?: string | null;
  readonly onChange?: (color: string | null) => void;
  /** 0: a new participant. */
  readonly participantId: number;
}

/** The color of a participant on maps. */
export function ColorField({ id, value = null, onChange, participantId }: ColorFieldProps) {
  const { t } = useTranslation('matches');
  return (
    <span {...(id !== undefined && { id })} className={styles.inline}>
      <ColorPicker
        value={participantColor({ participantId, color: value })}
        format="hex"
        disabledFormat
        disabledAlpha
        onChangeComplete={(color) => onChange?.(color.toHexString().slice(0, 7).toLowerCase())}
      />
      {value === null ? (
        <span className={styles.hint}>{t('automaticColor')}</span>
      ) : (
        <Button size="small" type="text" onClick={() => onChange?.(null)}>
          {t('automatic')}
        </Button>
      )}
    </span>
  );
}
