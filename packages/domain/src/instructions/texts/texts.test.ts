import { describe, expect, test } from 'vitest';
import { INSTRUCTION_NAMES, type InstructionName, instructionOf } from '../catalogue.ts';
import { findValueProblems } from '../check-values.ts';
import type { ParameterValue } from '../parameter.ts';
import { textCarrierOf } from './carriers.ts';
import { findTextProblem, findTextsProblem } from './check-text.ts';
import { exampleValues } from './example-values.ts';
import type { InstructionText } from './instruction-text.ts';
import { resultOfResponse } from './receipt-result.ts';
import { writeText } from './write-text.ts';

const GT06 = textCarrierOf('gt06', '');
if (GT06 === null) throw new Error('GT06 has a free text');

function textOf(instruction: InstructionName, text: string, more: Partial<InstructionText> = {}) {
  return { instruction, text, receipt: null, repeatable: false, sms: false, ...more };
}

function write(
  instruction: InstructionName,
  text: string,
  values: Readonly<Record<string, ParameterValue>>,
  carrier = GT06,
) {
  if (carrier === null) throw new Error('no carrier');
  expect(findTextProblem(textOf(instruction, text), carrier)).toBeNull();
  expect(findValueProblems(instruction, values)).toEqual([]);
  return writeText(textOf(instruction, text), values, carrier);
}

const DAY_NIGHT = { sunrise: 6, sunset: 19, day: 30, night: 120 };

describe('writes values by hand', () => {
  test.each<[InstructionName, string, Readonly<Record<string, ParameterValue>>, string]>([
    ['workingMode', 'MODE,{mode:normal=0|sleep=1|deepSleep=2}#', { mode: 'sleep' }, 'MODE,1#'],
    ['workingMode', '{mode}', { mode: 'deepSleep' }, 'deepSleep'],
    ['uploadChannel', 'CH={channel}', { channel: '1' }, 'CH=1'],
    [
      'dayNightInterval',
      'DN,{sunrise:02},{sunset:02},{day*60},{night*60}#',
      DAY_NIGHT,
      'DN,06,19,1800,7200#',
    ],
    ['powerSchedule', 'PW {on} {off:HH:MM}', { on: '0730', off: '2205' }, 'PW 0730 22:05'],
    ['powerSchedule', '{on:HH}h{on:MM},{off:HHMM}', { on: '0730', off: '2205' }, '07h30,2205'],
    ['loggingInterval', 'LOG,{interval/60}#', { interval: 120 }, 'LOG,2#'],
    // 300 = 0x12c, 16 = 0x10, 127 = 0x7f.
    ['vibrationThreshold', 'VT{threshold:X4}', { threshold: 300 }, 'VT012C'],
    ['accelerometerThreshold', 'AC{threshold:x}', { threshold: 127 }, 'AC7f'],
    ['accelerometerThreshold', 'AC{threshold:x4}', { threshold: 16 }, 'AC0010'],
    ['timeZone', 'GMT{offset:04}', { offset: -90 }, 'GMT-0090'],
    ['led', 'LED,{enabled}', { enabled: true }, 'LED,1'],
    ['led', 'LED,{enabled:on=ON|off=OFF}', { enabled: false }, 'LED,OFF'],
    ['sosNumbers', 'SOS,{numbers}#', { numbers: ['111', '222'] }, 'SOS,111,222#'],
    ['whiteList', 'WL {numbers:join;}', { numbers: ['111', '+222'] }, 'WL 111;+222'],
    ['overspeed', 'SP,{speed},{seconds?20}#', { speed: 90 }, 'SP,90,20#'],
    ['overspeed', 'SP,{speed},{seconds?20}#', { speed: 90, seconds: 5 }, 'SP,90,5#'],
    ['restart', '{{CQ}}', {}, '{CQ}'],
    [
      'deviceFence',
      '{latitude:.4},{longitude*1000000:.0},{radius},{alarm}',
      { latitude: 22.54321, longitude: 114.05, radius: 500, alarm: 'in' },
      '22.5432,114050000,500,in',
    ],
    [
      'deviceFence',
      '{latitude};{longitude};{radius};{alarm}',
      { latitude: -0.0000001, longitude: -114.05, radius: 500, alarm: 'in' },
      '0;-114.05;500;in',
    ],
  ])('%s %s', (instruction, text, values, expected) => {
    expect(write(instruction, text, values)).toBe(expected);
  });
});

