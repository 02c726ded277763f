import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { describe, expect, test } from 'vitest';
import { gt06 } from './gt06/gt06.ts';
import { jt808 } from './jt808/jt808.ts';
import type { EncodedInstruction, StreamProtocol } from './protocol.ts';
import { fromHex, SESSION_OPTIONS, toHex } from './testing/stream-example.ts';

const NOW = Date.UTC(2026, 0, 1);

/**
 * Frames of instructions with their origin: documents of vendors and standards, or the frame by hand with an XOR or CRC
 * of a separate program.
 */
function encode(
  protocol: StreamProtocol,
  deviceId: string,
  serial: number,
  call: InstructionCall,
  model = '',
): EncodedInstruction | string {
  const session = protocol.session({
    ...SESSION_OPTIONS,
    findDevice: () => ({ model, plainCoordinates: false }),
  });
  return session.encodeInstruction(call, { deviceId, serial, now: NOW, model, password: '' });
}

function bytesOf(encoded: EncodedInstruction | string): string {
  if (typeof encoded === 'string') throw new Error(encoded);
  return toHex(encoded.bytes);
}

describe('jt808', () => {
  const JT808_ID = '13800000001';

  // Bodies by the tables of JT/T 808-2013 chapter 8; XOR by a separate program.
  test.each<[number, InstructionCall, string, readonly string[]]>([
    [
      7,
      { name: 'heartbeat', values: { interval: 60 } },
      '7e8103000a01380000000100070100000001040000003c8f7e',
      ['8103:7'],
    ],
    [
      8,
      { name: 'track', values: { interval: 5, duration: 3600 } },
      '7e820200060138000000010008000500000e10ad7e',
      ['8202:8'],
    ],
    [9, { name: 'restart', values: {} }, '7e81050001013800000001000904b07e', ['8105:9']],
    [
      10,
      { name: 'freeText', values: { text: 'CXZT' } },
      '7e83000005013800000001000a0143585a54a07e',
      ['8300:10'],
    ],
  ])('serial %i', (serial, call, frame, receipts) => {
    const encoded = encode(jt808, JT808_ID, serial, call);
    expect(bytesOf(encoded)).toBe(frame);
    expect(encoded).toMatchObject({ receipts });
  });

  test('a text of a G10LS has a second receipt, which has no serial', () => {
    const call: InstructionCall = { name: 'freeText', values: { text: 'CXZT' } };
    expect(encode(jt808, JT808_ID, 10, call, 'G10LS')).toMatchObject({ receipts: ['8300:10', 'text'] });
  });

  test('cutting the oil is a command of one vendor, not of the standard', () => {
    const call: InstructionCall = { name: 'cutOil', values: {} };
    expect(encode(jt808, JT808_ID, 1, call)).toBe('not-supported');
    // 0x8105 with the command 0x64 ("JT/T808 Protocol for G10LS", terminal control).
    expect(bytesOf(encode(jt808, JT808_ID, 1, call, 'G10LS'))).toMatch(/^7e81050001013800000001000164/);
  });

  test('replies with the header of the terminal: 2019', () => {
    const session = jt808.session(SESSION_OPTIONS);
    session.receive(jt808.terminal('13800000001', { header: '2019' }).heartbeat().bytes, NOW);
    const call: InstructionCall = { name: 'server', values: { host: 'a.example', port: 5015 } };
    const target = { deviceId: JT808_ID, serial: 3, now: NOW, model: '', password: '' };
    const encoded = session.encodeInstruction(call, target);
    // 2019 has the port in the text of 0x0013, and 10 bytes of phone number.
    const body = `01000000130e${Buffer.from('a.example:5015').toString('hex')}`;
    expect(bytesOf(encoded)).toContain(`8103401401000000000138000000010003${body}`);
  });

  test('the receipt of the general response repeats serial and message', () => {
    const [receipt] = jt808
      .session(SESSION_OPTIONS)
      .receive(fromHex('7e0001000501380000000100200007810300997e'), NOW);
    expect(receipt).toMatchObject({ type: 'receipt', key: '8103:7', outcome: 'accepted', text: null });
  });

  test('a character that GBK does not have is not encodable', () => {
    const call: InstructionCall = { name: 'textMessage', values: { text: '\u{1f600}' } };
    expect(encode(jt808, JT808_ID, 1, call)).toBe('not-encodable');
  });

  test('writes Chinese as GBK', () => {
    // iconv -t GBK: "\u4f60\u597d" is c4e3 bac3. Flag 4: shown on the display.
    const call: InstructionCall = { name: 'textMessage', values: { text: '\u4f60\u597d' } };
    expect(bytesOf(encode(jt808, JT808_ID, 1, call))).toContain('04c4e3bac3');
  });
});

