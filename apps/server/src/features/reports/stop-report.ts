import { toStopChart } from '@wakeline/charts/stop-chart';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { StopRow, StopSums } from '@wakeline/contract/reports/stops';
import {
  STOP_FIGURE_TEXTS,
  STOP_FIGURES,
  STOP_STATUS_TEXTS,
  type StopFigure,
} from '@wakeline/contract/reports/stops-texts';
import type { Addresses } from '../../places/addresses.ts';
import { countRecomputing } from '../../positions/late-positions.ts';
import type { DeviceStores } from '../../positions/position-store.ts';
import type { PrintedUnit } from '../../report-files/pdf/pdf-content.ts';
import {
  durationColumn,
  instantColumn,
  type LocalizedText,
  numberColumn,
  type ReportColumn,
  sameText,
  textColumn,
} from '../../report-files/report-columns.ts';
import { openReport, type ReportDefinition, type ReportPage } from '../../report-files/report-definition.ts';
import { formatDay } from '../../reports/report-days.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import { readStopPages, readStopSums } from '../../reports/stops.ts';
import { presentStopDays, presentStopSum, presentStops } from './present-stops.ts';
import { requireRecordDays } from './record-days.ts';
import { type FindObjectsAt, findStops } from './stop-search.ts';

const TEXTS = {
  zh_CN: { minutes: '最短时长（分钟）', recomputing: '正在重新统计的设备数', places: '限定的围栏和标注点数' },
  en_US: {
    minutes: 'Least duration (minutes)',
    recomputing: 'Devices whose figures are being computed again',
    places: 'Fences and points to which it is limited',
  },
} as const satisfies Record<Language, object>;

const DEGREES = sameText('°');

function nameOf(figure: StopFigure): LocalizedText {
  return { zh_CN: STOP_FIGURE_TEXTS.zh_CN[figure].name, en_US: STOP_FIGURE_TEXTS.en_US[figure].name };
}

type Column = ReportColumn<StopRow, StopSums>;

const COLUMNS: readonly Column[] = [
  textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ trackerName }) => trackerName, { width: 28 }),
  textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20 }),
  textColumn({ zh_CN: '分组', en_US: 'Group' }, ({ groupName }) => groupName, { isSecondary: true }),
  instantColumn(nameOf('start'), ({ startTime }) => startTime),
  instantColumn({ zh_CN: '结束时间', en_US: 'End' }, ({ endTime }) => endTime),
  {
    ...durationColumn<StopRow>(nameOf('duration'), ({ duration }) => duration),
    sum: ({ duration }) => ({ durationMs: duration }),
  },
  textColumn(
    nameOf('status'),
    ({ gDeviceStatus }, language) => STOP_STATUS_TEXTS[language][gDeviceStatus] ?? null,
    { width: 18 },
  ),
  textColumn({ zh_CN: '地址', en_US: 'Address' }, ({ address }) => address, { width: 36 }),
  numberColumn({ zh_CN: '纬度', en_US: 'Latitude' }, DEGREES, ({ latitude }) => latitude, {
    ...{ digits: 7, isSecondary: true },
  }),
  numberColumn({ zh_CN: '经度', en_US: 'Longitude' }, DEGREES, ({ longitude }) => longitude, {
    ...{ digits: 7, isSecondary: true },
  }),
  textColumn(nameOf('objects'), ({ objects }, language) =>
    objects.length === 0 ? null : objects.join(language === 'zh_CN' ? '、' : ', '),
  ),
  durationColumn(nameOf('sinceLast'), ({ sinceLast }) => sinceLast),
  {
    ...durationColumn<StopRow>(nameOf('ignitionTime'), ({ ignitionTime }) => ignitionTime),
    sum: ({ ignitionTime }) => (ignitionTime === null ? null : { durationMs: ignitionTime }),
  },
];

/** The stops of devices in the order of the table, with their sums. */
export function createStopReport({
  addresses,
  findObjectsAt,
  positions,
  eventArchive,
}: DeviceStores & {
  readonly addresses: Addresses;
  readonly findObjectsAt: FindObjectsAt;
}): ReportDefinition<'stops'> {
  return {
    async open({ tx, reader, now }, filter, order) {
      const days = requireRecordDays(filter, reader.timeZone);
      const search = await findStops(tx, reader, filter, days, findObjectsAt);
      const sumRows = await readStopSums(tx, reader, search);
      const sums = presentStopSum(sumRows);
      const recomputing = await countRecomputing(tx, devicesOfReport(tx, reader, filter), days);
      const text = TEXTS[reader.language];
      const figures = STOP_FIGURE_TEXTS[reader.language];
      const places = filter.fenceIds.length + filter.labelPointIds.length;
      async function* pages(): AsyncGenerator<ReportPage<StopRow>> {
        for await (const rows of readStopPages(tx, reader, search, order)) {
          const describe = { addresses, getAddress: addresses.getKnown, findObjectsAt };
          yield {
            rows: await presentStops({ db: tx, positions, eventArchive }, reader, rows, describe),
            total: sums.stops,
          };
        }
      }
      return openReport<StopRow, StopSums>({
        columns: COLUMNS,
        pages,
        sums,
        charts: async () => [
          toStopChart<PrintedUnit>(presentStopDays(sumRows, days), {
            ...{ measure: 'stops', unit: 'count', language: reader.language },
            today: formatDay(days.dayOf(now).day),
          }),
        ],
        description: {
          filter: [
            ...(places === 0 ? [] : [[text.places, places] as const]),
            [text.recomputing, recomputing],
          ],
          settings: ['movingSpeed', 'gap'],
          thresholds: [[text.minutes, filter.minMinutes]],
          definitions: STOP_FIGURES.map((figure) => [figures[figure].name, figures[figure].definition]),
        },
      });
    },
  };
}
