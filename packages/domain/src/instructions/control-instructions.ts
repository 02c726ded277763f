import type { Instruction } from './instruction.ts';
import { text } from './parameter.ts';

/** What a device does at once. */
export const CONTROL_INSTRUCTIONS = {
  restart: { title: text('重启', 'Restart'), topic: 'control', kind: 'action', parameters: {} },
  factoryReset: {
    title: text('恢复出厂', 'Factory reset'),
    topic: 'control',
    kind: 'action',
    dangerous: true,
    parameters: {},
  },
  powerOff: {
    title: text('关机', 'Power off'),
    topic: 'control',
    kind: 'action',
    dangerous: true,
    parameters: {},
  },
  cutOil: {
    title: text('断油电', 'Cut oil and power'),
    topic: 'control',
    kind: 'action',
    dangerous: true,
    parameters: {},
  },
  restoreOil: {
    title: text('恢复油电', 'Restore oil and power'),
    topic: 'control',
    kind: 'action',
    dangerous: true,
    parameters: {},
  },
  arm: { title: text('设防', 'Arm'), topic: 'control', kind: 'setting', parameters: {} },
  disarm: { title: text('撤防', 'Disarm'), topic: 'control', kind: 'setting', parameters: {} },
  lockDoors: { title: text('锁车门', 'Lock doors'), topic: 'control', kind: 'action', parameters: {} },
  unlockDoors: {
    title: text('开车门', 'Unlock doors'),
    topic: 'control',
    kind: 'action',
    dangerous: true,
    parameters: {},
  },
  led: {
    title: text('指示灯', 'Indicator light'),
    topic: 'control',
    kind: 'setting',
    parameters: { enabled: { kind: 'switch', title: text('亮', 'On'), initial: true } },
  },
  findDevice: { title: text('查找设备', 'Find device'), topic: 'control', kind: 'action', parameters: {} },
  photo: {
    title: text('拍照', 'Take a photo'),
    topic: 'control',
    kind: 'action',
    parameters: {
      channel: { kind: 'integer', title: text('通道', 'Channel'), ranges: [[1, 37]], initial: 1 },
    },
  },
  odometer: {
    title: text('里程设置', 'Odometer'),
    topic: 'control',
    kind: 'setting',
    parameters: {
      distance: { kind: 'integer', title: text('里程', 'Mileage'), unit: 'km', ranges: [[0, 9_999_999]] },
    },
  },
} as const satisfies Readonly<Record<string, Instruction>>;
