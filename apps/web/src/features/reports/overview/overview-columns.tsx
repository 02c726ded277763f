import { rangeText, rowRange } from '@wakeline/charts/row-range';
import { knownFigure, type OverviewGrouping, type OverviewRow } from '@wakeline/contract/reports/overview';
import { OVERVIEW_FIGURE_TEXTS, type OverviewFigure } from '@wakeline/contract/reports/overview-texts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDistance, formatPercent } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { liveStore } from '../../../live/live-store.ts';
import { buildMapPositionUrl } from '../../../parts/addresses/map-position-url.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { useSession } from '../../../service/session.ts';
import styles from '../reports.module.css';
import own from './overview.module.css';
import { buildOverviewUrl, type OverviewRequest } from './overview-request.ts';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const OVERVIEW_TABLE_WIDTH = 1_260;
/** Key of the row of sums: no row of the server has it. */
export const SUM_KEY = 'sum';

const HIDDEN: readonly OverviewFigure[] = [
  'gapTime',
  'entries',
  'exits',
  'firstFix',
  'onlineRate',
  'ignitionTime',
  'idleTime',
  'nightMileage',
  'nightTime',
];

/** The columns of an overview; the first one says what a row is about. */
export function useOverviewColumns(request: OverviewRequest): readonly RecordColumn<OverviewRow>[] {
  const { t } = useTranslation('operationReport');
  const names = OVERVIEW_FIGURE_TEXTS[useLanguage()];
  const { formatSpan, formatSpeed, formatCount, formatDateTime } = useFormat();
  const { by } = request;

  const number = (value: ReactNode) => <span className={styles.number}>{value}</span>;
  const figure = (
    key: OverviewFigure,
    width: number,
    render: (row: OverviewRow) => ReactNode,
    sortable = true,
  ): RecordColumn<OverviewRow> => ({
    ...{ key, title: names[key].name, width, render, sortable, optional: true },
    ...(HIDDEN.includes(key) ? { initiallyHidden: true } : {}),
  });
  const count = (key: 'overspeeds' | 'alarms' | 'entries' | 'exits') =>
    figure(key, 116, (row) => number(formatCount(row[key])));
  const known = (
    key: Parameters<typeof knownFigure>[1],
    width: number,
    format: (value: number) => ReactNode,
  ) =>
    figure(key, width, (row) => {
      const value = knownFigure(row, key);
      return value === null ? <Missing why={t('missing.data')} /> : number(format(value));
    });
  const ignition = (key: 'ignitionTime' | 'idleTime') =>
    figure(key, 130, (row) => {
      const value = row[key];
      return value === null ? <Missing why={t('missing.ignition')} /> : number(formatSpan(value));
    });
  const time = (key: 'firstFix' | 'lastFix') =>
    figure(
      key,
      168,
      (row) => {
        const value = row[key];
        return value === null ? <Missing why={t('missing.fix')} /> : number(formatDateTime(value));
      },
      false,
    );
  const share = (key: 'coverage' | 'onlineRate') =>
    figure(key, 124, (row) => {
      const value = row[key];
      if (value === null) return <Missing why={t(`missing.${key}`)} />;
      return <Value quantity={formatPercent(value * 100)} />;
    });

  return [
    ...keyColumns(by, request, t),
    known('mileage', 104, (metres) => <Value quantity={formatDistance(metres)} />),
    known('tripTime', 148, formatSpan),
    known('stopTime', 152, formatSpan),
    known('gapTime', 116, formatSpan),
    known('trips', 80, formatCount),
    known('stops', 100, formatCount),
    figure(
      'averageSpeed',
      140,
      ({ averageSpeed }) =>
        averageSpeed === null ? (
          <Missing why={t('missing.averageSpeed')} />
        ) : (
          <Value quantity={formatSpeed(averageSpeed)} />
        ),
      false,
    ),
    figure('maxSpeed', 184, (row) => <MaxSpeed row={row} />),
    count('overspeeds'),
    count('alarms'),
    count('entries'),
    count('exits'),
    time('firstFix'),
    time('lastFix'),
    share('onlineRate'),
    share('coverage'),
    ignition('ignitionTime'),
    ignition('idleTime'),
  ];
}

type Translate = ReturnType<typeof useTranslation<'operationReport'>>['t'];

