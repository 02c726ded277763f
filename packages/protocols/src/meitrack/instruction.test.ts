import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { describe, expect, it, test } from 'vitest';
import { SESSION_OPTIONS } from '../testing/stream-example.ts';
import { MEITRACK_INSTRUCTIONS } from './instruction.ts';
import { meitrack } from './meitrack.ts';

const NOW = Date.UTC(2026, 0, 1);
const IMEI = '353358017784062';

function encode(call: InstructionCall, serial: number) {
  const session = meitrack.session(SESSION_OPTIONS);
  return session.encodeInstruction(call, { deviceId: IMEI, serial, now: NOW, model: '', password: '' });
}

function encoded(call: InstructionCall, serial: number) {
  const result = encode(call, serial);
  if (typeof result === 'string') throw new Error(result);
  return { ...result, text: Buffer.from(result.bytes).toString('latin1') };
}

/** The serial whose flag is this letter: flags start with A at serial 58. */
function serialOf(flag: string): number {
  return 58 + flag.charCodeAt(0) - 65;
}

// Frames of the T622 GPRS protocol V1.2, of the MVT GPRS protocol V1.8 for A21; F01 and F11 by a separate program.
test.each<[InstructionCall, string, string, string]>([
  [{ name: 'locate', values: {} }, 'Q', '@@Q25,353358017784062,A10*6A', 'A10:Q'],
  [{ name: 'heartbeat', values: { interval: 600 } }, 'S', '@@S28,353358017784062,A11,10*FD', 'A11:S'],
  [{ name: 'uploadInterval', values: { interval: 60 } }, 'V', '@@V27,353358017784062,A12,6*D5', 'A12:V'],
  [{ name: 'angleReport', values: { angle: 120 } }, 'X', '@@X29,353358017784062,A13,120*37', 'A13:X'],
  [{ name: 'workingMode', values: { mode: 'deepSleep' } }, 'W', '@@W27,353358017784062,A73,2*D9', 'A73:W'],
  [
    { name: 'server', values: { host: '67.203.13.26', port: 8800 } },
    'H',
    '@@H48,353358017784062,A21,1,67.203.13.26,8800,,,*C9',
    'A21:H',
  ],
  [
    { name: 'freeText', values: { text: 'C01,20,10122' } },
    'M',
    '@@M34,353358017784062,C01,20,10122*18',
    'C01:M',
  ],
  [{ name: 'restart', values: {} }, 'S', '@@S25,353358017784062,F01*71', 'F01:S'],
  [{ name: 'factoryReset', values: {} }, 'H', '@@H25,353358017784062,F11*67', 'F11:H'],
])('%o is the expected frame', (call, flag, frame, receipt) => {
  const result = encoded(call, serialOf(flag));
  expect(result.text).toBe(`${frame}\r\n`);
  expect(result.receipts).toEqual([receipt]);
});

describe('an instruction', () => {
  it.each<[InstructionCall, string]>([
    [{ name: 'reportInterval', values: { moving: 30 } }, 'A12,3'],
    [{ name: 'heartbeat', values: { interval: 90 } }, 'A11,2'],
    [{ name: 'heartbeat', values: { interval: 0 } }, 'A11,0'],
    [
      { name: 'sosNumbers', values: { numbers: ['13800000001', '13800000002'] } },
      'A71,13800000001,13800000002',
    ],
    [{ name: 'overspeed', values: { speed: 90 } }, 'B07,90'],
    [{ name: 'cutOil', values: {} }, 'C01,0,12222'],
    [{ name: 'restoreOil', values: {} }, 'C01,0,02222'],
    [{ name: 'readParameters', values: {} }, 'E91'],
  ])('%o is the command %s', (call, command) => {
    expect(encoded(call, 58).text).toMatch(new RegExp(`^@@A\\d+,${IMEI},${command}\\*[0-9A-F]{2}\r\n$`));
  });

  it('with an interval while parked has three frames and three receipts', () => {
    const result = encoded({ name: 'reportInterval', values: { moving: 30, stationary: 600 } }, 59);
    expect(result.text.match(/A1[256],\d+/g)).toEqual(['A12,3', 'A15,60', 'A16,1']);
    expect(result.receipts).toEqual(['A12:B', 'A15:B', 'A16:B']);
  });

  it.each<InstructionCall>([
    { name: 'reportInterval', values: { moving: 15 } },
    { name: 'uploadInterval', values: { interval: 35 } },
    { name: 'overspeed', values: { speed: 90, seconds: 5 } },
    { name: 'freeText', values: { text: 'reset' } },
    { name: 'freeText', values: { text: 'A10*00\r\n@@A25,1,F11' } },
    { name: 'freeText', values: { text: 'C02,0,1,你好' } },
  ])('that the device cannot express is refused: %o', (call) => {
    expect(encode(call, 1)).toBe('not-encodable');
  });

  it('that the protocol does not have is refused', () => {
    expect(encode({ name: 'findDevice', values: {} }, 1)).toBe('not-supported');
    expect(meitrack.instructions).toEqual(MEITRACK_INSTRUCTIONS);
    expect(MEITRACK_INSTRUCTIONS).not.toContain('timeZone');
  });

  it('keeps its flag when it is repeated, and uses all flags in turn', () => {
    const flags = Array.from(
      { length: 58 },
      (_, n) => encoded({ name: 'locate', values: {} }, n + 1).text[2],
    );
    expect(new Set(flags).size).toBe(58);
    expect(flags.join('')).toMatch(/^[A-z]+$/);
    expect(encoded({ name: 'locate', values: {} }, 65_535)).toEqual(
      encoded({ name: 'locate', values: {} }, 65_535),
    );
  });
});

describe('a terminal', () => {
  function exchange(call: InstructionCall, outcome: 'accept' | 'reject' | 'wrong-key') {
    const terminal = meitrack.terminal(IMEI);
    const result = encoded(call, 60);
    expect(terminal.receive(result.bytes)).toEqual([]);
    const instructions = terminal.takeInstructions();
    expect(terminal.takeInstructions()).toEqual([]);
    const session = meitrack.session(SESSION_OPTIONS);
    const events = instructions.flatMap(({ receipts }) =>
      receipts(outcome).flatMap((bytes) => session.receive(bytes, NOW)),
    );
    return {
      expected: result.receipts,
      description: instructions[0]?.description,
      receipts: events.filter((event) => event.type === 'receipt'),
    };
  }

  it.each<InstructionCall>([
    { name: 'locate', values: {} },
    { name: 'readParameters', values: {} },
    { name: 'cutOil', values: {} },
    { name: 'reportInterval', values: { moving: 30, stationary: 600 } },
  ])('accepts %o', (call) => {
    const { expected, receipts } = exchange(call, 'accept');
    expect(receipts.map(({ key }) => key)).toEqual(expected);
    expect(receipts.every(({ outcome }) => outcome === 'accepted')).toBe(true);
  });

  it('refuses an instruction with the number of an error', () => {
    const { expected, receipts, description } = exchange({ name: 'cutOil', values: {} }, 'reject');
    expect(description).toBe('C01,0,12222');
    expect(receipts).toMatchObject([{ key: expected[0], outcome: 'rejected', text: '1' }]);
  });

  it('answers with the flag of another instruction', () => {
    const { receipts } = exchange({ name: 'cutOil', values: {} }, 'wrong-key');
    expect(receipts).toMatchObject([{ key: 'C01:D', outcome: 'accepted' }]);
  });
});
