import { useTranslation } from 'react-i18next';
import { AskedLine } from '../replay/frame/asked-line.tsx';
import type { TimeWindow } from '../replay/time-window.ts';
import styles from './many-question.module.css';

interface ManySummaryProps extends TimeWindow {
  /** Devices that are shown. */
  readonly count: number;
  /** Devices of the address that are left out. */
  readonly unknown: number;
  readonly onChange: () => void;
}

/** Of what this is a replay. */
export function ManySummary({ start, end, count, unknown, onChange }: ManySummaryProps) {
  const { t } = useTranslation('replayMany');
  return (
    <>
      <AskedLine title={t('summary', { count })} start={start} end={end} onChange={onChange} />
      {unknown > 0 && (
        <p className={styles.unknown} role="status">
          {t('unknown', { count: unknown })}
        </p>
      )}
    </>
  );
}
