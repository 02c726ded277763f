import { titleOfVisitSum } from '@wakeline/charts/visit-chart';
import type {
  FenceVisitGrouping,
  FenceVisitSumRow,
  FenceVisitSums,
} from '@wakeline/contract/reports/fence-visits';
import {
  FENCE_VISIT_FIGURE_TEXTS,
  type FenceVisitSumFigure,
} from '@wakeline/contract/reports/fence-visits-texts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { CutText, Digits, NoValue } from '../report-cells.tsx';
import type { ReportPeriod } from '../report-period.ts';
import styles from '../reports.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const VISIT_SUM_TABLE_WIDTH = 1_080;
/** Key of the row of sums: no row of the server has it. */
export const SUM_KEY = 'sum';

/** The columns of sums; the first one says what a row is about. */
export function useVisitSumColumns(
  by: FenceVisitGrouping,
  period: ReportPeriod,
): readonly RecordColumn<FenceVisitSumRow>[] {
  const { t } = useTranslation('fenceReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const names = FENCE_VISIT_FIGURE_TEXTS[language];
  const { formatSpan, formatCount, formatDateTime } = useFormat();
  const figure = (
    name: FenceVisitSumFigure,
    key: keyof FenceVisitSums,
    width: number,
    render: (row: FenceVisitSumRow) => ReactNode,
    sortable = true,
  ): RecordColumn<FenceVisitSumRow> => ({
    ...{ key, title: names[name].name, width, render, sortable, optional: true },
  });
  const count = (name: FenceVisitSumFigure, key: 'visits' | 'entries' | 'exits') =>
    figure(name, key, 90, (row) => <Digits>{formatCount(row[key])}</Digits>);
  const time = (name: 'first' | 'last') =>
    figure(
      name,
      name,
      186,
      (row) => {
        const value = row[name];
        return value === null ? <NoValue why={t('none')} /> : <Digits>{formatDateTime(value)}</Digits>;
      },
      false,
    );
  const isByDay = by === 'day' || by === 'week' || by === 'month';
  const title =
    by === 'fence'
      ? names.fence.name
      : by === 'device'
        ? tReports('column.device')
        : by === 'group'
          ? tReports('column.group')
          : t(`column.${by}`);
  return [
    {
      ...{ key: 'name', title, width: isByDay ? 200 : 190, sortable: true },
      render: (row) =>
        row.key === SUM_KEY ? (
          <span className={styles.stack}>
            {t('sum', { count: row.visits })}{' '}
            <span className={styles.secondary}>{t('sumDevices', { count: row.devices })}</span>
          </span>
        ) : (
          <CutText text={titleOfVisitSum(row, { by, period, language })} />
        ),
    },
    ...(by === 'device'
      ? [
          {
            ...{ key: 'imei', title: 'IMEI', width: 160, optional: true, initiallyHidden: true },
            render: ({ imei }: FenceVisitSumRow) => <Digits>{imei}</Digits>,
          },
        ]
      : []),
    count('visits', 'visits'),
    count('entries', 'entries'),
    count('exits', 'exits'),
    ...(by === 'device'
      ? []
      : [
          {
            ...{ key: 'devices', title: t('column.devices'), width: 90, optional: true },
            render: ({ devices }: FenceVisitSumRow) => <Digits>{formatCount(devices)}</Digits>,
          },
        ]),
    figure('time', 'duration', 130, ({ duration }) => <Digits>{formatSpan(duration)}</Digits>),
    figure('distance', 'metres', 110, ({ metres }) => <Value quantity={formatDistance(metres)} />),
    time('first'),
    time('last'),
  ];
}
