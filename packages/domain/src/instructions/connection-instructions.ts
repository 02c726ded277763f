import type { Instruction } from './instruction.ts';
import { text } from './parameter.ts';

/** How a device connects, sleeps and wakes up. Ranges: the product's specification. */
export const CONNECTION_INSTRUCTIONS = {
  heartbeat: {
    title: text('心跳间隔', 'Heartbeat'),
    topic: 'connection',
    kind: 'setting',
    parameters: {
      interval: {
        kind: 'integer',
        title: text('间隔（0 为关闭）', 'Interval (0: off)'),
        unit: 's',
        ranges: [
          [0, 0],
          [10, 1_800],
        ],
        initial: 180,
      },
    },
  },
  sleepHeartbeat: {
    title: text('休眠心跳间隔', 'Heartbeat while asleep'),
    topic: 'connection',
    kind: 'setting',
    parameters: {
      interval: {
        kind: 'integer',
        title: text('间隔', 'Interval'),
        unit: 's',
        ranges: [[60, 600]],
        initial: 300,
      },
    },
  },
  sleepInterval: {
    title: text('休眠唤醒间隔', 'Wake-up interval'),
    topic: 'connection',
    kind: 'setting',
    parameters: {
      minutes: {
        kind: 'integer',
        title: text('间隔', 'Interval'),
        unit: 'min',
        ranges: [[5, 3_600]],
        initial: 60,
      },
    },
  },
  workingMode: {
    title: text('工作模式', 'Working mode'),
    topic: 'connection',
    kind: 'setting',
    parameters: {
      mode: {
        kind: 'choice',
        title: text('模式', 'Mode'),
        options: [
          { value: 'normal', title: text('正常', 'Normal') },
          { value: 'sleep', title: text('休眠', 'Sleep') },
          { value: 'deepSleep', title: text('深度休眠', 'Deep sleep') },
        ],
      },
    },
  },
  powerSchedule: {
    title: text('定时开关机', 'Power schedule'),
    topic: 'connection',
    kind: 'setting',
    parameters: {
      on: { kind: 'clock', title: text('开机时间', 'Power on at') },
      off: { kind: 'clock', title: text('关机时间', 'Power off at') },
    },
  },
  uploadChannel: {
    title: text('上传通道', 'Upload channel'),
    topic: 'connection',
    kind: 'setting',
    parameters: {
      channel: {
        kind: 'choice',
        title: text('通道', 'Channel'),
        options: [
          { value: '0', title: text('短信', 'SMS') },
          { value: '1', title: text('GPRS', 'GPRS') },
        ],
      },
    },
  },
  server: {
    title: text('服务器设置', 'Server address'),
    topic: 'connection',
    kind: 'setting',
    dangerous: true,
    parameters: {
      host: { kind: 'host', title: text('地址', 'Address') },
      port: { kind: 'integer', title: text('端口', 'Port'), ranges: [[0, 65_535]] },
    },
  },
  apn: {
    title: text('APN 设置', 'APN'),
    topic: 'connection',
    kind: 'setting',
    dangerous: true,
    parameters: {
      apn: { kind: 'text', title: text('APN', 'APN'), characters: 'plain', maxLength: 64 },
      user: {
        kind: 'text',
        title: text('用户名', 'User name'),
        characters: 'plain',
        maxLength: 32,
        optional: true,
      },
      password: {
        kind: 'text',
        title: text('密码', 'Password'),
        characters: 'plain',
        maxLength: 32,
        optional: true,
      },
    },
  },
  timeZone: {
    title: text('时区', 'Time zone'),
    topic: 'connection',
    kind: 'setting',
    dangerous: true,
    parameters: {
      offset: {
        kind: 'integer',
        title: text('与 UTC 的差', 'Offset from UTC'),
        unit: 'min',
        ranges: [[-720, 840]],
        initial: 0,
      },
    },
    check: ({ offset }) => (Number(offset) % 15 === 0 ? null : { parameter: 'offset', reason: 'range' }),
  },
} as const satisfies Readonly<Record<string, Instruction>>;