describe('refuses values that a text cannot express', () => {
  test.each<[InstructionName, string, Readonly<Record<string, ParameterValue>>, string, string | null]>([
    ['loggingInterval', 'LOG,{interval/60}#', { interval: 90 }, 'value', 'interval'],
    ['loggingInterval', 'LOG,{interval:03}#', { interval: 1000 }, 'value', 'interval'],
    ['vibrationThreshold', 'V{threshold:X2}', { threshold: 256 }, 'value', 'threshold'],
    ['timeZone', 'GMT{offset:x}', { offset: -60 }, 'value', 'offset'],
    ['overspeed', 'SP,{speed}#', { speed: 90, seconds: 5 }, 'unused-value', 'seconds'],
    ['textMessage', '{text}{speak?}', { text: '你好' }, 'characters', null],
    ['textMessage', '{text}{speak?}', { text: 'x'.repeat(160) }, 'too-long', null],
  ])('%s %s %o', (instruction, text, values, reason, at) => {
    const carrier = textCarrierOf(reason === 'too-long' ? 'teltonika' : 'gt06', '');
    const long = reason === 'too-long' ? `${text}!` : text;
    expect(write(instruction, long, values, carrier)).toEqual({ reason, at });
  });

  test('a required value that is missing', () => {
    expect(writeText(textOf('led', 'LED,{enabled}'), {}, GT06)).toEqual({
      reason: 'missing-value',
      at: 'enabled',
    });
  });

  test.each(['1#RESET#', '1,2', '1)', '1*', '1\r\nRESET', '1\u0000', '1$', '1]'])(
    'a value with delimiters or control characters, even if nothing checked it before: %o',
    (number) => {
      const text = textOf('centreNumber', 'CENTER,{number}#');
      expect(writeText(text, { number }, GT06)).toEqual({ reason: 'value', at: 'number' });
      const list = textOf('sosNumbers', 'SOS,{numbers}#');
      expect(writeText(list, { numbers: ['1', number] }, GT06)).toEqual({ reason: 'value', at: 'numbers' });
      const server = textOf('server', 'S,{host},{port}');
      expect(writeText(server, { host: number, port: 1 }, GT06)).toEqual({ reason: 'value', at: 'host' });
    },
  );
});

