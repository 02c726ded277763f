import { CHART_TOP, isOverTime } from '@wakeline/charts/report-chart';
import { toVisitChart } from '@wakeline/charts/visit-chart';
import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type {
  FenceVisitFilter,
  FenceVisitGrouping,
  FenceVisitRow,
  FenceVisitSumRow,
  FenceVisitSums,
  FenceVisitSumsFilter,
} from '@wakeline/contract/reports/fence-visits';
import {
  FENCE_VISIT_END_TEXTS,
  FENCE_VISIT_FIGURE_TEXTS,
  FENCE_VISIT_FIGURES,
  FENCE_VISIT_GROUPING_TEXTS,
  FENCE_VISIT_SUM_FIGURES,
  type FenceVisitFigure,
  type FenceVisitSumFigure,
} from '@wakeline/contract/reports/fence-visits-texts';
import type { EventHistory } from '../../events/event-archive.ts';
import type { Addresses } from '../../places/addresses.ts';
import type { PrintedChart } from '../../report-files/pdf/pdf-content.ts';
import {
  countColumn,
  dayColumn,
  durationColumn,
  instantColumn,
  type LocalizedText,
  numberColumn,
  type ReportColumn,
  sameText,
  summed,
  textColumn,
} from '../../report-files/report-columns.ts';
import {
  type AboutLine,
  openReport,
  type ReportDefinition,
  type ReportPage,
  type ReportRun,
} from '../../report-files/report-definition.ts';
import {
  type FenceVisitPeriod,
  readFenceVisitGroupPages,
  readFenceVisitGroups,
  readFenceVisitPages,
  readFenceVisitPeriod,
  readFenceVisitSum,
} from '../../reports/fence-visits.ts';
import { reportDays } from '../../reports/report-days.ts';
import { presentFenceVisitGroup, presentFenceVisitSums, presentFenceVisits } from './present-fence-visits.ts';
import { requireRecordDays } from './record-days.ts';

const TEXTS = {
  zh_CN: { minSeconds: '最短时长（秒）', fences: '限定的围栏数', grouping: '统计方式' },
  en_US: {
    minSeconds: 'Least duration (seconds)',
    fences: 'Fences to which it is limited',
    grouping: 'Rows',
  },
} as const satisfies Record<Language, object>;

const KM = sameText('km');
const SECONDARY = { isSecondary: true };
const YES: LocalizedText = { zh_CN: '是', en_US: 'Yes' };
const DEVICE: LocalizedText = { zh_CN: '设备名称', en_US: 'Device' };
const GROUP: LocalizedText = { zh_CN: '分组', en_US: 'Group' };

function nameOf(figure: FenceVisitFigure | FenceVisitSumFigure): LocalizedText {
  return {
    zh_CN: FENCE_VISIT_FIGURE_TEXTS.zh_CN[figure].name,
    en_US: FENCE_VISIT_FIGURE_TEXTS.en_US[figure].name,
  };
}

/** Why a visit has no entry or exit; null: it has both. */
function endsOf({ hasEntry, hasExit, isOpen }: FenceVisitRow, language: Language): string | null {
  const texts = FENCE_VISIT_END_TEXTS[language];
  const ends = [
    ...(hasEntry ? [] : [texts.alreadyInside]),
    ...(hasExit ? [] : [isOpen ? texts.stillInside : texts.changed]),
  ];
  return ends.length === 0 ? null : ends.join(' · ');
}

const toKilometres = (metres: number | null) => (metres === null ? null : metres / 1_000);

