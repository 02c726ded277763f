import { formatDateTime } from '../../format/time.ts';
import { useFormat } from '../../format/use-format.ts';
import styles from './aviation.module.css';

/** A time in the zone of the account and in UTC, for texts: `2026-06-01 20:00:00 · 2026-06-01 12:00:00Z`. */
export function timeWithUtcText(time: number, timeZone: string): string {
  return `${formatDateTime(time, timeZone)} · ${formatDateTime(time, 'UTC')}Z`;
}

interface TimeWithUtcProps {
  /** Epoch milliseconds. */
  readonly time: number;
  /** Without the day. */
  readonly short?: boolean;
}

/** A time in the zone of the account, with UTC beside it. `Z` marks UTC, with its day if that is another one. */
export function TimeWithUtc({ time, short = false }: TimeWithUtcProps) {
  const { timeZone } = useFormat();
  const local = formatDateTime(time, timeZone);
  const utc = formatDateTime(time, 'UTC');
  const isSameDay = local.slice(0, 10) === utc.slice(0, 10);
  return (
    <span className={styles.time} title={timeWithUtcText(time, timeZone)}>
      {short ? local.slice(11, 16) : local.slice(0, 16)}
      <span className={styles.utc}>{`${isSameDay ? '' : `${utc.slice(8, 10)} `}${utc.slice(11, 16)}Z`}</span>
    </span>
  );
}
