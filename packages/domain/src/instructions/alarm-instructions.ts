import type { Instruction } from './instruction.ts';
import { text } from './parameter.ts';

const DETECTION_TIME = {
  kind: 'integer',
  title: text('检测时间', 'Detection time'),
  unit: 's',
  ranges: [[1, 120]],
  optional: true,
} as const;
const ENABLED = { kind: 'switch', title: text('启用', 'Enabled'), initial: true } as const;

/** What a device raises an alarm for. Ranges: the product's specification where it has one. */
export const ALARM_INSTRUCTIONS = {
  vibrationThreshold: {
    title: text('震动阈值', 'Vibration threshold'),
    topic: 'alarm',
    kind: 'setting',
    parameters: {
      threshold: {
        kind: 'integer',
        title: text('阈值', 'Threshold'),
        unit: 'mg',
        ranges: [[7, 8_000]],
        initial: 300,
      },
    },
  },
  vibrationSensitivity: {
    title: text('震动灵敏度', 'Vibration sensitivity'),
    topic: 'alarm',
    kind: 'setting',
    parameters: {
      level: {
        kind: 'integer',
        title: text('级别（1 最灵敏）', 'Level (1: most sensitive)'),
        ranges: [[1, 6]],
        initial: 3,
      },
    },
  },
  accelerometerThreshold: {
    title: text('三轴阈值', 'Accelerometer threshold'),
    topic: 'alarm',
    kind: 'setting',
    parameters: {
      threshold: { kind: 'integer', title: text('阈值', 'Threshold'), ranges: [[1, 127]], initial: 16 },
    },
  },
  moveAlarm: {
    title: text('位移报警', 'Movement alarm'),
    topic: 'alarm',
    kind: 'setting',
    parameters: {
      enabled: ENABLED,
      radius: {
        kind: 'integer',
        title: text('半径', 'Radius'),
        unit: 'm',
        ranges: [[50, 10_000]],
        initial: 300,
      },
    },
  },
  overspeed: {
    title: text('超速报警', 'Overspeed alarm'),
    topic: 'alarm',
    kind: 'setting',
    parameters: {
      speed: {
        kind: 'integer',
        title: text('限速', 'Limit'),
        unit: 'km/h',
        ranges: [[10, 255]],
        initial: 120,
      },
      seconds: DETECTION_TIME,
    },
  },
  batteryAlarm: {
    title: text('低电报警', 'Low battery alarm'),
    topic: 'alarm',
    kind: 'setting',
    parameters: { enabled: ENABLED },
  },
  powerAlarm: {
    title: text('断电报警', 'Power cut alarm'),
    topic: 'alarm',
    kind: 'setting',
    parameters: { enabled: ENABLED, seconds: DETECTION_TIME },
  },
  deviceFence: {
    title: text('终端围栏', 'Fence on the device'),
    topic: 'alarm',
    kind: 'setting',
    parameters: {
      latitude: { kind: 'decimal', title: text('纬度', 'Latitude'), min: -90, max: 90, unit: 'degree' },
      longitude: { kind: 'decimal', title: text('经度', 'Longitude'), min: -180, max: 180, unit: 'degree' },
      radius: {
        kind: 'integer',
        title: text('半径', 'Radius'),
        unit: 'm',
        ranges: [[100, 100_000]],
        initial: 500,
      },
      alarm: {
        kind: 'choice',
        title: text('报警', 'Alarm'),
        options: [
          { value: 'in', title: text('进入时', 'On entering') },
          { value: 'out', title: text('离开时', 'On leaving') },
          { value: 'both', title: text('进入和离开时', 'On both') },
        ],
      },
    },
  },
  removeDeviceFence: {
    title: text('删除终端围栏', 'Remove the fence on the device'),
    topic: 'alarm',
    kind: 'setting',
    parameters: {},
  },
  confirmAlarm: { title: text('解除报警', 'Confirm alarm'), topic: 'alarm', kind: 'action', parameters: {} },
} as const satisfies Readonly<Record<string, Instruction>>;
