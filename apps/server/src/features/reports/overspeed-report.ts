import type { Language } from '@wakeline/contract/entities/user-config';
import type { OverspeedRow, OverspeedSums } from '@wakeline/contract/reports/overspeeds';
import {
  OVERSPEED_DEVICE_TEXTS,
  OVERSPEED_FIGURE_TEXTS,
  OVERSPEED_FIGURES,
  OVERSPEED_HANDLING_TEXTS,
  OVERSPEED_NOTICE_TEXTS,
  type OverspeedFigure,
} from '@wakeline/contract/reports/overspeeds-texts';
import type { Addresses } from '../../places/addresses.ts';
import {
  durationColumn,
  instantColumn,
  type LocalizedText,
  numberColumn,
  type ReportColumn,
  sameText,
  textColumn,
} from '../../report-files/report-columns.ts';
import {
  type AboutLine,
  openReport,
  type ReportDefinition,
  type ReportPage,
} from '../../report-files/report-definition.ts';
import { readOverspeedPages, readOverspeedPeriod, readOverspeedSum } from '../../reports/overspeeds.ts';
import { readTotalRunningTime } from '../../reports/running-time.ts';
import { overspeedCharts } from './overspeed-charts.ts';
import { presentOverspeedSums, presentOverspeeds, shareOf } from './present-overspeeds.ts';
import { requireRecordDays } from './record-days.ts';

type Sums = OverspeedSums & { readonly share: number | null };

const TEXTS = {
  zh_CN: {
    minSeconds: '最短时长（秒）',
    minExcess: '最少超出（km/h）',
    rules: '限定的规则数',
    fences: '限定的围栏数',
  },
  en_US: {
    minSeconds: 'Least duration (seconds)',
    minExcess: 'Least excess (km/h)',
    rules: 'Rules to which it is limited',
    fences: 'Fences to which it is limited',
  },
} as const satisfies Record<Language, object>;

const KMH = sameText('km/h');
const KM = sameText('km');
const DEGREES = sameText('°');
const SECONDARY = { isSecondary: true };

function nameOf(figure: OverspeedFigure): LocalizedText {
  return {
    zh_CN: OVERSPEED_FIGURE_TEXTS.zh_CN[figure].name,
    en_US: OVERSPEED_FIGURE_TEXTS.en_US[figure].name,
  };
}

function noticeOf({ notice, handling }: OverspeedRow, language: Language): string {
  const text = OVERSPEED_NOTICE_TEXTS[language][notice];
  if (handling === null) return text;
  return [text, OVERSPEED_HANDLING_TEXTS[language][handling.state], handling.owner]
    .filter((part) => part !== '')
    .join(' · ');
}

