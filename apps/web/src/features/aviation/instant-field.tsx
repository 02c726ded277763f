import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import styles from './aviation.module.css';

interface InstantFieldProps {
  /** From the form. */
  readonly id?: string;
  /** Wall time of the account. */
  readonly value?: Dayjs | null;
  readonly onChange?: (value: Dayjs | null) => void;
  /** What an empty field means. */
  readonly placeholder?: string;
}

/** Date and time, to the minute. */
export function InstantField(props: InstantFieldProps) {
  return (
    <DatePicker
      {...props}
      className={styles.field ?? ''}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      showNow={false}
      needConfirm={false}
    />
  );
}