describe('names what is wrong with a text', () => {
  test.each<[InstructionName, string, string, string | null]>([
    ['restart', '   ', 'empty', null],
    ['restart', 'x'.repeat(301), 'too-long', null],
    ['restart', 'x'.repeat(201), 'too-long', null],
    ['restart', 'CQ{', 'brace', null],
    ['restart', 'CQ}', 'brace', null],
    ['led', '{{enabled}', 'brace', null],
    ['led', 'LED,{on}', 'unknown-placeholder', 'on'],
    ['led', 'LED,{toString}', 'unknown-placeholder', 'toString'],
    ['led', 'LED,{}', 'placeholder-format', ''],
    ['led', 'LED,{enabled:on=1}', 'placeholder-format', 'enabled:on=1'],
    ['led', 'LED,{enabled*2}', 'placeholder-format', 'enabled*2'],
    ['led', 'LED,{enabled:on=1|off=0|on=2}', 'placeholder-format', 'enabled:on=1|off=0|on=2'],
    ['workingMode', '{mode:normal=0|sleep=1|other=2}', 'placeholder-format', 'mode:normal=0|sleep=1|other=2'],
    ['loggingInterval', '{interval/0}', 'placeholder-format', 'interval/0'],
    ['loggingInterval', '{interval:2}', 'placeholder-format', 'interval:2'],
    ['powerSchedule', '{on:hh}{off}', 'placeholder-format', 'on:hh'],
    ['powerSchedule', '{on:constructor}{off}', 'placeholder-format', 'on:constructor'],
    ['sosNumbers', '{numbers:;}', 'placeholder-format', 'numbers:;'],
    ['overspeed', '{speed},{seconds}', 'placeholder-default', 'seconds'],
    ['overspeed', '{speed?80}', 'placeholder-default', 'speed?80'],
    ['powerSchedule', 'PW,{on}', 'unused-parameter', 'off'],
    ['restart', 'CQ\r\n', 'characters', null],
    ['restart', '重启', 'characters', null],
    ['led', '{enabled:on=\n|off=0}', 'characters', 'enabled:on=\n|off=0'],
    ['freeText', '{text}', 'instruction', null],
  ])('%s %o: %s', (instruction, text, reason, at) => {
    expect(findTextProblem(textOf(instruction, text), GT06)).toEqual({ reason, at });
  });

  test('delimiters and forms of the protocols', () => {
    const problem = (protocol: Parameters<typeof textCarrierOf>[0], text: string, model = '') =>
      findTextProblem(textOf('led', text), textCarrierOf(protocol, model))?.reason ?? null;
    expect(problem('h02', 'LED,{enabled}')).toBeNull();
    expect(problem('h02', 'LED,{enabled}#')).toBe('characters');
    expect(problem('h02', 'LED,{enabled:on=#|off=0}')).toBe('characters');
    expect(problem('h02', 'LED,{enabled}', 'H02')).toBe('no-carrier');
    expect(problem('tk103', 'LED{enabled})(')).toBe('characters');
    expect(problem('watch', 'LED,{enabled}')).toBeNull();
    expect(problem('watch', '{enabled},LED')).toBe('form');
    expect(problem('meitrack', 'C99,{enabled}')).toBeNull();
    expect(problem('meitrack', 'LED,{enabled}')).toBe('form');
    expect(problem('queclink', 'AT+GTCFG=gl300,{enabled},,0001$')).toBeNull();
    expect(problem('queclink', 'LED,{enabled}')).toBe('form');
    expect(problem('jt808', '指示灯 {enabled}')).toBeNull();
    expect(problem('jt808', '😀 {enabled}')).toBe('characters');
    expect(problem('osmand', 'LED,{enabled}')).toBe('no-carrier');
    expect(problem(null, 'LED,{enabled}')).toBe('no-carrier');
  });

  test('rules of repetition and receipts, and the same instruction twice', () => {
    expect(findTextProblem(textOf('cutOil', 'CUT#', { repeatable: true }), GT06)).toEqual({
      reason: 'repeatable',
      at: null,
    });
    const receipt = { success: 'ok', failure: 'OK' };
    expect(findTextProblem(textOf('restart', 'CQ#', { receipt }), GT06)?.reason).toBe('receipt');
    expect(findTextsProblem([textOf('restart', 'CQ#'), textOf('restart', 'RST#')], GT06)).toEqual({
      reason: 'instruction',
      at: null,
      index: 1,
    });
    expect(findTextsProblem([textOf('restart', 'CQ#'), textOf('arm', 'ARM#')], GT06)).toBeNull();
  });

  test('a text of braces takes no longer than its length', () => {
    expect(findTextProblem(textOf('restart', '{'.repeat(299)), GT06)).toEqual({ reason: 'brace', at: null });
    expect(findTextProblem(textOf('restart', `{a:${'='.repeat(290)}}`), GT06)?.reason).toBe(
      'unknown-placeholder',
    );
  });
});

test('recognizes an answer without case, a failure first', () => {
  expect(resultOfResponse({ success: 'OK', failure: null }, 'mode ok!')).toBe('succeeded');
  expect(resultOfResponse({ success: 'OK', failure: 'not ok' }, 'NOT OK')).toBe('rejected');
  expect(resultOfResponse({ success: '成功', failure: '失败' }, '设置成功')).toBe('succeeded');
  expect(resultOfResponse({ success: 'OK', failure: null }, 'error')).toBe('unrecognized');
  expect(resultOfResponse({ success: 'OK', failure: null }, null)).toBe('unrecognized');
});

test('has valid example values for every instruction of the catalogue', () => {
  for (const name of INSTRUCTION_NAMES) {
    expect([name, findValueProblems(name, exampleValues(name))]).toEqual([name, []]);
    expect(Object.keys(exampleValues(name))).toEqual(Object.keys(instructionOf(name).parameters));
  }
});
