import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import type { WarnRow } from '@wakeline/contract/reports/warns';
import { ALARM_LEVEL_TEXTS, WARN_FIGURE_TEXTS } from '@wakeline/contract/reports/warns-texts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { EventMarkerIcon } from '../../../map/icons/event-marker-icon.tsx';
import { NOTICE_MARKERS } from '../../../map/icons/notice-markers.ts';
import { HandlingTag } from '../../../parts/alarms/handling-tag.tsx';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { CutText, Digits, NoValue, PositionLink } from '../report-cells.tsx';
import styles from '../reports.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const WARN_TABLE_WIDTH = 1_200;

/** The columns of the alarm report. */
export function useWarnColumns(): readonly RecordColumn<WarnRow>[] {
  const { t } = useTranslation('warnReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const names = WARN_FIGURE_TEXTS[language];
  const { formatDateTime, formatSpan, formatSpeed } = useFormat();
  const optional = { optional: true };
  const hidden = { optional: true, initiallyHidden: true };
  return [
    {
      ...{ key: 'time', title: names.time.name, width: 170, sortable: true },
      render: ({ time }) => <Digits>{formatDateTime(time)}</Digits>,
    },
    {
      ...{ key: 'name', title: tReports('column.device'), width: 160, ...optional },
      render: ({ trackerName }) => <CutText text={trackerName} />,
    },
    {
      ...{ key: 'imei', title: 'IMEI', width: 160, ...hidden },
      render: ({ imei }) => <Digits>{imei}</Digits>,
    },
    {
      ...{ key: 'group', title: tReports('column.group'), width: 130, ...hidden },
      render: ({ groupName }) => groupName !== null && <CutText text={groupName} />,
    },
    {
      ...{ key: 'type', title: t('type'), width: 190, ...optional },
      render: ({ msgType, fenceName }) => (
        <span className={styles.status}>
          <EventMarkerIcon size={18} shape={NOTICE_MARKERS[msgType]} />
          <CutText
            text={[NOTICE_TITLES[language][msgType], fenceName].filter((part) => part !== null).join(' · ')}
          />
        </span>
      ),
    },
    {
      ...{ key: 'level', title: names.level.name, width: 80, ...optional },
      render: ({ level }) => ALARM_LEVEL_TEXTS[language][level],
    },
    {
      ...{ key: 'address', title: t('address'), width: 190, ...optional },
      render: ({ location, address }) =>
        location === null ? <NoValue why={t('missing.location')} /> : <CutText text={address} />,
    },
    {
      ...{ key: 'position', title: t('coordinates'), width: 190, ...hidden },
      render: ({ location }) =>
        location === null ? <NoValue why={t('missing.location')} /> : <PositionLink position={location} />,
    },
    {
      ...{ key: 'speed', title: names.speed.name, width: 96, ...optional },
      render: ({ speed }) =>
        speed === null ? <NoValue why={t('missing.speed')} /> : <Value quantity={formatSpeed(speed)} />,
    },
    {
      ...{ key: 'duration', title: names.duration.name, width: 116, ...optional },
      render: ({ duration }) =>
        duration === null ? <NoValue why={t('missing.duration')} /> : <Digits>{formatSpan(duration)}</Digits>,
    },
    {
      ...{ key: 'handling', title: names.handling.name, width: 150, ...optional },
      render: ({ handling }) =>
        handling === null ? <NoValue why={t('missing.handling')} /> : <HandlingTag handling={handling} />,
    },
    {
      ...{ key: 'handledAt', title: tReports('column.handledAt'), width: 168, ...hidden },
      render: ({ handling }) =>
        handling !== null &&
        handling.changedAt !== null && <Digits>{formatDateTime(handling.changedAt)}</Digits>,
    },
    {
      ...{ key: 'note', title: t('note'), width: 150, ...hidden },
      render: ({ note }) => <CutText text={note} />,
    },
    {
      ...{ key: 'read', title: names.read.name, width: 80, ...optional },
      render: ({ isRead }) =>
        isRead === null ? <NoValue why={t('missing.read')} /> : t(isRead ? 'read.yes' : 'read.no'),
    },
  ];
}
