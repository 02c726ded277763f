import type { Language } from '../entities/user-config.ts';
import type { OverviewFigures } from './overview.ts';

/** Figures of the operation overview, in the order of its columns. */
export const OVERVIEW_FIGURES = [
  'mileage',
  'tripTime',
  'stopTime',
  'gapTime',
  'trips',
  'stops',
  'averageSpeed',
  'maxSpeed',
  'overspeeds',
  'alarms',
  'entries',
  'exits',
  'firstFix',
  'lastFix',
  'onlineRate',
  'coverage',
  'ignitionTime',
  'idleTime',
  'nightMileage',
  'nightTime',
] as const satisfies readonly (keyof OverviewFigures)[];
export type OverviewFigure = (typeof OVERVIEW_FIGURES)[number];

interface FigureText {
  readonly name: string;
  readonly definition: string;
}

/** Names of the figures and how they are computed, for the console and for files that the server writes. */
export const OVERVIEW_FIGURE_TEXTS: Readonly<Record<Language, Readonly<Record<OverviewFigure, FigureText>>>> =
  {
    zh_CN: {
      mileage: {
        name: '里程',
        definition: '相邻定位点之间的距离之和，包括停留和无数据期间；速度不可能达到的跳点不计入。',
      },
      tripTime: {
        name: '运行时长',
        definition: '各次行程的时长之和。行程从开始运动的第一个定位点起，到静止的第一个定位点止。',
      },
      stopTime: { name: '停留时长', definition: '各次停留的时长之和。静止满 3 分钟记为一次停留。' },
      gapTime: {
        name: '无数据时长',
        definition: '相邻定位点间隔达到账号设置的时长（默认 1 小时）的时间：既不算行程，也不算停留。',
      },
      trips: {
        name: '行程数',
        definition: '在该时段内开始、且达到账号设置的最小里程和时长的行程。跨越零点的行程计入开始的那一天。',
      },
      stops: { name: '停留次数', definition: '在该时段内开始、且达到账号设置的最短时长的停留。' },
      averageSpeed: {
        name: '平均速度',
        definition: '行程的里程除以行程的时长，不是各定位点速度的平均值。',
      },
      maxSpeed: { name: '最高速度', definition: '行程中定位点上报的最高速度，以及时间和位置。' },
      overspeeds: { name: '超速次数', definition: '该时段内发生的超速。' },
      alarms: {
        name: '报警次数',
        definition: '该时段内发生的报警，不含超速报警和进出围栏，它们有各自的列。',
      },
      entries: { name: '进围栏', definition: '该时段内进入围栏的次数。' },
      exits: { name: '出围栏', definition: '该时段内离开围栏的次数。' },
      firstFix: { name: '首次上报', definition: '该时段内第一个定位点的时间。' },
      lastFix: { name: '末次上报', definition: '该时段内最后一个定位点的时间。' },
      onlineRate: {
        name: '在线率',
        definition: '设备不处于离线状态的时间，除以该时段内自激活起已过去的时间。',
      },
      coverage: {
        name: '数据覆盖率',
        definition: '行程和停留的时间除以该时段内已过去的时间，其余时间没有数据。',
      },
      ignitionTime: { name: '点火时长', definition: '点火（ACC 开）的时间。设备从不上报点火状态时为空。' },
      idleTime: { name: '怠速时长', definition: '停留中点火的时间。设备从不上报点火状态时为空。' },
      nightMileage: { name: '夜间里程', definition: '行程在夜间时段内的里程。夜间时段由账号设置。' },
      nightTime: { name: '夜间运行时长', definition: '行程在夜间时段内的时间。' },
    },
    en_US: {
      mileage: {
        name: 'Mileage',
        definition:
          'Sum of the distances between successive fixes, also during stops and without data. Jumps at an impossible speed are left out.',
      },
      tripTime: {
        name: 'Running time',
        definition: 'Time of all trips. A trip lasts from the first fix in motion to the first slow one.',
      },
      stopTime: {
        name: 'Stopped time',
        definition: 'Time of all stops. A stop is a standstill of 3 minutes or more.',
      },
      gapTime: {
        name: 'No data',
        definition:
          'Time between two fixes that are at least as far apart as the account sets it, an hour by default: neither trip nor stop.',
      },
      trips: {
        name: 'Trips',
        definition:
          'Trips that start in the period and reach the minimum distance and time of the account. A trip across midnight belongs to the day of its start.',
      },
      stops: {
        name: 'Stops',
        definition: 'Stops that start in the period and reach the minimum time of the account.',
      },
      averageSpeed: {
        name: 'Average speed',
        definition: 'Mileage of the trips by their time, not the mean of the speeds of fixes.',
      },
      maxSpeed: {
        name: 'Highest speed',
        definition: 'Highest speed of a fix in trips, with its time and position.',
      },
      overspeeds: { name: 'Overspeeds', definition: 'Overspeeds that happened in the period.' },
      alarms: {
        name: 'Alarms',
        definition:
          'Alarms that happened in the period, without overspeeds and fences, which have columns of their own.',
      },
      entries: { name: 'Fence entries', definition: 'How often fences were entered in the period.' },
      exits: { name: 'Fence exits', definition: 'How often fences were left in the period.' },
      firstFix: { name: 'First report', definition: 'Time of the first fix in the period.' },
      lastFix: { name: 'Last report', definition: 'Time of the last fix in the period.' },
      onlineRate: {
        name: 'Online rate',
        definition:
          'Time in which the device was not offline, by the time of the period that has passed since its activation.',
      },
      coverage: {
        name: 'Data coverage',
        definition:
          'Time of trips and stops by the time of the period that has passed. The rest has no data.',
      },
      ignitionTime: {
        name: 'Ignition time',
        definition: 'Time with the ignition on. Empty if the device never reports its ignition.',
      },
      idleTime: {
        name: 'Idle time',
        definition: 'Time of stops with the ignition on. Empty if the device never reports its ignition.',
      },
      nightMileage: {
        name: 'Night mileage',
        definition: 'Mileage of trips within the night hours, which the account sets.',
      },
      nightTime: {
        name: 'Night running time',
        definition: 'Time of trips within the night hours.',
      },
    },
  };

/** What a row of the overview is about. */
export const OVERVIEW_GROUPING_TEXTS = {
  zh_CN: {
    device: '按设备',
    deviceDay: '按设备和日期',
    group: '按分组',
    day: '按日',
    week: '按周',
    month: '按月',
    total: '合计',
  },
  en_US: {
    device: 'By device',
    deviceDay: 'By device and day',
    group: 'By group',
    day: 'By day',
    week: 'By week',
    month: 'By month',
    total: 'Total',
  },
} as const;
