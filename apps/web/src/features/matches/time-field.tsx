import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import styles from './matches.module.css';

interface TimeFieldProps {
  /** From the form. */
  readonly id?: string;
  /** Wall time of the account. */
  readonly value?: Dayjs | null;
  readonly onChange?: (value: Dayjs | null) => void;
  /** What an empty field means. */
  readonly placeholder?: string;
  /** Whether seconds can be entered. */
  readonly seconds?: boolean;
  readonly disabled?: boolean;
}

/** Date and time of the account's zone. */
export function TimeField({ seconds = false, ...props }: TimeFieldProps) {
  const time = seconds ? 'HH:mm:ss' : 'HH:mm';
  return (
    <DatePicker
      {...props}
      className={styles.field ?? ''}
      showTime={{ format: time }}
      format={`YYYY-MM-DD ${time}`}
      showNow={false}
      needConfirm={false}
    />
  );
}