const VISIT_COLUMNS: readonly ReportColumn<FenceVisitRow, FenceVisitSums>[] = [
  textColumn(DEVICE, ({ trackerName }) => trackerName, { width: 28 }),
  textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20, ...SECONDARY }),
  textColumn(GROUP, ({ groupName }) => groupName, SECONDARY),
  textColumn(nameOf('fence'), ({ fenceName }) => fenceName),
  instantColumn(nameOf('entry'), ({ hasEntry, start }) => (hasEntry ? start : null)),
  instantColumn(nameOf('exit'), ({ hasExit, end }) => (hasExit ? end : null)),
  textColumn({ zh_CN: '说明', en_US: 'Note' }, endsOf, { width: 20 }),
  {
    ...durationColumn<FenceVisitRow>(nameOf('duration'), ({ duration }) => duration),
    sum: ({ duration }) => ({ durationMs: duration }),
  },
  {
    ...numberColumn<FenceVisitRow>(nameOf('metres'), KM, ({ metres }) => toKilometres(metres), { digits: 3 }),
    sum: ({ metres }) => Number((metres / 1_000).toFixed(3)),
  },
  textColumn({ zh_CN: '进入地址', en_US: 'Entry address' }, ({ startAddress }) => startAddress, {
    width: 36,
  }),
  textColumn({ zh_CN: '离开地址', en_US: 'Exit address' }, ({ endAddress }) => endAddress, { width: 36 }),
  ...(['start', 'end'] as const).flatMap((end) =>
    (['latitude', 'longitude'] as const).map((axis) =>
      numberColumn<FenceVisitRow>(
        POSITION_TEXTS(end, axis),
        sameText('°'),
        ({ [`${end}Position` as const]: position }) => position?.[axis] ?? null,
        { ...SECONDARY, digits: 7 },
      ),
    ),
  ),
  textColumn(nameOf('passed'), ({ isPassed }, language) => (isPassed ? YES[language] : null), { width: 10 }),
  durationColumn({ zh_CN: '进入判定延迟', en_US: 'Entry delay' }, ({ entryDelay }) => entryDelay, SECONDARY),
  durationColumn({ zh_CN: '离开判定延迟', en_US: 'Exit delay' }, ({ exitDelay }) => exitDelay, SECONDARY),
];

function POSITION_TEXTS(end: 'start' | 'end', axis: 'latitude' | 'longitude'): LocalizedText {
  const isStart = end === 'start';
  const isLatitude = axis === 'latitude';
  return {
    zh_CN: `${isStart ? '进入' : '离开'}${isLatitude ? '纬度' : '经度'}`,
    en_US: `${isStart ? 'Entry' : 'Exit'} ${axis}`,
  };
}

/** Visits of fences in the order of the table, with their sums in the period. */
export function createFenceVisitReport({
  addresses,
  eventArchive,
}: Pick<EventHistory, 'eventArchive'> & { readonly addresses: Addresses }): ReportDefinition<'fenceVisits'> {
  return {
    async open({ tx, reader }, filter, order) {
      const days = requireRecordDays(filter, reader.timeZone);
      const period = await readFenceVisitPeriod({ db: tx, eventArchive }, reader, filter, days);
      const sums = presentFenceVisitSums(await readFenceVisitSum(tx, reader, filter, period));
      async function* pages(): AsyncGenerator<ReportPage<FenceVisitRow>> {
        const describe = { addresses, getAddress: addresses.getKnown };
        for await (const rows of readFenceVisitPages(tx, reader, filter, period, order))
          yield { rows: await presentFenceVisits(rows, reader, describe), total: sums.visits };
      }
      return openReport<FenceVisitRow, FenceVisitSums>({
        columns: VISIT_COLUMNS,
        pages,
        sums,
        description: {
          ...describeFilter(filter, reader.language, []),
          definitions: definitionsOf(FENCE_VISIT_FIGURES, reader.language),
        },
      });
    },
  };
}

type SumColumn = ReportColumn<FenceVisitSumRow, FenceVisitSums>;

const KEYS: Readonly<Record<FenceVisitGrouping, readonly SumColumn[]>> = {
  fence: [textColumn(nameOf('fence'), ({ fenceName }) => fenceName, { width: 28 })],
  device: [
    textColumn(DEVICE, ({ trackerName }) => trackerName, { width: 28 }),
    textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20 }),
    textColumn(GROUP, ({ groupName }) => groupName, SECONDARY),
  ],
  group: [textColumn(GROUP, ({ groupName }) => groupName, { width: 28 })],
  day: [dayColumn({ zh_CN: '日期', en_US: 'Day' }, ({ startDay }) => startDay)],
  week: [dayColumn({ zh_CN: '周（第一天）', en_US: 'Week (first day)' }, ({ startDay }) => startDay)],
  month: [dayColumn({ zh_CN: '月（第一天）', en_US: 'Month (first day)' }, ({ startDay }) => startDay)],
};

