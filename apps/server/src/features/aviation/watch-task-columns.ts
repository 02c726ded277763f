import type { PresentTaskContacts } from '@wakeline/contract/aviation/task-contacts';
import type { TaskFlight } from '@wakeline/contract/aviation/watch-tasks';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskAlertType, TaskAreaMode } from '@wakeline/domain/rules/watch-task';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import type { WatchTaskRow } from '../../aviation/watch-tasks.ts';
import { formatLocalTime } from '../../local-time.ts';
import { FLIGHT_STATE_TEXTS } from './flight-columns.ts';

type LocalizedText = Readonly<Record<Language, string>>;

const ALERTS: Readonly<Record<TaskAlertType, LocalizedText>> = {
  heightAbove: { zh_CN: '高度高于 {limit} 米', en_US: 'Height above {limit} m' },
  heightBelow: { zh_CN: '高度低于 {limit} 米', en_US: 'Height below {limit} m' },
  speedAbove: { zh_CN: '速度高于 {limit} km/h', en_US: 'Speed above {limit} km/h' },
  speedBelow: { zh_CN: '速度低于 {limit} km/h', en_US: 'Speed below {limit} km/h' },
  climb: { zh_CN: '爬升率大于 {limit} m/s', en_US: 'Climb above {limit} m/s' },
  descent: { zh_CN: '下降率大于 {limit} m/s', en_US: 'Descent above {limit} m/s' },
  distance: { zh_CN: '距离大于 {limit} 米', en_US: 'Distance above {limit} m' },
  battery: { zh_CN: '电量不高于 {limit}%', en_US: 'Battery {limit}% or less' },
  inactivity: { zh_CN: '{limit} 分钟无上报', en_US: 'No report for {limit} min' },
};

const AREAS: Readonly<Record<TaskAreaMode, LocalizedText>> = {
  inside: { zh_CN: '须在“{fence}”内', en_US: 'Inside “{fence}”' },
  outside: { zh_CN: '须在“{fence}”外', en_US: 'Outside “{fence}”' },
};

const REMOVED_LINE: LocalizedText = { zh_CN: '已删除的路线', en_US: 'deleted route' };
const REMOVED: LocalizedText = { zh_CN: '已删除的围栏', en_US: 'deleted fence' };
const STATES: Readonly<Record<'open' | 'closed', LocalizedText>> = {
  open: { zh_CN: '开启', en_US: 'Open' },
  closed: { zh_CN: '关闭', en_US: 'Closed' },
};
const SEPARATOR: LocalizedText = { zh_CN: '；', en_US: '; ' };

/** What a row of the export needs besides the task. */
export interface RowOptions {
  readonly language: Language;
  readonly timeZone: string;
  readonly routeNames: ReadonlyMap<number, string>;
  readonly fenceNames: ReadonlyMap<number, string>;
  readonly trackerNames: ReadonlyMap<number, string>;
  readonly contacts: ReadonlyMap<number, PresentTaskContacts>;
  /** Those that the reader sees. */
  readonly flights: ReadonlyMap<number, TaskFlight>;
}

interface Column {
  readonly heading: LocalizedText;
  readonly width: number;
  cell(row: WatchTaskRow, options: RowOptions): WrittenCell;
}

/** A time in the zone of the account, and the same in UTC. */
function times(heading: LocalizedText, read: (row: WatchTaskRow) => Date | null): readonly Column[] {
  const cell = (row: WatchTaskRow, timeZone: string) => {
    const at = read(row);
    return at === null ? '' : formatLocalTime(at.getTime(), timeZone);
  };
  return [
    { heading, width: 20, cell: (row, { timeZone }) => cell(row, timeZone) },
    {
      heading: { zh_CN: `${heading.zh_CN}（UTC）`, en_US: `${heading.en_US} (UTC)` },
      width: 20,
      cell: (row) => {
        const utc = cell(row, 'UTC');
        return utc === '' ? '' : `${utc}Z`;
      },
    },
  ];
}

const OVERDUE_TEXTS: Readonly<Record<'takeoff' | 'arrival' | 'uncertain', LocalizedText>> = {
  takeoff: { zh_CN: '未起飞', en_US: 'no take-off' },
  arrival: { zh_CN: '未着陆', en_US: 'not landed' },
  uncertain: { zh_CN: '未着陆，情况不明 INCERFA', en_US: 'not landed, INCERFA' },
};

/** A column about the flight of a task; empty without one. */
function ofFlight(
  heading: LocalizedText,
  width: number,
  cell: (flight: TaskFlight, options: RowOptions) => WrittenCell,
): Column {
  return {
    heading,
    width,
    cell: (row, options) => {
      const flight = options.flights.get(row.flight_id ?? 0);
      return flight === undefined ? null : cell(flight, options);
    },
  };
}

/** A time of the flight in the zone of the account, and the same in UTC. */
function flightTimes(heading: LocalizedText, read: (flight: TaskFlight) => number | null): readonly Column[] {
  const inUtc = { zh_CN: `${heading.zh_CN}（UTC）`, en_US: `${heading.en_US} (UTC)` };
  return [
    ofFlight(heading, 20, (flight, { timeZone }) => {
      const at = read(flight);
      return at === null ? null : formatLocalTime(at, timeZone);
    }),
    ofFlight(inUtc, 20, (flight) => {
      const at = read(flight);
      return at === null ? null : `${formatLocalTime(at, 'UTC')}Z`;
    }),
  ];
}

