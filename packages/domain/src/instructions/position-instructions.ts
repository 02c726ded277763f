import type { Instruction } from './instruction.ts';
import { text } from './parameter.ts';

/** When and how a device reports its position. Ranges: the product's specification. */
export const POSITION_INSTRUCTIONS = {
  locate: { title: text('立即定位', 'Locate now'), topic: 'position', kind: 'query', parameters: {} },
  track: {
    title: text('临时追踪', 'Temporary tracking'),
    topic: 'position',
    kind: 'action',
    parameters: {
      interval: {
        kind: 'integer',
        title: text('间隔', 'Interval'),
        unit: 's',
        ranges: [[1, 900]],
        initial: 10,
      },
      duration: {
        kind: 'integer',
        title: text('时长', 'Duration'),
        unit: 's',
        ranges: [[60, 86_400]],
        initial: 600,
      },
    },
  },
  reportInterval: {
    title: text('上报间隔', 'Reporting interval'),
    topic: 'position',
    kind: 'setting',
    parameters: {
      moving: {
        kind: 'integer',
        title: text('运动上报间隔', 'While moving'),
        unit: 's',
        ranges: [[1, 900]],
        initial: 30,
      },
      stationary: {
        kind: 'integer',
        title: text('静止上报间隔', 'While stationary'),
        unit: 's',
        ranges: [[30, 36_000]],
        optional: true,
      },
    },
  },
  uploadInterval: {
    title: text('定位上报间隔', 'Position interval'),
    topic: 'position',
    kind: 'setting',
    parameters: {
      interval: {
        kind: 'integer',
        title: text('间隔', 'Interval'),
        unit: 's',
        ranges: [[30, 36_000]],
        initial: 60,
      },
    },
  },
  uploadFrequency: {
    title: text('上报频率', 'Upload frequency'),
    topic: 'position',
    kind: 'setting',
    parameters: {
      interval: {
        kind: 'integer',
        title: text('间隔', 'Interval'),
        unit: 's',
        ranges: [[1, 9_999]],
        initial: 30,
      },
    },
  },
  angleReport: {
    title: text('转角上报', 'Report on turns'),
    topic: 'position',
    kind: 'setting',
    parameters: {
      angle: {
        kind: 'integer',
        title: text('角度', 'Angle'),
        unit: 'degree',
        ranges: [[5, 180]],
        initial: 30,
      },
    },
  },
  distanceReport: {
    title: text('距离上报', 'Report by distance'),
    topic: 'position',
    kind: 'setting',
    parameters: {
      distance: {
        kind: 'integer',
        title: text('距离', 'Distance'),
        unit: 'm',
        ranges: [[10, 65_535]],
        initial: 200,
      },
    },
  },
  dayNightInterval: {
    title: text('昼夜检测间隔', 'Day and night interval'),
    topic: 'position',
    kind: 'setting',
    parameters: {
      sunrise: {
        kind: 'integer',
        title: text('日出时间（时）', 'Sunrise (hour)'),
        ranges: [[6, 18]],
        initial: 6,
      },
      sunset: {
        kind: 'integer',
        title: text('日落时间（时）', 'Sunset (hour)'),
        // Wraps at midnight: from 19 to 5 o'clock.
        ranges: [
          [19, 23],
          [0, 5],
        ],
        initial: 19,
      },
      day: {
        kind: 'integer',
        title: text('白天检测间隔（0 为关闭）', 'By day (0: off)'),
        unit: 'min',
        ranges: [
          [0, 0],
          [15, 240],
        ],
        initial: 30,
      },
      night: {
        kind: 'integer',
        title: text('夜间检测间隔（0 为关闭）', 'By night (0: off)'),
        unit: 'min',
        ranges: [
          [0, 0],
          [15, 240],
        ],
        initial: 120,
      },
    },
    check: ({ day, night }) =>
      (day === 0) === (night === 0) ? null : { parameter: 'night', reason: 'pair' },
  },
  loggingInterval: {
    title: text('历史记录间隔', 'Logging interval'),
    topic: 'position',
    kind: 'setting',
    parameters: {
      interval: {
        kind: 'integer',
        title: text('间隔', 'Interval'),
        unit: 's',
        ranges: [[5, 60_000]],
        initial: 60,
      },
    },
  },
} as const satisfies Readonly<Record<string, Instruction>>;
