import { CHART_TOP, isOverTime } from '@wakeline/charts/report-chart';
import { toWarnChart } from '@wakeline/charts/warn-chart';
import type { Language } from '@wakeline/contract/entities/user-config';
import { ALARM_STATE_TEXTS } from '@wakeline/contract/notices/alarm-texts';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import type { WarnCountRow, WarnGrouping, WarnRow, WarnSums } from '@wakeline/contract/reports/warns';
import {
  ALARM_LEVEL_TEXTS,
  WARN_FIGURE_TEXTS,
  WARN_FIGURES,
  type WarnFigure,
} from '@wakeline/contract/reports/warns-texts';
import { typesOfLevel } from '@wakeline/domain/notices/alarm-level';
import { readAlarmRecordPages, readAlarmSums } from '../../events/alarm-records.ts';
import type { Addresses } from '../../places/addresses.ts';
import type { DeviceStores } from '../../positions/position-store.ts';
import type { PrintedUnit } from '../../report-files/pdf/pdf-content.ts';
import {
  countColumn,
  dayColumn,
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
import { formatDay, reportDays } from '../../reports/report-days.ts';
import { countWarns, sortWarnCounts } from './count-warns.ts';
import { presentWarnSum, presentWarns } from './present-warns.ts';
import { requireRecordDays } from './record-days.ts';
import { findWarns } from './warn-search.ts';

const TEXTS = {
  zh_CN: { types: '类型', levels: '级别', handling: '处理状态', all: '全部', separator: '、' },
  en_US: { types: 'Types', levels: 'Levels', handling: 'Handling', all: 'all', separator: ', ' },
} as const satisfies Record<Language, object>;

const READ_TEXTS = { zh_CN: ['未读', '已读'], en_US: ['Unread', 'Read'] } as const;
const DEGREES = sameText('°');
const SECONDARY = { isSecondary: true };

function nameOf(figure: WarnFigure): LocalizedText {
  return { zh_CN: WARN_FIGURE_TEXTS.zh_CN[figure].name, en_US: WARN_FIGURE_TEXTS.en_US[figure].name };
}

const COLUMNS: readonly ReportColumn<WarnRow>[] = [
  instantColumn(nameOf('time'), ({ time }) => time),
  textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ trackerName }) => trackerName, { width: 28 }),
  textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20 }),
  textColumn({ zh_CN: '分组', en_US: 'Group' }, ({ groupName }) => groupName, SECONDARY),
  textColumn({ zh_CN: '类型', en_US: 'Type' }, ({ msgType }, language) => NOTICE_TITLES[language][msgType], {
    width: 18,
  }),
  textColumn(nameOf('level'), ({ level }, language) => ALARM_LEVEL_TEXTS[language][level], { width: 10 }),
  textColumn({ zh_CN: '围栏', en_US: 'Fence' }, ({ fenceName }) => fenceName, SECONDARY),
  textColumn({ zh_CN: '地址', en_US: 'Address' }, ({ address }) => address || null, { width: 36 }),
  numberColumn({ zh_CN: '纬度', en_US: 'Latitude' }, DEGREES, ({ location }) => location?.latitude ?? null, {
    ...{ digits: 7, isSecondary: true },
  }),
  numberColumn(
    { zh_CN: '经度', en_US: 'Longitude' },
    DEGREES,
    ({ location }) => location?.longitude ?? null,
    {
      ...{ digits: 7, isSecondary: true },
    },
  ),
  numberColumn(nameOf('speed'), sameText('km/h'), ({ speed }) => speed, { digits: 1 }),
  durationColumn(nameOf('duration'), ({ duration }) => duration),
  textColumn(
    nameOf('handling'),
    ({ handling }, language) => (handling === null ? null : ALARM_STATE_TEXTS[language][handling.state]),
    { width: 12 },
  ),
  textColumn({ zh_CN: '处理人', en_US: 'Owner' }, ({ handling }) => handling?.owner || null, { width: 16 }),
  instantColumn(
    { zh_CN: '处理时间', en_US: 'Handled at' },
    ({ handling }) => handling?.changedAt ?? null,
    SECONDARY,
  ),
  textColumn({ zh_CN: '备注', en_US: 'Note' }, ({ note }) => note || null),
  textColumn(
    nameOf('read'),
    ({ isRead }, language) => (isRead === null ? null : READ_TEXTS[language][isRead ? 1 : 0]),
    { width: 10 },
  ),
];

interface NamedFilter {
  readonly msgTypes: readonly (keyof (typeof NOTICE_TITLES)['zh_CN'])[];
  readonly levels: readonly (keyof (typeof ALARM_LEVEL_TEXTS)['zh_CN'])[];
}

function describeFilter({ msgTypes, levels }: NamedFilter, language: Language): readonly AboutLine[] {
  const text = TEXTS[language];
  const list = (names: readonly string[]) => (names.length === 0 ? text.all : names.join(text.separator));
  return [
    [text.types, list(msgTypes.map((type) => NOTICE_TITLES[language][type]))],
    [text.levels, list(levels.map((level) => ALARM_LEVEL_TEXTS[language][level]))],
  ];
}

