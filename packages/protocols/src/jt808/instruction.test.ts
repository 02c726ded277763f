import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { expect, test } from 'vitest';
import { fromHex, SESSION_OPTIONS, toHex } from '../testing/stream-example.ts';
import { jt808 } from './jt808.ts';

interface Case {
  readonly call: InstructionCall;
  /** Empty: a standard terminal. */
  readonly model: string;
  /** Body by hand, with a space between its fields. */
  readonly body: string;
  /** The frame of serial 7 around it, with the XOR of a separate program. */
  readonly frame: string;
  readonly receipts: readonly string[];
}

/**
 * Bodies by the tables of JT/T 808-2013 chapter 8: 0x8103 is a count, then id, length and value of each parameter. Those
 * of G10LS by "JT/T808 Protocol for G10LS", terminal control and remote parameters; of JC371 and AL300 by the dialects
 * in `vendor-texts.ts`. 22.5431 degrees are 22,543,100 = 0x0157fafc, 114.0579 are 0x06cc62ac; the attributes of the fence
 * are alarms on entering (bit 3) and leaving (bit 5), and west (bit 7): 0x00a8.
 */
const CASES: readonly Case[] = [
  {
    call: { name: 'locate', values: {} },
    model: '',
    body: '',
    frame: '7e820100000138000000010007bc7e',
    receipts: ['8201:7'],
  },
  {
    call: { name: 'reportInterval', values: { moving: 30, stationary: 600 } },
    model: '',
    body: '03 00000020 04 00000000 00000029 04 0000001e 00000027 04 00000258',
    frame: '7e8103001c01380000000100070300000020040000000000000029040000001e000000270400000258cc7e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'uploadInterval', values: { interval: 60 } },
    model: '',
    body: '02 00000020 04 00000000 00000029 04 0000003c',
    frame: '7e8103001301380000000100070200000020040000000000000029040000003c997e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'angleReport', values: { angle: 30 } },
    model: '',
    body: '01 00000030 04 0000001e',
    frame: '7e8103000a01380000000100070100000030040000001e9c7e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'distanceReport', values: { distance: 200 } },
    model: '',
    body: '02 00000020 04 00000002 0000002c 04 000000c8',
    frame: '7e810300130138000000010007020000002004000000020000002c04000000c86a7e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'server', values: { host: 'a.example', port: 5015 } },
    model: '',
    body: '02 00000013 09 612e6578616d706c65 00000018 04 00001397',
    frame: '7e810300180138000000010007020000001309612e6578616d706c65000000180400001397027e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'apn', values: { apn: 'cmnet', user: 'u', password: 'p' } },
    model: '',
    body: '03 00000010 05 636d6e6574 00000011 01 75 00000012 01 70',
    frame: '7e810300170138000000010007030000001005636d6e6574000000110175000000120170cb7e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'moveAlarm', values: { enabled: true, radius: 300 } },
    model: '',
    body: '01 00000031 02 012c',
    frame: '7e810300080138000000010007010000003102012caa7e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'overspeed', values: { speed: 80, seconds: 10 } },
    model: '',
    body: '02 00000055 04 00000050 00000056 04 0000000a',
    frame: '7e8103001301380000000100070200000055040000005000000056040000000af57e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'odometer', values: { distance: 100 } },
    model: '',
    body: '01 00000080 04 000003e8',
    frame: '7e8103000a0138000000010007010000008004000003e8d97e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'centreNumber', values: { number: '13900000000' } },
    model: '',
    body: '01 00000040 0b 3133393030303030303030',
    frame: '7e81030011013800000001000701000000400b3133393030303030303030dd7e',
    receipts: ['8103:7'],
  },
  {
    call: { name: 'readParameters', values: {} },
    model: '',
    body: '',
    frame: '7e810400000138000000010007ba7e',
    receipts: ['8104:7', '0104:7'],
  },
  {
    call: { name: 'powerOff', values: {} },
    model: '',
    body: '03',
    frame: '7e81050001013800000001000703b97e',
    receipts: ['8105:7'],
  },
  {
    call: { name: 'factoryReset', values: {} },
    model: '',
    body: '05',
    frame: '7e81050001013800000001000705bf7e',
    receipts: ['8105:7'],
  },
  {
    call: { name: 'confirmAlarm', values: {} },
    model: '',
    body: '0000 18700009',
    frame: '7e820300060138000000010007000018700009d97e',
    receipts: ['8203:7'],
  },
  {
    call: { name: 'callBack', values: { number: '13900000000' } },
    model: '',
    body: '00 3133393030303030303030',
    frame: '7e8400000c01380000000100070031333930303030303030308c7e',
    receipts: ['8400:7'],
  },
  {
    call: { name: 'listenIn', values: { number: '13900000000' } },
    model: '',
    body: '01 3133393030303030303030',
    frame: '7e8400000c01380000000100070131333930303030303030308d7e',
    receipts: ['8400:7'],
  },
  {
    call: { name: 'whiteList', values: { numbers: ['13900000000'] } },
    model: '',
    body: '01 01 03 0b 3133393030303030303030 0b 3133393030303030303030',
    frame: '7e8401001b01380000000100070101030b31333930303030303030300b3133393030303030303030a27e',
    receipts: ['8401:7'],
  },
  {
    call: { name: 'lockDoors', values: {} },
    model: '',
    body: '01',
    frame: '7e85000001013800000001000701ba7e',
    receipts: ['8500:7'],
  },
  {
    call: { name: 'unlockDoors', values: {} },
    model: '',
    body: '00',
    frame: '7e85000001013800000001000700bb7e',
    receipts: ['8500:7'],
  },
  {
    call: {
      name: 'deviceFence',
      values: { latitude: 22.5431, longitude: -114.0579, radius: 500, alarm: 'both' },
    },
    model: '',
    body: '00 01 00000001 00a8 0157fafc 06cc62ac 000001f4',
    frame: '7e86000014013800000001000700010000000100a80157fafc06cc62ac000001f4a47e',
    receipts: ['8600:7'],
  },
  {
    call: { name: 'removeDeviceFence', values: {} },
    model: '',
    body: '01 00000001',
    frame: '7e8601000501380000000100070100000001bd7e',
    receipts: ['8601:7'],
  },
  {
    call: { name: 'photo', values: { channel: 2 } },
    model: '',
    body: '02 0001 0000 00 01 05 80 40 40 80',
    frame: '7e8801000c0138000000010007020001000000010580404080bd7e',
    receipts: ['8801:7', '0805:7'],
  },
  {
    call: { name: 'record', values: { seconds: 10 } },
    model: '',
    body: '01 000a 01 00',
    frame: '7e88040005013800000001000701000a0100bc7e',
    receipts: ['8804:7'],
  },
  {
    call: { name: 'restoreOil', values: {} },
    model: 'G10LS',
    body: '65',
    frame: '7e81050001013800000001000765df7e',
    receipts: ['8105:7'],
  },
  {
    call: { name: 'arm', values: {} },
    model: 'G10LS',
    body: '66',
    frame: '7e81050001013800000001000766dc7e',
    receipts: ['8105:7'],
  },
  {
    call: { name: 'disarm', values: {} },
    model: 'G10LS',
    body: '67',
    frame: '7e81050001013800000001000767dd7e',
    receipts: ['8105:7'],
  },
  {
    call: { name: 'uploadFrequency', values: { interval: 30 } },
    model: 'G10LS',
    body: '01 535a435323465245513d3330',
    frame: '7e8300000d013800000001000701535a435323465245513d3330b47e',
    receipts: ['8300:7', 'text'],
  },
  {
    call: { name: 'sleepHeartbeat', values: { interval: 300 } },
    model: 'G10LS',
    body: '01 535a43532350554c53453d333030',
    frame: '7e8300000f013800000001000701535a43532350554c53453d333030d97e',
    receipts: ['8300:7', 'text'],
  },
  {
    call: { name: 'sleepInterval', values: { minutes: 60 } },
    model: 'G10LS',
    body: '01 535a435323534c454550543d3630',
    frame: '7e8300000f013800000001000701535a435323534c454550543d3630a87e',
    receipts: ['8300:7', 'text'],
  },
  {
    call: { name: 'vibrationSensitivity', values: { level: 3 } },
    model: 'G10LS',
    body: '01 535a4353235649424c3d33',
    frame: '7e8300000c013800000001000701535a4353235649424c3d33947e',
    receipts: ['8300:7', 'text'],
  },
  {
    call: { name: 'led', values: { enabled: true } },
    model: 'G10LS',
    body: '01 535a4353234c45445f4354524c3d31',
    frame: '7e83000010013800000001000701535a4353234c45445f4354524c3d31807e',
    receipts: ['8300:7', 'text'],
  },
  {
    call: { name: 'voiceRecord', values: { decibels: 60, seconds: 5 } },
    model: 'G10LS',
    body: '01 535a435323564f4943455f4354524c5f454e3d3123564f4943455f44425f56414c55453d363023564f4943455f44425f54494d453d35',
    frame:
      '7e83000037013800000001000701535a435323564f4943455f4354524c5f454e3d3123564f4943455f44425f56414c55453d363023564f4943455f44425f54494d453d35857e',
    receipts: ['8300:7', 'text'],
  },
  {
    call: { name: 'freeText', values: { text: 'CXZT' } },
    model: 'JC371',
    body: 'f0 43585a54',
    frame: '7e890000050138000000010007f043585a54567e',
    receipts: ['8900:7'],
  },
  {
    call: { name: 'freeText', values: { text: 'CXZT' } },
    model: 'AL300',
    body: '01 0000f030 04 43585a54',
    frame: '7e8103000a0138000000010007010000f0300443585a54677e',
    receipts: ['8103:7'],
  },
];

