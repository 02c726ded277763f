import type { Notice } from '@wakeline/contract/entities/notice';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { AlarmActions } from '../../../parts/alarms/alarm-actions.tsx';
import { HandlingTag } from '../../../parts/alarms/handling-tag.tsx';
import { errorText } from '../../../service/error-text.ts';
import { TimeWithUtc } from '../time-with-utc.tsx';
import styles from './tracking.module.css';

interface TaskAlarmsProps {
  readonly alarms: readonly Notice[];
  /** All, of which `alarms` are the newest. */
  readonly total: number;
  /** Whether the user may handle them. */
  readonly canHandle: boolean;
  readonly error: unknown;
  readonly onFocus: (alarm: Notice) => void;
}

/** Unresolved alarms of the chosen tasks, with their owner. */
export function TaskAlarms({ alarms, total, canHandle, error, onFocus }: TaskAlarmsProps) {
  const { t } = useTranslation('taskTracking');
  const { t: tNotices } = useTranslation('notices');
  const language = useLanguage();
  if (error !== null) return <Alert type="error" showIcon title={errorText(error, language)} />;
  if (alarms.length === 0) return null;
  return (
    <section className={styles.alarms} aria-label={t('alarms')}>
      <h2>{t('alarmCount', { count: total })}</h2>
      <ul>
        {alarms.map((alarm) => (
          <li key={alarm.messageId} data-state={alarm.handling?.state}>
            <button type="button" className={styles.alarmHead} onClick={() => onFocus(alarm)}>
              <strong>{tNotices(`type.${alarm.msgType}`)}</strong>
              <span className={styles.deviceName}>{alarm.trackerName}</span>
              <TimeWithUtc time={alarm.eventTime} short />
            </button>
            <p title={alarm.content}>{alarm.content}</p>
            {alarm.handling !== null && (
              <div className={styles.handling}>
                <HandlingTag handling={alarm.handling} />
                {canHandle && <AlarmActions messageId={alarm.messageId} handling={alarm.handling} small />}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
