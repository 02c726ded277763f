import type { Language } from '@wakeline/contract/entities/user-config';
import { knownFigure, type OverviewGrouping, type OverviewRow } from '@wakeline/contract/reports/overview';
import { OVERVIEW_FIGURE_TEXTS, type OverviewFigure } from '@wakeline/contract/reports/overview-texts';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';

type LocalizedText = Readonly<Record<Language, string>>;

export interface OverviewSheetOptions {
  readonly by: OverviewGrouping;
  readonly language: Language;
  readonly timeZone: string;
}

interface Column {
  /** A figure of the contract, or the text of the heading. */
  readonly heading: OverviewFigure | LocalizedText;
  /** The unit in the heading. */
  readonly unit?: LocalizedText;
  readonly width: number;
  readonly format: WrittenColumn['format'];
  readonly cell: (row: OverviewRow, toLocal: (time: number) => number) => WrittenCell;
}

const same = (text: string): LocalizedText => ({ zh_CN: text, en_US: text });
const KM = same('km');
const KMH = same('km/h');
const PERCENT = same('%');

const round = (value: number, digits: number) => Number(value.toFixed(digits));

function text(heading: LocalizedText, width: number, cell: Column['cell']): Column {
  return { heading, width, format: 'text', cell };
}

function count(heading: OverviewFigure, cell: Column['cell']): Column {
  return { heading, width: 12, format: 'general', cell };
}

function duration(heading: OverviewFigure, value: (row: OverviewRow) => number | null): Column {
  const cell = (row: OverviewRow) => {
    const durationMs = value(row);
    return durationMs === null ? null : { durationMs };
  };
  return { heading, width: 14, format: 'duration', cell };
}

function time(heading: Column['heading'], value: (row: OverviewRow) => number | null): Column {
  const cell: Column['cell'] = (row, toLocal) => {
    const instant = value(row);
    return instant === null ? null : { localMs: toLocal(instant) };
  };
  return { heading, width: 20, format: 'date', cell };
}

function number(
  heading: Column['heading'],
  unit: LocalizedText,
  value: (row: OverviewRow) => number | null,
  digits: number,
): Column {
  const cell = (row: OverviewRow) => {
    const exact = value(row);
    return exact === null ? null : round(exact, digits);
  };
  return { heading, unit, width: 16, format: 'general', cell };
}

const toKilometres = (metres: number | null) => (metres === null ? null : metres / 1_000);
const percent = (share: number | null) => (share === null ? null : share * 100);

const NAME = text({ zh_CN: '设备名称', en_US: 'Device' }, 28, (row) => row.trackerName);
const IMEI = text(same('IMEI'), 20, (row) => row.imei);
const GROUP = text({ zh_CN: '分组', en_US: 'Group' }, 24, (row) => row.groupName);
const DEVICES: Column = {
  ...text({ zh_CN: '有数据的设备', en_US: 'Devices with data' }, 14, ({ devices }) => devices),
  format: 'general',
};
/** A day is a date without a time zone. */
const day = (heading: LocalizedText): Column => ({
  heading,
  width: 20,
  format: 'date',
  cell: ({ startDay }) => (startDay === null ? null : { localMs: Date.parse(`${startDay}T00:00:00Z`) }),
});

const KEYS: Readonly<Record<OverviewGrouping, readonly Column[]>> = {
  device: [NAME, IMEI, GROUP],
  deviceDay: [NAME, IMEI, GROUP, day({ zh_CN: '日期', en_US: 'Day' })],
  group: [GROUP, DEVICES],
  day: [day({ zh_CN: '日期', en_US: 'Day' }), DEVICES],
  week: [day({ zh_CN: '周起始日', en_US: 'Week from' }), DEVICES],
  month: [day({ zh_CN: '月起始日', en_US: 'Month from' }), DEVICES],
  total: [DEVICES],
};

const FIGURES: readonly Column[] = [
  number('mileage', KM, (row) => toKilometres(knownFigure(row, 'mileage')), 3),
  duration('tripTime', (row) => knownFigure(row, 'tripTime')),
  duration('stopTime', (row) => knownFigure(row, 'stopTime')),
  duration('gapTime', (row) => knownFigure(row, 'gapTime')),
  count('trips', (row) => knownFigure(row, 'trips')),
  count('stops', (row) => knownFigure(row, 'stops')),
  number('averageSpeed', KMH, ({ averageSpeed }) => averageSpeed, 1),
  number('maxSpeed', KMH, ({ maxSpeed }) => maxSpeed?.speed ?? null, 1),
  time(
    { zh_CN: '最高速度时间', en_US: 'Time of the highest speed' },
    ({ maxSpeed }) => maxSpeed?.time ?? null,
  ),
  number(
    { zh_CN: '最高速度纬度', en_US: 'Latitude of the highest speed' },
    same('°'),
    ({ maxSpeed }) => maxSpeed?.latitude ?? null,
    7,
  ),
  number(
    { zh_CN: '最高速度经度', en_US: 'Longitude of the highest speed' },
    same('°'),
    ({ maxSpeed }) => maxSpeed?.longitude ?? null,
    7,
  ),
  count('overspeeds', ({ overspeeds }) => overspeeds),
  count('alarms', ({ alarms }) => alarms),
  count('entries', ({ entries }) => entries),
  count('exits', ({ exits }) => exits),
  time('firstFix', ({ firstFix }) => firstFix),
  time('lastFix', ({ lastFix }) => lastFix),
  number('onlineRate', PERCENT, ({ onlineRate }) => percent(onlineRate), 1),
  number('coverage', PERCENT, ({ coverage }) => percent(coverage), 1),
  duration('ignitionTime', ({ ignitionTime }) => ignitionTime),
  duration('idleTime', ({ idleTime }) => idleTime),
];

/** Columns with their unit, or time zone, in the heading. */
export function overviewColumns({ by, language, timeZone }: OverviewSheetOptions): readonly WrittenColumn[] {
  return [...KEYS[by], ...FIGURES].map(({ heading, unit, width, format, cell }) => {
    const name =
      typeof heading === 'string' ? OVERVIEW_FIGURE_TEXTS[language][heading].name : heading[language];
    const isInstant = format === 'date' && !KEYS[by].some((key) => key.cell === cell);
    const note = isInstant ? timeZone : unit?.[language];
    return { heading: note === undefined ? name : withNote(name, note, language), width, format };
  });
}

function withNote(name: string, note: string, language: Language): string {
  return language === 'zh_CN' ? `${name}（${note}）` : `${name} (${note})`;
}

/** Returns the function that writes the cells of a row. */
export function createOverviewWriter({
  by,
  timeZone,
}: OverviewSheetOptions): (row: OverviewRow) => readonly WrittenCell[] {
  const toLocal = createUtcToLocal(timeZone);
  const columns = [...KEYS[by], ...FIGURES];
  return (row) => columns.map(({ cell }) => cell(row, toLocal));
}