test.each(CASES)('$call of "$model" is $body', ({ call, model, body, frame, receipts }) => {
  expect(frame).toContain(body.replaceAll(' ', ''));
  const session = jt808.session({
    ...SESSION_OPTIONS,
    findDevice: () => ({ model, plainCoordinates: false }),
  });
  const target = { deviceId: '13800000001', serial: 7, now: 0, model, password: '' };
  const encoded = session.encodeInstruction(call, target);
  if (typeof encoded === 'string') throw new Error(encoded);
  expect(toHex(encoded.bytes)).toBe(frame);
  expect(encoded.receipts).toEqual(receipts);
});

// 0x0104: serial 7, one item: 0x0001 of 4 bytes, 60. 0x0805: serial 7, result 0, one picture with the number 1.
test.each([
  ['0104 000c 013800000001 0020 0007 01 00000001 04 0000003c', '0104:7', '0x0001=60'],
  ['0805 0009 013800000001 0021 0007 00 0001 00000001', '0805:7', null],
])('%s is a result with the serial of the instruction', (message, key, text) => {
  const content = fromHex(message.replaceAll(' ', ''));
  const check = content.reduce((sum, byte) => sum ^ byte, 0);
  const frame = Buffer.concat([Buffer.of(0x7e), content, Buffer.of(check, 0x7e)]);
  const receipts = jt808
    .session(SESSION_OPTIONS)
    .receive(frame, 0)
    .filter(({ type }) => type === 'receipt');
  expect(receipts).toMatchObject([{ key, outcome: 'accepted', ...(text !== null && { text }) }]);
});

