import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import type { BoxDataOf } from '@wakeline/contract/screens/screen-data';
import type { ReactNode } from 'react';
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

type Attention = BoxDataOf<'attention'>;
const DEVICE_LISTS = ['offline', 'lowBattery', 'expiring'] as const;

/** What needs a person first: open alarms, devices that went offline, low batteries, devices that expire. */
export function AttentionBox({ box: { boxId } }: BoxContentProps) {
  const { t } = useTranslation('screens');
  const titles = NOTICE_TITLES[useLanguage()];
  const { formatRelativeTime } = useFormat();
  const { now } = useScreenSource();
  useNow(10_000);
  const data = useBoxData(boxId, 'attention');
  if (data === null) return <BoxEmpty text={null} />;
  const { openAlarms } = data;
  const isEmpty = openAlarms.count === 0 && DEVICE_LISTS.every((list) => data[list].count === 0);
  if (isEmpty) return <BoxEmpty text={t('attention.none')} />;
  return (
    <RollingList label={t('kind.attention')} count={openAlarms.list.length + DEVICE_LISTS.length * 4}>
      {openAlarms.count > 0 && (
        <Section title={t('attention.openAlarms')} count={openAlarms.count} isAlarm>
          {openAlarms.list.map(({ messageId, trackerId, trackerName, msgType, createTime }) => (
            <li key={messageId} className={styles.row}>
              <DeviceName trackerId={trackerId} trackerName={trackerName} />
              <span>{titles[msgType]}</span>
              <time>{formatRelativeTime(createTime, now())}</time>
            </li>
          ))}
        </Section>
      )}
      {DEVICE_LISTS.filter((list) => data[list].count > 0).map((list) => (
        <Section key={list} title={t(`attention.${list}`)} count={data[list].count}>
          {data[list].list.map((device) => (
            <li key={device.trackerId} className={styles.row}>
              <DeviceName {...device} />
              <span>
                <DeviceValue list={list} {...device} />
              </span>
            </li>
          ))}
        </Section>
      ))}
    </RollingList>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly isAlarm?: boolean;
  readonly children: ReactNode;
}

function Section({ title, count, isAlarm = false, children }: SectionProps) {
  const { formatCount } = useFormat();
  return (
    <section className={styles.section}>
      <h3 data-alarm={isAlarm}>
        {title} <b>{formatCount(count)}</b>
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

type Listed = Attention['offline']['list'][number] & { readonly list: (typeof DEVICE_LISTS)[number] };

function DeviceValue({ list, time, value }: Listed) {
  const { t } = useTranslation('screens');
  const { formatRelativeTime, formatDateTime } = useFormat();
  const { now } = useScreenSource();
  if (list === 'lowBattery') return value === null ? '—' : `${Math.round(value)} %`;
  if (time === null) return '—';
  if (list === 'expiring') return t('attention.until', { day: formatDateTime(time).slice(0, 10) });
  return <time title={formatDateTime(time)}>{formatRelativeTime(time, now())}</time>;
}
