import type { Language } from '../entities/user-config.ts';

/** Columns of the stop report that are defined. */
export const STOP_FIGURES = [
  'stop',
  'start',
  'duration',
  'sinceLast',
  'status',
  'ignitionTime',
  'position',
  'objects',
] as const;
export type StopFigure = (typeof STOP_FIGURES)[number];

/** Names of the columns and how they are found, for the console and for files that the server writes. */
export const STOP_FIGURE_TEXTS: Readonly<
  Record<Language, Readonly<Record<StopFigure, { readonly name: string; readonly definition: string }>>>
> = {
  zh_CN: {
    stop: {
      name: '停留',
      definition:
        '静止满 3 分钟记为一次停留，从静止的第一个定位点起，到开始运动的第一个定位点止。仅列出达到最短时长的停留。',
    },
    start: {
      name: '开始时间',
      definition:
        '停留计入开始的那一天，跨越零点的停留不拆分。无数据（相邻定位点间隔达到无数据时长）会结束停留。',
    },
    duration: { name: '停留时长', definition: '结束时间减开始时间；仍在停留的设备计至最后一个定位点。' },
    sinceLast: {
      name: '距上次停留',
      definition: '与上一次达到最短时长的停留的结束时间之差，可能早于统计时间；没有更早的停留时为空。',
    },
    status: {
      name: '状态',
      definition:
        '依次取：SOS、报警、无上报（最后一个定位点到结束超过一半时长）、无卫星定位、充电中、电量低、信号弱、怠速、在标注点、在围栏内、熄火、首次停留、仍在停留、漂移。电量、卫星、信号和充电取停留中的最后一个定位点。',
    },
    ignitionTime: {
      name: '点火时长',
      definition: '停留期间点火（ACC 开）的时间。设备从不上报点火状态时为空。',
    },
    position: { name: '位置', definition: '停留开始时的定位点及其地址。' },
    objects: { name: '标注点/围栏', definition: '100 米内的标注点，以及包含该位置的围栏（按现在的范围）。' },
  },
  en_US: {
    stop: {
      name: 'Stop',
      definition:
        'A standstill of 3 minutes or more, from its first slow fix to the next fix in motion. Stops that reach the least duration are listed.',
    },
    start: {
      name: 'Start',
      definition:
        'A stop belongs to the day on which it starts, and is not divided at midnight. Time without data ends a stop.',
    },
    duration: {
      name: 'Duration',
      definition: 'From start to end. Of a device that still stands, up to its last fix.',
    },
    sinceLast: {
      name: 'Since last stop',
      definition:
        'Time since the end of the previous stop that reaches the least duration, also before the period. Empty if there is none.',
    },
    status: {
      name: 'Status',
      definition:
        'The first that applies: SOS, alarm, no reports (for the last half of the stop), no satellite fix, charging, low battery, weak signal, idling, at a labelled point, inside a fence, engine off, first stop, still standing, drift. Battery, satellites, signal and charging are those of the last fix of the stop.',
    },
    ignitionTime: {
      name: 'Ignition time',
      definition: 'Time of the stop with the ignition on. Empty if the device never reports its ignition.',
    },
    position: { name: 'Position', definition: 'The first fix of the stop, and its address.' },
    objects: {
      name: 'Point / fence',
      definition: 'Labelled points within 100 m, and fences around the position as they are now.',
    },
  },
};

/** The status of a stop by its code. */
export const STOP_STATUS_TEXTS: Readonly<Record<Language, Readonly<Record<number, string>>>> = {
  zh_CN: {
    1: '停留',
    2: '熄火停留',
    3: '怠速停留',
    4: '充电中',
    5: '电量低',
    6: '无卫星定位',
    7: '信号弱',
    8: '无上报',
    9: 'SOS',
    10: '报警',
    11: '在围栏内',
    12: '在标注点',
    13: '首次停留',
    14: '仍在停留',
    15: '漂移',
  },
  en_US: {
    1: 'Stationary',
    2: 'Engine off',
    3: 'Idling',
    4: 'Charging',
    5: 'Low battery',
    6: 'No satellite fix',
    7: 'Weak signal',
    8: 'No reports',
    9: 'SOS',
    10: 'Alarm',
    11: 'Inside a fence',
    12: 'At a labelled point',
    13: 'First stop',
    14: 'Still standing',
    15: 'Drift',
  },
};