describe('gt06', () => {
  test('the text of an instruction, with its server flag', () => {
    // Computed from Concox GT06 v1.8.1 section 6.1; CRC-ITU by a separate program.
    const encoded = encode(gt06, '123456789012345', 42, { name: 'restart', values: {} });
    expect(bytesOf(encoded)).toMatch(/^787812800a0000002a5245534554230002/);
    expect(encoded).toMatchObject({ receipts: ['flag:42'], mayDisconnect: true });
  });

  test.each<[InstructionCall, string]>([
    [{ name: 'reportInterval', values: { moving: 10, stationary: 300 } }, 'TIMER,10,300#'],
    [{ name: 'heartbeat', values: { interval: 90 } }, 'HBT,2,2#'],
    [{ name: 'server', values: { host: '203.0.113.5', port: 5023 } }, 'SERVER,0,203.0.113.5,5023,0#'],
    [{ name: 'server', values: { host: 'gps.example', port: 5023 } }, 'SERVER,1,gps.example,5023,0#'],
    [{ name: 'timeZone', values: { offset: -210 } }, 'GMT,W,3,30#'],
    [
      { name: 'sosNumbers', values: { numbers: ['13800000001', '13800000002'] } },
      'SOS,A,13800000001,13800000002#',
    ],
    [{ name: 'overspeed', values: { speed: 90 } }, 'SPEED,ON,20,90,0#'],
    [{ name: 'cutOil', values: {} }, 'RELAY,1#'],
    [{ name: 'restoreOil', values: {} }, 'RELAY,0#'],
    [{ name: 'locate', values: {} }, 'WHERE#'],
    [{ name: 'apn', values: { apn: 'cmnet' } }, 'APN,cmnet#'],
    [{ name: 'apn', values: { apn: 'cmnet', user: 'u', password: 'p' } }, 'APN,cmnet,u,p#'],
    [{ name: 'moveAlarm', values: { enabled: true, radius: 300 } }, 'MOVING,ON,300,0#'],
    [{ name: 'moveAlarm', values: { enabled: false, radius: 300 } }, 'MOVING,OFF#'],
    [{ name: 'batteryAlarm', values: { enabled: true } }, 'BATALM,ON,0#'],
    [{ name: 'powerAlarm', values: { enabled: true, seconds: 30 } }, 'POWERALM,ON,0,30,300#'],
    [{ name: 'factoryReset', values: {} }, 'FACTORY#'],
    [{ name: 'centreNumber', values: { number: '13800000001' } }, 'CENTER,A,13800000001#'],
    [{ name: 'readParameters', values: {} }, 'PARAM#'],
    [{ name: 'freeText', values: { text: 'STATUS#' } }, 'STATUS#'],
  ])('%o is %s, also by SMS', (call, text) => {
    expect(gt06.encodeSms(call)).toBe(text);
  });

  test('a delay that the device does not have is not encodable', () => {
    const call: InstructionCall = { name: 'powerAlarm', values: { enabled: true, seconds: 90 } };
    expect(gt06.encodeSms(call)).toBe('not-encodable');
  });
});
