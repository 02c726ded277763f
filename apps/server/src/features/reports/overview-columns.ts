import {
  knownFigure,
  type OverviewFigures,
  type OverviewGrouping,
  type OverviewRow,
} from '@wakeline/contract/reports/overview';
import { OVERVIEW_FIGURE_TEXTS, type OverviewFigure } from '@wakeline/contract/reports/overview-texts';
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

type Column = ReportColumn<OverviewRow, OverviewFigures>;

const KM = sameText('km');
const KMH = sameText('km/h');
const PERCENT = sameText('%');
const DEGREES = sameText('°');

const toKilometres = (metres: number | null) => (metres === null ? null : metres / 1_000);
const toPercent = (share: number | null) => (share === null ? null : share * 100);

function nameOf(figure: OverviewFigure): LocalizedText {
  return {
    zh_CN: OVERVIEW_FIGURE_TEXTS.zh_CN[figure].name,
    en_US: OVERVIEW_FIGURE_TEXTS.en_US[figure].name,
  };
}

const NAME = textColumn({ zh_CN: '设备名称', en_US: 'Device' }, (row: OverviewRow) => row.trackerName, {
  width: 28,
});
const IMEI = textColumn(sameText('IMEI'), (row: OverviewRow) => row.imei, { width: 20 });
const GROUP = textColumn({ zh_CN: '分组', en_US: 'Group' }, (row: OverviewRow) => row.groupName);
const DEVICES = summed(
  countColumn({ zh_CN: '有数据的设备', en_US: 'Devices with data' }, (row: OverviewFigures) => row.devices, {
    width: 14,
  }),
);
const day = (heading: LocalizedText) => dayColumn(heading, (row: OverviewRow) => row.startDay);

const KEYS: Readonly<Record<OverviewGrouping, readonly Column[]>> = {
  device: [NAME, IMEI, GROUP],
  deviceDay: [NAME, IMEI, GROUP, day({ zh_CN: '日期', en_US: 'Day' })],
  group: [GROUP, DEVICES],
  day: [day({ zh_CN: '日期', en_US: 'Day' }), DEVICES],
  week: [day({ zh_CN: '周起始日', en_US: 'Week from' }), DEVICES],
  month: [day({ zh_CN: '月起始日', en_US: 'Month from' }), DEVICES],
  total: [DEVICES],
};

type FigureColumn = ReportColumn<OverviewFigures>;

const SECONDARY = { isSecondary: true };

const FIGURES: readonly FigureColumn[] = [
  numberColumn(nameOf('mileage'), KM, (row) => toKilometres(knownFigure(row, 'mileage')), { digits: 3 }),
  durationColumn(nameOf('tripTime'), (row) => knownFigure(row, 'tripTime')),
  durationColumn(nameOf('stopTime'), (row) => knownFigure(row, 'stopTime')),
  durationColumn(nameOf('gapTime'), (row) => knownFigure(row, 'gapTime')),
  countColumn(nameOf('trips'), (row) => knownFigure(row, 'trips')),
  countColumn(nameOf('stops'), (row) => knownFigure(row, 'stops')),
  numberColumn(nameOf('averageSpeed'), KMH, ({ averageSpeed }) => averageSpeed, { digits: 1 }),
  numberColumn(nameOf('maxSpeed'), KMH, ({ maxSpeed }) => maxSpeed?.speed ?? null, { digits: 1 }),
  instantColumn(
    { zh_CN: '最高速度时间', en_US: 'Time of the highest speed' },
    ({ maxSpeed }) => maxSpeed?.time ?? null,
    SECONDARY,
  ),
  numberColumn(
    { zh_CN: '最高速度纬度', en_US: 'Latitude of the highest speed' },
    DEGREES,
    ({ maxSpeed }) => maxSpeed?.latitude ?? null,
    { ...SECONDARY, digits: 7 },
  ),
  numberColumn(
    { zh_CN: '最高速度经度', en_US: 'Longitude of the highest speed' },
    DEGREES,
    ({ maxSpeed }) => maxSpeed?.longitude ?? null,
    { ...SECONDARY, digits: 7 },
  ),
  countColumn(nameOf('overspeeds'), ({ overspeeds }) => overspeeds),
  countColumn(nameOf('alarms'), ({ alarms }) => alarms),
  countColumn(nameOf('entries'), ({ entries }) => entries, SECONDARY),
  countColumn(nameOf('exits'), ({ exits }) => exits, SECONDARY),
  instantColumn(nameOf('firstFix'), ({ firstFix }) => firstFix, SECONDARY),
  instantColumn(nameOf('lastFix'), ({ lastFix }) => lastFix, SECONDARY),
  numberColumn(nameOf('onlineRate'), PERCENT, ({ onlineRate }) => toPercent(onlineRate), { digits: 1 }),
  numberColumn(nameOf('coverage'), PERCENT, ({ coverage }) => toPercent(coverage), { digits: 1 }),
  durationColumn(nameOf('ignitionTime'), ({ ignitionTime }) => ignitionTime, SECONDARY),
  durationColumn(nameOf('idleTime'), ({ idleTime }) => idleTime),
  numberColumn(nameOf('nightMileage'), KM, (row) => toKilometres(knownFigure(row, 'nightMileage')), {
    ...SECONDARY,
    digits: 3,
  }),
  durationColumn(nameOf('nightTime'), (row) => knownFigure(row, 'nightTime'), SECONDARY),
];

/** The columns of the overview by what its rows are about. All figures have sums. */
export function overviewColumns(by: OverviewGrouping): readonly Column[] {
  return [...KEYS[by], ...FIGURES.map(summed)];
}