// A heartbeat, and the header of 0x8201 with the properties, version and phone number of its header.
test('an instruction has the header of the last message of its terminal', () => {
  const session = jt808.session(SESSION_OPTIONS);
  const target = { deviceId: '13800000001', serial: 7, now: 0, model: '', password: '' };
  const encode = () => {
    const encoded = session.encodeInstruction({ name: 'locate', values: {} }, target);
    if (typeof encoded === 'string') throw new Error(encoded);
    return toHex(encoded.bytes);
  };
  for (const [received, sent] of [
    ['0002 0000 013800000001 0001', '8201 0000 013800000001 0007'],
    ['0002 4000 01 00000000013800000001 0002', '8201 4000 01 00000000013800000001 0007'],
    ['0002 4000 02 00000000013800000001 0003', '8201 4000 02 00000000013800000001 0007'],
    ['0002 0000 013800000001 0004', '8201 0000 013800000001 0007'],
  ] as const) {
    const content = fromHex(received.replaceAll(' ', ''));
    const check = content.reduce((sum, byte) => sum ^ byte, 0);
    session.receive(Buffer.concat([Buffer.of(0x7e), content, Buffer.of(check, 0x7e)]), 0);
    expect(encode()).toContain(sent.replaceAll(' ', ''));
  }
});