function flightStateText({ state, overdue }: TaskFlight, { language }: RowOptions): string {
  const text = FLIGHT_STATE_TEXTS[state][language];
  if (overdue === null) return text;
  const reason = OVERDUE_TEXTS[overdue.isUncertain ? 'uncertain' : overdue.reason][language];
  return language === 'zh_CN' ? `${text}（${reason}）` : `${text} (${reason})`;
}

/** The flight of the task, if it has one. */
const FLIGHT_COLUMNS: readonly Column[] = [
  ofFlight({ zh_CN: '计划航班', en_US: 'Planned flight' }, 16, ({ flightNumber }) => flightNumber),
  ofFlight({ zh_CN: '机尾号', en_US: 'Tail number' }, 14, ({ tailNumber }) => tailNumber),
  ofFlight(
    { zh_CN: '起飞地点', en_US: 'Departure' },
    20,
    ({ departure }) => departure.ident ?? departure.fieldName,
  ),
  ofFlight({ zh_CN: '着陆地点', en_US: 'Arrival' }, 20, ({ arrival }) => arrival.ident ?? arrival.fieldName),
  ...flightTimes({ zh_CN: '撤轮挡（EOBT）', en_US: 'Off-block (EOBT)' }, ({ takeoffTime }) => takeoffTime),
  ...flightTimes({ zh_CN: '预计到达（ETA）', en_US: 'Arrival (ETA)' }, ({ arrivalTime }) => arrivalTime),
  ofFlight({ zh_CN: '航班状态', en_US: 'Flight state' }, 24, flightStateText),
  ...flightTimes({ zh_CN: '实际起飞', en_US: 'Actual take-off' }, ({ actualTakeoff }) => actualTakeoff),
  ...flightTimes({ zh_CN: '实际着陆', en_US: 'Actual landing' }, ({ actualLanding }) => actualLanding),
];

const COLUMNS: readonly Column[] = [
  { heading: { zh_CN: '任务名称', en_US: 'Task' }, width: 24, cell: ({ name }) => name },
  { heading: { zh_CN: '航班号', en_US: 'Flight number' }, width: 16, cell: (row) => row.flight_number },
  {
    heading: { zh_CN: '状态', en_US: 'State' },
    width: 10,
    cell: ({ is_open }, { language }) => STATES[is_open ? 'open' : 'closed'][language],
  },
  ...times({ zh_CN: '开始时间', en_US: 'From' }, (row) => row.execute_from),
  ...times({ zh_CN: '结束时间', en_US: 'To' }, (row) => row.execute_to),
  {
    heading: { zh_CN: '设备', en_US: 'Devices' },
    width: 32,
    cell: (row, { language, trackerNames }) =>
      row.tracker_ids.flatMap((trackerId) => trackerNames.get(trackerId) ?? []).join(SEPARATOR[language]),
  },
  {
    heading: { zh_CN: '航线', en_US: 'Line' },
    width: 24,
    cell: ({ line }, { language, routeNames }) =>
      line === null ? '' : (routeNames.get(line.routeId) ?? REMOVED_LINE[language]),
  },
  {
    heading: { zh_CN: '偏航距离（米）', en_US: 'Deviation limit (m)' },
    width: 14,
    cell: ({ line }) => line?.limit || null,
  },
  {
    heading: { zh_CN: '最低高度（米）', en_US: 'Lowest height (m)' },
    width: 14,
    cell: ({ line }) => line?.lowest ?? null,
  },
  {
    heading: { zh_CN: '最高高度（米）', en_US: 'Highest height (m)' },
    width: 14,
    cell: ({ line }) => line?.highest ?? null,
  },
  {
    heading: { zh_CN: '区域', en_US: 'Areas' },
    width: 32,
    cell: ({ areas }, { language, fenceNames }) =>
      areas
        .map(({ fenceId, mode }) =>
          AREAS[mode][language].replace('{fence}', () => fenceNames.get(fenceId) ?? REMOVED[language]),
        )
        .join(SEPARATOR[language]),
  },
  {
    heading: { zh_CN: '位移范围（米）', en_US: 'Shift range (m)' },
    width: 14,
    cell: (row) => row.shift_range,
  },
  {
    heading: { zh_CN: '阈值告警', en_US: 'Alerts' },
    width: 40,
    cell: ({ alerts }, { language }) =>
      alerts
        .map(({ type, limit }) => ALERTS[type][language].replace('{limit}', `${limit}`))
        .join(SEPARATOR[language]),
  },
  {
    heading: { zh_CN: '手机号', en_US: 'Phones' },
    width: 24,
    cell: (row, options) => addresses(options.contacts.get(row.task_id)?.phones, options),
  },
  {
    heading: { zh_CN: '邮箱', en_US: 'E-mail addresses' },
    width: 32,
    cell: (row, options) => addresses(options.contacts.get(row.task_id)?.emails, options),
  },
  { heading: { zh_CN: '备注', en_US: 'Note' }, width: 32, cell: ({ note }) => note },
  ...FLIGHT_COLUMNS,
];

function addresses(contacts: PresentTaskContacts['emails'] = [], { language }: RowOptions): string {
  return contacts.map(({ address }) => address).join(SEPARATOR[language]);
}

export function watchTaskColumns(language: Language): readonly WrittenColumn[] {
  return COLUMNS.map(({ heading, width }) => ({ heading: heading[language], width, format: 'text' }));
}

export function toWatchTaskCells(row: WatchTaskRow, options: RowOptions): readonly WrittenCell[] {
  return COLUMNS.map(({ cell }) => cell(row, options));
}
