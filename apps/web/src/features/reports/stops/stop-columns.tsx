import type { StopRow, StopSums } from '@wakeline/contract/reports/stops';
import { STOP_FIGURE_TEXTS, STOP_STATUS_TEXTS } from '@wakeline/contract/reports/stops-texts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { EventMarkerIcon } from '../../../map/icons/event-marker-icon.tsx';
import { STAY_MARKERS, toStayStatus } from '../../../map/icons/stay-markers.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { CutText, Digits, NoValue, PositionLink } from '../report-cells.tsx';
import styles from '../reports.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const STOP_TABLE_WIDTH = 1_200;

/** A row of the table: a stop, or the sums of all of them. */
export type StopTableRow =
  | { readonly key: string; readonly stop: StopRow; readonly sum: null }
  | { readonly key: 'sum'; readonly stop: null; readonly sum: StopSums };

/** The columns of the stop report. */
export function useStopColumns(): readonly RecordColumn<StopTableRow>[] {
  const { t } = useTranslation('stopReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const names = STOP_FIGURE_TEXTS[language];
  const statuses = STOP_STATUS_TEXTS[language];
  const { formatDateTime, formatSpan, formatTimeOfDay } = useFormat();
  const column = (
    key: string,
    title: string,
    width: number,
    render: (stop: StopRow) => React.ReactNode,
    others: Partial<RecordColumn<StopTableRow>> = {},
  ): RecordColumn<StopTableRow> => ({
    ...{ key, title, width, optional: true },
    render: ({ stop }) => (stop === null ? null : render(stop)),
    ...others,
  });
  return [
    {
      ...{ key: 'name', title: tReports('column.device'), width: 210, sortable: true },
      render: ({ stop, sum }) =>
        stop === null ? (
          <span className={styles.stack}>
            {t('sum', { count: sum.stops })}{' '}
            <span className={styles.secondary}>{t('sumDevices', { count: sum.devices })}</span>
          </span>
        ) : (
          <CutText text={stop.trackerName} />
        ),
    },
    column('imei', 'IMEI', 160, ({ imei }) => <Digits>{imei}</Digits>, { initiallyHidden: true }),
    column(
      'group',
      tReports('column.group'),
      130,
      ({ groupName }) => groupName && <CutText text={groupName} />,
      {
        initiallyHidden: true,
      },
    ),
    column('start', names.start.name, 168, ({ startTime }) => <Digits>{formatDateTime(startTime)}</Digits>, {
      sortable: true,
    }),
    column('end', t('end'), 190, ({ endTime, lastFix }) =>
      endTime === null ? (
        <span className={styles.stack} title={formatDateTime(lastFix)}>
          {t('open')}{' '}
          <span className={styles.secondary}>
            {t('openSince', { time: formatTimeOfDay(lastFix).slice(0, 5) })}
          </span>
        </span>
      ) : (
        <Digits>{formatDateTime(endTime)}</Digits>
      ),
    ),
    {
      ...{ key: 'duration', title: names.duration.name, width: 130, optional: true, sortable: true },
      render: ({ stop, sum }) => <Digits>{formatSpan((stop ?? sum).duration)}</Digits>,
    },
    column('status', names.status.name, 165, ({ gDeviceStatus }) => (
      <span className={styles.status}>
        <EventMarkerIcon size={18} shape={STAY_MARKERS[toStayStatus(gDeviceStatus)]} />
        {statuses[gDeviceStatus]}
      </span>
    )),
    column('address', t('address'), 200, ({ address }) => <CutText text={address} />),
    column('position', t('coordinates'), 190, (stop) => <PositionLink position={stop} />, {
      initiallyHidden: true,
    }),
    column('objects', names.objects.name, 150, ({ objects }) =>
      objects.length === 0 ? (
        <NoValue why={t('missing.objects')} />
      ) : (
        <CutText text={objects.join(language === 'zh_CN' ? '、' : ', ')} />
      ),
    ),
    column('sinceLast', names.sinceLast.name, 130, ({ sinceLast }) =>
      sinceLast === null ? (
        <NoValue why={t('missing.sinceLast')} />
      ) : (
        <Digits>{formatSpan(sinceLast)}</Digits>
      ),
    ),
    {
      ...{ key: 'ignitionTime', title: names.ignitionTime.name, width: 120, optional: true, sortable: true },
      render: ({ stop, sum }) => {
        const { ignitionTime } = stop ?? sum;
        return ignitionTime === null ? (
          <NoValue why={t('missing.ignition')} />
        ) : (
          <Digits>{formatSpan(ignitionTime)}</Digits>
        );
      },
    },
  ];
}