const SUM_COLUMNS: readonly SumColumn[] = [
  countColumn<FenceVisitSums>(nameOf('visits'), ({ visits }) => visits),
  countColumn<FenceVisitSums>(nameOf('entries'), ({ entries }) => entries),
  countColumn<FenceVisitSums>(nameOf('exits'), ({ exits }) => exits),
  countColumn<FenceVisitSums>({ zh_CN: '设备数', en_US: 'Devices' }, ({ devices }) => devices),
  durationColumn<FenceVisitSums>(nameOf('time'), ({ duration }) => duration),
  numberColumn<FenceVisitSums>(nameOf('distance'), KM, ({ metres }) => toKilometres(metres), { digits: 3 }),
  instantColumn<FenceVisitSums>(nameOf('first'), ({ first }) => first),
  instantColumn<FenceVisitSums>(nameOf('last'), ({ last }) => last),
].map(summed);

/** The sums of visits in the order of the table. */
export function createFenceVisitSumsReport({
  eventArchive,
}: Pick<EventHistory, 'eventArchive'>): ReportDefinition<'fenceVisitSums'> {
  return {
    async open(run, filter, order) {
      const { tx, reader } = run;
      const days = reportDays(filter.startDay, filter.endDay, reader.timeZone);
      const period = await readFenceVisitPeriod({ db: tx, eventArchive }, reader, filter, days);
      const sums = presentFenceVisitSums(await readFenceVisitSum(tx, reader, filter, period));
      async function* pages(): AsyncGenerator<ReportPage<FenceVisitSumRow>> {
        const grouped = { ...order, by: filter.by };
        for await (const rows of readFenceVisitGroupPages(tx, reader, filter, period, grouped))
          yield { rows: rows.map(presentFenceVisitGroup), total: rows[0]?.total ?? 0 };
      }
      const grouping = FENCE_VISIT_GROUPING_TEXTS[reader.language][filter.by];
      return openReport<FenceVisitSumRow, FenceVisitSums>({
        columns: [...KEYS[filter.by], ...SUM_COLUMNS],
        pages,
        sums,
        charts: () => visitCharts(run, filter, period),
        description: {
          ...describeFilter(filter, reader.language, [[TEXTS[reader.language].grouping, grouping]]),
          definitions: definitionsOf(FENCE_VISIT_SUM_FIGURES, reader.language),
        },
      });
    },
  };
}

/** The visits of each row of time, or of the fences, devices or groups with the most of them. */
async function visitCharts(
  { tx, reader }: ReportRun,
  filter: FenceVisitSumsFilter,
  period: FenceVisitPeriod,
): Promise<readonly PrintedChart[]> {
  const { by } = filter;
  const { language } = reader;
  const page = isOverTime(by)
    ? ({ by, sort: 'name', direction: 'ascending', limit: LIMITS.reportDays, offset: 0 } as const)
    : ({ by, sort: 'visits', direction: 'descending', limit: CHART_TOP, offset: 0 } as const);
  const rows = await readFenceVisitGroups(tx, reader, filter, period, page);
  const options = { by, language, period: filter, measure: 'visits', unit: 'count' } as const;
  return [toVisitChart(rows.map(presentFenceVisitGroup), options)];
}

function describeFilter(
  { fenceIds, minSeconds }: Pick<FenceVisitFilter, 'fenceIds' | 'minSeconds'>,
  language: Language,
  lines: readonly AboutLine[],
) {
  const text = TEXTS[language];
  return {
    filter: [...lines, ...(fenceIds.length === 0 ? [] : [[text.fences, fenceIds.length] as const])],
    settings: [],
    thresholds: [[text.minSeconds, minSeconds] as const],
  };
}

function definitionsOf(
  figures: readonly (FenceVisitFigure | FenceVisitSumFigure)[],
  language: Language,
): readonly AboutLine[] {
  const texts = FENCE_VISIT_FIGURE_TEXTS[language];
  return figures.map((figure) => [texts[figure].name, texts[figure].definition]);
}
