import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { formatDateTime } from '../../format/time.ts';
import { useFormat } from '../../format/use-format.ts';
import { toInstant } from '../../format/zone.ts';
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

/** Date and time of the account's zone, to the minute, with UTC below it. */
export function InstantField(props: InstantFieldProps) {
  const { timeZone } = useFormat();
  const { value = null } = props;
  return (
    <>
      <DatePicker
        {...props}
        className={styles.field ?? ''}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        showNow={false}
        needConfirm={false}
      />
      {value !== null && (
        <span className={styles.utcHint}>
          {`${formatDateTime(toInstant(value, timeZone), 'UTC').slice(0, 16)}Z`}
        </span>
      )}
    </>
  );
}