const COLUMNS: readonly ReportColumn<OverspeedRow, Sums>[] = [
  textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ trackerName }) => trackerName, { width: 28 }),
  textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20, ...SECONDARY }),
  textColumn({ zh_CN: '分组', en_US: 'Group' }, ({ groupName }) => groupName, SECONDARY),
  instantColumn(nameOf('start'), ({ start }) => start),
  instantColumn(nameOf('end'), ({ end }) => end),
  {
    ...durationColumn<OverspeedRow>(nameOf('duration'), ({ duration }) => duration),
    sum: ({ duration }) => ({ durationMs: duration }),
  },
  numberColumn(nameOf('limit'), KMH, ({ limit }) => limit, { digits: 1 }),
  {
    ...numberColumn<OverspeedRow>(nameOf('maxSpeed'), KMH, ({ maxSpeed }) => maxSpeed?.speed ?? null, {
      digits: 1,
    }),
    sum: ({ maxSpeed }) => (maxSpeed === null ? null : Number(maxSpeed.toFixed(1))),
  },
  instantColumn(
    { zh_CN: '最高速度时间', en_US: 'Time of the highest speed' },
    ({ maxSpeed }) => maxSpeed?.time ?? null,
    SECONDARY,
  ),
  numberColumn(nameOf('averageSpeed'), KMH, ({ averageSpeed }) => averageSpeed, { digits: 1 }),
  {
    ...numberColumn<OverspeedRow>(
      nameOf('metres'),
      KM,
      ({ metres }) => (metres === null ? null : metres / 1_000),
      {
        digits: 3,
      },
    ),
    sum: ({ metres }) => Number((metres / 1_000).toFixed(3)),
  },
  {
    ...numberColumn<OverspeedRow>(nameOf('share'), sameText('%'), ({ share }) => toPercent(share), {
      digits: 1,
    }),
    sum: ({ share }) => (share === null ? null : Number((share * 100).toFixed(1))),
  },
  textColumn({ zh_CN: '开始地址', en_US: 'Start address' }, ({ startAddress }) => startAddress, {
    width: 36,
  }),
  textColumn({ zh_CN: '结束地址', en_US: 'End address' }, ({ endAddress }) => endAddress, {
    ...{ width: 36, ...SECONDARY },
  }),
  numberColumn(
    { zh_CN: '开始纬度', en_US: 'Start latitude' },
    DEGREES,
    ({ startPosition }) => startPosition?.latitude ?? null,
    { ...SECONDARY, digits: 7 },
  ),
  numberColumn(
    { zh_CN: '开始经度', en_US: 'Start longitude' },
    DEGREES,
    ({ startPosition }) => startPosition?.longitude ?? null,
    { ...SECONDARY, digits: 7 },
  ),
  numberColumn(
    { zh_CN: '结束纬度', en_US: 'End latitude' },
    DEGREES,
    ({ endPosition }) => endPosition?.latitude ?? null,
    { ...SECONDARY, digits: 7 },
  ),
  numberColumn(
    { zh_CN: '结束经度', en_US: 'End longitude' },
    DEGREES,
    ({ endPosition }) => endPosition?.longitude ?? null,
    { ...SECONDARY, digits: 7 },
  ),
  textColumn(nameOf('rule'), ({ ruleId, ruleName }, language) =>
    ruleId === null ? OVERSPEED_DEVICE_TEXTS[language] : ruleName,
  ),
  textColumn(nameOf('place'), ({ fence, route }) => fence?.name ?? route?.name ?? null),
  textColumn(nameOf('notice'), noticeOf),
];

function toPercent(share: number | null): number | null {
  return share === null ? null : share * 100;
}

/** The overspeeds of devices in the order of the table, with their sums. */
export function createOverspeedReport(addresses: Addresses): ReportDefinition<'overspeeds'> {
  return {
    async open(run, filter, order) {
      const { tx, reader, now } = run;
      const days = requireRecordDays(filter, reader.timeZone);
      const period = await readOverspeedPeriod(tx, reader, filter, days);
      const sum = await readOverspeedSum(tx, reader, filter, period);
      const running = await readTotalRunningTime(tx, reader, filter, days, now);
      const text = TEXTS[reader.language];
      const figures = OVERSPEED_FIGURE_TEXTS[reader.language];
      const { minSeconds, minExcess, ruleIds, fenceIds } = filter;
      const limits: readonly AboutLine[] = [
        [text.rules, ruleIds.length],
        [text.fences, fenceIds.length],
      ];
      async function* pages(): AsyncGenerator<ReportPage<OverspeedRow>> {
        const describe = { addresses, getAddress: addresses.getKnown };
        for await (const rows of readOverspeedPages(tx, reader, filter, period, order))
          yield {
            rows: await presentOverspeeds(tx, reader, rows, running.period, describe),
            total: sum.count,
          };
      }
      return openReport<OverspeedRow, Sums>({
        columns: COLUMNS,
        pages,
        charts: () => overspeedCharts(run, filter, period),
        sums: { ...presentOverspeedSums(sum), share: shareOf(sum.duration, running.total) },
        description: {
          filter: limits.filter(([, count]) => count !== 0),
          // The share is by the time of trips.
          settings: ['movingSpeed', 'gap'],
          thresholds: [
            [text.minSeconds, minSeconds],
            [text.minExcess, minExcess],
          ],
          definitions: OVERSPEED_FIGURES.map((figure) => [figures[figure].name, figures[figure].definition]),
        },
      });
    },
  };
}