function definitionsOf(language: Language): readonly AboutLine[] {
  const figures = WARN_FIGURE_TEXTS[language];
  return WARN_FIGURES.map((figure) => [figures[figure].name, figures[figure].definition]);
}

/** The alarms of devices by time. */
export function createWarnReport({
  addresses,
  positions,
  eventArchive,
}: DeviceStores & { readonly addresses: Addresses }): ReportDefinition<'warns'> {
  return {
    async open({ tx, reader, now }, filter, { direction }) {
      const { language, timeZone } = reader;
      const days = requireRecordDays(filter, timeZone);
      const search = await findWarns({ db: tx, eventArchive }, reader, filter, days, now);
      const options = {
        by: 'total',
        days: [],
        timeZone,
        urgent: typesOfLevel('urgent'),
        info: typesOfLevel('info'),
      } as const;
      const { alarms: total } = presentWarnSum(await readAlarmSums(tx, search, options));
      async function* pages(): AsyncGenerator<ReportPage<WarnRow>> {
        const describe = { addresses, getAddress: addresses.getKnown, now };
        for await (const rows of readAlarmRecordPages(tx, search, direction))
          yield {
            rows: await presentWarns({ db: tx, positions, eventArchive }, reader, rows, describe),
            total,
          };
      }
      const { handling } = filter;
      const text = TEXTS[language];
      const states = handling.map((state) => ALARM_STATE_TEXTS[language][state]).join(text.separator);
      return openReport<WarnRow>({
        columns: COLUMNS,
        pages,
        sums: null,
        description: {
          filter: [...describeFilter(filter, language), [text.handling, states === '' ? text.all : states]],
          settings: [],
          thresholds: [],
          definitions: definitionsOf(language),
        },
      });
    },
  };
}

type CountColumn = ReportColumn<WarnCountRow, WarnSums>;

const day = (heading: LocalizedText): CountColumn =>
  dayColumn(heading, ({ startDay }: WarnCountRow) => startDay);

const KEY_COLUMNS: Readonly<Record<WarnGrouping, readonly CountColumn[]>> = {
  type: [
    textColumn({ zh_CN: '类型', en_US: 'Type' }, ({ msgType }: WarnCountRow, language) =>
      msgType === null ? null : NOTICE_TITLES[language][msgType],
    ),
  ],
  device: [
    textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ trackerName }: WarnCountRow) => trackerName, {
      width: 28,
    }),
    textColumn(sameText('IMEI'), ({ imei }: WarnCountRow) => imei, { width: 20 }),
  ],
  group: [textColumn({ zh_CN: '分组', en_US: 'Group' }, ({ groupName }: WarnCountRow) => groupName)],
  hour: [
    textColumn({ zh_CN: '小时', en_US: 'Hour' }, ({ hour }: WarnCountRow) =>
      hour === null ? null : `${String(hour).padStart(2, '0')}:00`,
    ),
  ],
  day: [day({ zh_CN: '日期', en_US: 'Day' })],
  week: [day({ zh_CN: '周起始日', en_US: 'Week from' })],
  month: [day({ zh_CN: '月起始日', en_US: 'Month from' })],
};

const summed = (heading: LocalizedText, name: keyof WarnSums): CountColumn => ({
  ...countColumn<WarnCountRow>(heading, (row) => row[name]),
  sum: (sums) => sums[name],
});

const COUNT_COLUMNS: readonly CountColumn[] = [
  summed(nameOf('count'), 'alarms'),
  summed({ zh_CN: '紧急', en_US: 'Urgent' }, 'urgent'),
  summed({ zh_CN: '提醒', en_US: 'Info' }, 'info'),
  summed({ zh_CN: '设备数', en_US: 'Devices' }, 'devices'),
  instantColumn({ zh_CN: '首次', en_US: 'First' }, ({ first }) => first),
  instantColumn({ zh_CN: '末次', en_US: 'Last' }, ({ last }) => last),
];

/** The numbers of alarms, with their sums. */
export function createWarnCountReport({
  eventArchive,
}: Pick<DeviceStores, 'eventArchive'>): ReportDefinition<'warnCount'> {
  return {
    async open({ tx, reader, now }, filter, order) {
      const { language, timeZone } = reader;
      const days = reportDays(filter.startDay, filter.endDay, timeZone);
      const { rows, sum } = await countWarns({ db: tx, eventArchive }, reader, filter, order, days, now);
      return openReport<WarnCountRow, WarnSums>({
        hasData: sum.alarms > 0,
        columns: [...KEY_COLUMNS[filter.by], ...COUNT_COLUMNS],
        async *pages() {
          yield { rows, total: rows.length };
        },
        sums: sum,
        charts: async () => {
          const { by } = filter;
          const charted = isOverTime(by)
            ? sortWarnCounts(rows, { sort: 'key', direction: 'ascending' })
            : sortWarnCounts(rows, { sort: 'alarms', direction: 'descending' }).slice(0, CHART_TOP);
          const today = formatDay(days.dayOf(now).day);
          return [toWarnChart<PrintedUnit>(charted, { by, today, language, period: filter, unit: 'count' })];
        },
        description: {
          filter: describeFilter(filter, language),
          settings: [],
          thresholds: [],
          definitions: definitionsOf(language),
        },
      });
    },
  };
}
