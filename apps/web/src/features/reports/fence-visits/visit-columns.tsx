import type { FenceVisitRow, FenceVisitSums } from '@wakeline/contract/reports/fence-visits';
import {
  FENCE_VISIT_END_TEXTS,
  FENCE_VISIT_FIGURE_TEXTS,
} from '@wakeline/contract/reports/fence-visits-texts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { CutText, Digits, NoValue, PositionLink } from '../report-cells.tsx';
import styles from '../reports.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const VISIT_TABLE_WIDTH = 1_300;

/** A row of the table: a visit, or the sums of all of them in the period. */
export type VisitTableRow =
  | { readonly key: string; readonly visit: FenceVisitRow; readonly sum: null }
  | { readonly key: 'sum'; readonly visit: null; readonly sum: FenceVisitSums };

/** The columns of single visits. */
export function useVisitColumns(): readonly RecordColumn<VisitTableRow>[] {
  const { t } = useTranslation('fenceReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const names = FENCE_VISIT_FIGURE_TEXTS[language];
  const ends = FENCE_VISIT_END_TEXTS[language];
  const { formatDateTime, formatSpan, formatTimeOfDay } = useFormat();
  const column = (
    key: string,
    title: string,
    width: number,
    render: (visit: FenceVisitRow) => ReactNode,
    others: Partial<RecordColumn<VisitTableRow>> & { readonly sum?: (sum: FenceVisitSums) => ReactNode } = {},
  ): RecordColumn<VisitTableRow> => {
    const { sum: renderSum, ...options } = others;
    return {
      ...{ key, title, width, optional: true },
      render: ({ visit, sum }) => (visit === null ? renderSum?.(sum) : render(visit)),
      ...options,
    };
  };
  const end = (text: string, time: number) => (
    <span className={styles.stack} title={formatDateTime(time)}>
      {text} <span className={styles.secondary}>{formatTimeOfDay(time).slice(0, 5)}</span>
    </span>
  );
  const address = (value: string | null) =>
    value === null || value === '' ? <NoValue why={t('missing.address')} /> : <CutText text={value} />;
  const position = (value: FenceVisitRow['startPosition']) =>
    value === null ? <NoValue why={t('missing.position')} /> : <PositionLink position={value} />;
  const delay = (value: number | null) => (value === null ? '—' : formatSpan(value));
  const hidden = { initiallyHidden: true };
  const sortable = { sortable: true };
  return [
    {
      ...{ key: 'name', title: tReports('column.device'), width: 180, ...sortable },
      render: ({ visit, sum }) =>
        visit === null ? (
          <span className={styles.stack} title={t('sumTitle')}>
            {t('sum', { count: sum.visits })}{' '}
            <span className={styles.secondary}>{t('sumDevices', { count: sum.devices })}</span>
          </span>
        ) : (
          <CutText text={visit.trackerName} />
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
    column('fence', names.fence.name, 150, ({ fenceName }) => <CutText text={fenceName} />, sortable),
    column(
      'start',
      names.entry.name,
      172,
      ({ start, hasEntry }) =>
        hasEntry ? <Digits>{formatDateTime(start)}</Digits> : end(ends.alreadyInside, start),
      { ...sortable, sum: ({ entries }) => t('entries', { count: entries }) },
    ),
    column(
      'end',
      names.exit.name,
      172,
      ({ end: time, hasExit, isOpen }) =>
        hasExit ? (
          <Digits>{formatDateTime(time)}</Digits>
        ) : (
          end(isOpen ? ends.stillInside : ends.changed, time)
        ),
      { ...sortable, sum: ({ exits }) => t('exits', { count: exits }) },
    ),
    column('duration', names.duration.name, 124, ({ duration }) => <Digits>{formatSpan(duration)}</Digits>, {
      ...sortable,
      sum: ({ duration }) => <Digits>{formatSpan(duration)}</Digits>,
    }),
    column(
      'metres',
      names.metres.name,
      164,
      ({ metres }) =>
        metres === null ? <NoValue why={t('missing.metres')} /> : <Value quantity={formatDistance(metres)} />,
      { ...sortable, sum: ({ metres }) => <Value quantity={formatDistance(metres)} /> },
    ),
    column('startAddress', t('startAddress'), 180, (row) => address(row.startAddress)),
    column('endAddress', t('endAddress'), 180, (row) => address(row.endAddress), hidden),
    column('startPosition', t('startPosition'), 190, (row) => position(row.startPosition), hidden),
    column('endPosition', t('endPosition'), 190, (row) => position(row.endPosition), hidden),
    column('passed', names.passed.name, 140, ({ isPassed }) => isPassed && t('passed')),
    column('delay', names.delay.name, 150, ({ entryDelay, exitDelay }) => (
      <Digits>
        {delay(entryDelay)} / {delay(exitDelay)}
      </Digits>
    )),
  ];
}
