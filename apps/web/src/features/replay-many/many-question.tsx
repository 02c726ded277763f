import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import type { TimeWindow } from '../replay/time-window.ts';
import styles from './many-question.module.css';

interface WelcomeProps {
  readonly title: string;
  readonly text: string;
}

/** What can be done here, for who comes without a question. */
export function Welcome({ title, text }: WelcomeProps) {
  return (
    <p className={styles.welcome}>
      <strong>{title}</strong>
      {text}
    </p>
  );
}

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
  const { dateTime } = useFormat();
  return (
    <>
      <div className={styles.summary}>
        <span>
          <strong>{t('summary', { count })}</strong>
          <span className={styles.time}>
            {dateTime(start).slice(0, 16)} – {dateTime(end).slice(5, 16)}
          </span>
        </span>
        <Button size="small" onClick={onChange}>
          {t('change')}
        </Button>
      </div>
      {unknown > 0 && (
        <p className={styles.unknown} role="status">
          {t('unknown', { count: unknown })}
        </p>
      )}
    </>
  );
}
