import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { RollingList } from '../rolling-list.tsx';
import { useBoxData, useScreenSource } from '../screen-source.ts';
import type { BoxContentProps } from './box-content.ts';
import { BoxEmpty } from './box-empty.tsx';
import styles from './boxes.module.css';
import { DeviceName } from './device-name.tsx';

/** The newest alarms of the last 7 days. */
export function NewestAlarmsBox({ box: { boxId } }: BoxContentProps) {
  const { t } = useTranslation('screens');
  const titles = NOTICE_TITLES[useLanguage()];
  const { formatRelativeTime, formatDateTime } = useFormat();
  const { now } = useScreenSource();
  useNow(10_000);
  const data = useBoxData(boxId, 'newestAlarms');
  if (data === null) return <BoxEmpty text={null} />;
  if (data.list.length === 0) return <BoxEmpty text={t('noAlarms')} />;
  return (
    <RollingList label={t('kind.newestAlarms')} count={data.list.length}>
      <ul className={styles.list}>
        {data.list.map(({ messageId, trackerId, trackerName, msgType, createTime, state }) => (
          <li key={messageId} className={styles.alarm} data-open={state === 'open'}>
            <span className={styles.alarmType}>{titles[msgType]}</span>
            <time title={formatDateTime(createTime)}>{formatRelativeTime(createTime, now())}</time>
            <DeviceName trackerId={trackerId} trackerName={trackerName} />
            <span>{t(`alarmState.${state}`)}</span>
          </li>
        ))}
      </ul>
    </RollingList>
  );
}
