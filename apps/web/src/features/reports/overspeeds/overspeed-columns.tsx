import type { OverspeedRow, OverspeedSums } from '@wakeline/contract/reports/overspeeds';
import {
  OVERSPEED_DEVICE_TEXTS,
  OVERSPEED_FIGURE_TEXTS,
  OVERSPEED_HANDLING_TEXTS,
  OVERSPEED_NOTICE_TEXTS,
} from '@wakeline/contract/reports/overspeeds-texts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance, formatPercent } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { CutText, Digits, NoValue, PositionLink } from '../report-cells.tsx';
import styles from '../reports.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const OVERSPEED_TABLE_WIDTH = 1_590;

type Sums = OverspeedSums & { readonly share: number | null };

/** A row of the table: an overspeed, or the sums of all of them. */
export type OverspeedTableRow =
  | { readonly key: string; readonly overspeed: OverspeedRow; readonly sum: null }
  | { readonly key: 'sum'; readonly overspeed: null; readonly sum: Sums };

/** The columns of the overspeed report. */
export function useOverspeedColumns(): readonly RecordColumn<OverspeedTableRow>[] {
  const { t } = useTranslation('overspeedReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const names = OVERSPEED_FIGURE_TEXTS[language];
  const { formatDateTime, formatSpan, formatSpeed } = useFormat();
  const column = (
    key: string,
    title: string,
    width: number,
    render: (overspeed: OverspeedRow) => ReactNode,
    others: Partial<RecordColumn<OverspeedTableRow>> & { readonly sum?: (sum: Sums) => ReactNode } = {},
  ): RecordColumn<OverspeedTableRow> => {
    const { sum: renderSum, ...options } = others;
    return {
      ...{ key, title, width, optional: true },
      render: ({ overspeed, sum }) => (overspeed === null ? renderSum?.(sum) : render(overspeed)),
      ...options,
    };
  };
  const speed = (value: number | null, why: string) =>
    value === null ? <NoValue why={why} /> : <Value quantity={formatSpeed(value)} />;
  const metres = (value: number | null) =>
    value === null ? <NoValue why={t('missing.moment')} /> : <Value quantity={formatDistance(value)} />;
  const share = (value: number | null) =>
    value === null ? <NoValue why={t('missing.share')} /> : <Value quantity={formatPercent(value * 100)} />;
  const time = (value: number) => <Digits>{formatDateTime(value)}</Digits>;
  const excessOf = ({ maxSpeed, limit }: OverspeedRow) =>
    maxSpeed === null || limit === null ? null : maxSpeed.speed - limit;
  const address = (value: string | null) =>
    value === null || value === '' ? <NoValue why={t('missing.address')} /> : <CutText text={value} />;
  const hidden = { initiallyHidden: true };
  const sortable = { sortable: true };
  return [
    {
      ...{ key: 'name', title: tReports('column.device'), width: 220, ...sortable },
      render: ({ overspeed, sum }) =>
        overspeed === null ? (
          <span className={styles.stack}>
            {t('sum', { count: sum.count })}{' '}
            <span className={styles.secondary}>{t('sumDevices', { count: sum.devices })}</span>
          </span>
        ) : (
          <CutText text={overspeed.trackerName} />
        ),
    },
    column('imei', 'IMEI', 160, ({ imei }) => <Digits>{imei}</Digits>, hidden),
    column(
      'group',
      tReports('column.group'),
      130,
      ({ groupName }) => groupName && <CutText text={groupName} />,
      hidden,
    ),
    column('start', names.start.name, 168, ({ start }) => time(start), sortable),
    column('end', names.end.name, 168, ({ end, isOpen }) => {
      if (end !== null) return time(end);
      return isOpen ? t('open') : <NoValue why={t('missing.moment')} />;
    }),
    column(
      'duration',
      names.duration.name,
      112,
      ({ duration }) =>
        duration === null ? <NoValue why={t('missing.moment')} /> : <Digits>{formatSpan(duration)}</Digits>,
      { ...sortable, sum: ({ duration }) => <Digits>{formatSpan(duration)}</Digits> },
    ),
    column('limit', names.limit.name, 104, ({ limit }) => speed(limit, t('missing.limit')), sortable),
    column(
      'maxSpeed',
      names.maxSpeed.name,
      146,
      ({ maxSpeed }) => (
        <span title={maxSpeed === null ? undefined : formatDateTime(maxSpeed.time)}>
          {speed(maxSpeed?.speed ?? null, t('missing.speed'))}
        </span>
      ),
      { ...sortable, sum: ({ maxSpeed }) => speed(maxSpeed, t('missing.speed')) },
    ),
    column('excess', names.excess.name, 110, (row) => speed(excessOf(row), t('missing.limit')), sortable),
    column(
      'averageSpeed',
      names.averageSpeed.name,
      120,
      ({ averageSpeed }) => speed(averageSpeed, t('missing.moment')),
      hidden,
    ),
    column('metres', names.metres.name, 110, (row) => metres(row.metres), {
      ...sortable,
      sum: (sum) => metres(sum.metres),
    }),
    column('share', names.share.name, 96, (row) => share(row.share), { sum: (sum) => share(sum.share) }),
    column('rule', names.rule.name, 140, ({ ruleId, ruleName }) => (
      <CutText text={ruleId === null ? OVERSPEED_DEVICE_TEXTS[language] : (ruleName ?? t('deletedRule'))} />
    )),
    column('place', names.place.name, 130, ({ fence, route }) => {
      const name = fence?.name ?? (route === null ? null : (route.name ?? t('deletedRoute')));
      return name === null ? <NoValue why={t('missing.place')} /> : <CutText text={name} />;
    }),
    column('startAddress', t('startAddress'), 180, (row) => address(row.startAddress)),
    column('endAddress', t('endAddress'), 180, (row) => address(row.endAddress), hidden),
    column(
      'startPosition',
      t('startPosition'),
      190,
      ({ startPosition }) =>
        startPosition === null ? (
          <NoValue why={t('missing.position')} />
        ) : (
          <PositionLink position={startPosition} />
        ),
      hidden,
    ),
    column(
      'endPosition',
      t('endPosition'),
      190,
      ({ endPosition }) =>
        endPosition === null ? (
          <NoValue why={t('missing.position')} />
        ) : (
          <PositionLink position={endPosition} />
        ),
      hidden,
    ),
    column('notice', names.notice.name, 170, ({ notice, handling }) => (
      <span
        className={styles.stack}
        title={handling === null ? undefined : formatDateTime(handling.changedAt)}
      >
        {handling === null
          ? OVERSPEED_NOTICE_TEXTS[language][notice]
          : OVERSPEED_HANDLING_TEXTS[language][handling.state]}{' '}
        {handling !== null && handling.owner !== '' && (
          <span className={styles.secondary}>{handling.owner}</span>
        )}
      </span>
    )),
  ];
}