function keyColumns(
  by: OverviewGrouping,
  request: OverviewRequest,
  t: Translate,
): readonly RecordColumn<OverviewRow>[] {
  const orSum = (render: (row: OverviewRow) => ReactNode) => (row: OverviewRow) =>
    row.key === SUM_KEY ? t('sum', { count: row.devices }) : render(row);
  const devices: RecordColumn<OverviewRow> = {
    ...{ key: 'devices', title: t('devicesWithData'), width: 110, optional: true },
    render: ({ devices }) => <span className={styles.number}>{devices}</span>,
  };
  switch (by) {
    case 'device':
    case 'deviceDay':
      return [
        {
          ...{ key: 'name', title: t('device'), width: 190, sortable: true },
          render: orSum(({ trackerName }) => <Name text={trackerName ?? ''} />),
        },
        ...(by === 'deviceDay'
          ? [
              {
                ...{ key: 'day', title: t('day'), width: 110, sortable: true },
                render: ({ startDay }: OverviewRow) => <span className={styles.number}>{startDay}</span>,
              },
            ]
          : []),
        {
          ...{ key: 'imei', title: 'IMEI', width: 160, optional: true, initiallyHidden: true },
          render: ({ imei }) => imei !== null && <span className={styles.number}>{imei}</span>,
        },
        {
          ...{ key: 'group', title: t('group'), width: 130, optional: true },
          render: ({ groupName }) => groupName !== null && <Name text={groupName} />,
        },
      ];
    case 'group':
      return [
        {
          ...{ key: 'name', title: t('group'), width: 190, sortable: true },
          render: orSum(({ groupName }) => <Name text={groupName ?? t('noGroup')} />),
        },
        devices,
      ];
    case 'total':
      return [{ key: 'total', title: t('by.total'), width: 190, render: () => t('allDevices') }, devices];
    default:
      return [
        {
          ...{ key: 'day', title: t(by), width: 190, sortable: true },
          render: orSum((row) => <RangeLink request={request} row={row} />),
        },
        devices,
      ];
  }
}

function Name({ text }: { readonly text: string }) {
  return (
    <span className={styles.name} title={text}>
      {text}
    </span>
  );
}

/** The days of a row, which lead to the devices of these days. */
function RangeLink({ request, row }: { readonly request: OverviewRequest; readonly row: OverviewRow }) {
  const { t } = useTranslation('operationReport');
  const { roles } = useSession();
  const range = rowRange(request.by, row.startDay ?? request.startDay, request);
  const text = rangeText(range);
  if (!roles.some(({ name }) => name === 'eob_plugin_data_center')) return text;
  const url = buildOverviewUrl('center', {
    ...{ ...request, ...range, by: 'device', sort: 'name', descending: false, measure: null, index: 1 },
  });
  return (
    <Link to={url} className={styles.link} title={t('devicesOf', { range: text })}>
      {text}
    </Link>
  );
}

/** The highest speed with its time; it leads to the position on the map. */
function MaxSpeed({ row: { maxSpeed, trackerId } }: { readonly row: OverviewRow }) {
  const { t } = useTranslation('operationReport');
  const { formatSpeed, formatDateTime } = useFormat();
  const { roles } = useSession();
  if (maxSpeed === null) return <Missing why={t('missing.maxSpeed')} />;
  const { speed, time } = maxSpeed;
  // Of several devices it is that of one.
  const device = trackerId === null ? liveStore.getTracker(maxSpeed.trackerId)?.trackerName : undefined;
  const title = [device, formatDateTime(time)].filter((part) => part !== undefined).join(' · ');
  const value = <Value quantity={formatSpeed(speed)} />;
  return (
    <span className={own.lines} title={title}>
      {roles.some(({ name }) => name === 'eob_plugin_loc_monitor') ? (
        <Link to={buildMapPositionUrl(maxSpeed)} className={styles.link}>
          {value}
          <span className="visually-hidden"> {t('speedOnMap')}</span>
        </Link>
      ) : (
        value
      )}
      <span className={styles.secondary}>{formatDateTime(time).slice(5, 16)}</span>
    </span>
  );
}

/** No value, with the reason. */
function Missing({ why }: { readonly why: string }) {
  return (
    <span className={styles.muted} title={why}>
      <span aria-hidden>—</span>
      <span className="visually-hidden">{why}</span>
    </span>
  );
}
