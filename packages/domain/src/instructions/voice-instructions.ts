import type { Instruction } from './instruction.ts';
import { text } from './parameter.ts';

const NUMBER = { kind: 'phone', title: text('电话号码', 'Telephone number') } as const;

/** Telephone numbers, calls and recordings. */
export const VOICE_INSTRUCTIONS = {
  sosNumbers: {
    title: text('SOS 号码', 'SOS numbers'),
    topic: 'voice',
    kind: 'setting',
    parameters: { numbers: { kind: 'phones', title: text('电话号码', 'Telephone numbers'), maxCount: 3 } },
  },
  centreNumber: {
    title: text('中心号码', 'Centre number'),
    topic: 'voice',
    kind: 'setting',
    parameters: { number: NUMBER },
  },
  whiteList: {
    title: text('白名单', 'White list'),
    topic: 'voice',
    kind: 'setting',
    parameters: { numbers: { kind: 'phones', title: text('电话号码', 'Telephone numbers'), maxCount: 10 } },
  },
  listenIn: {
    title: text('监听', 'Listen in'),
    topic: 'voice',
    kind: 'action',
    dangerous: true,
    parameters: { number: NUMBER },
  },
  callBack: {
    title: text('电话回拨', 'Call back'),
    topic: 'voice',
    kind: 'action',
    parameters: { number: NUMBER },
  },
  record: {
    title: text('录音', 'Record'),
    topic: 'voice',
    kind: 'action',
    parameters: {
      seconds: {
        kind: 'integer',
        title: text('时长', 'Duration'),
        unit: 's',
        ranges: [[1, 120]],
        initial: 10,
      },
    },
  },
  voiceRecord: {
    title: text('声控录音', 'Voice-triggered recording'),
    topic: 'voice',
    kind: 'setting',
    parameters: {
      decibels: {
        kind: 'integer',
        title: text('音量', 'Level'),
        unit: 'dB',
        ranges: [[1, 100]],
        initial: 60,
      },
      seconds: {
        kind: 'integer',
        title: text('时长', 'Duration'),
        unit: 's',
        ranges: [[1, 120]],
        optional: true,
      },
    },
  },
} as const satisfies Readonly<Record<string, Instruction>>;
