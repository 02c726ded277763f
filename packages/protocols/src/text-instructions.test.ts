import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { describe, expect, test } from 'vitest';
import { h02 } from './h02/h02.ts';
import type { DeviceSession, EncodedInstruction, ReceiptEvent, StreamProtocol } from './protocol.ts';
import { SESSION_OPTIONS } from './testing/stream-example.ts';
import { tk103 } from './tk103/tk103.ts';
import { watch } from './watch/watch.ts';

/**
 * Instructions of protocols that are texts. Expected texts are written by the tables and examples of the documents that
 * the pages of the protocols name.
 */
const NOW = Date.UTC(2026, 0, 1);
const SERIAL = 3_661;
/** The second of the day that the serial counts: 01:01:01. */
const TIME = '010101';

interface Device {
  readonly protocol: StreamProtocol;
  readonly id: string;
  readonly model: string;
  readonly password: string;
}

const H02: Device = { protocol: h02, id: '860000000000035', model: 'ST-901', password: '' };
const HUASUNTEK: Device = { ...H02, model: 'H02' };
const TK103: Device = { protocol: tk103, id: '013600000051', model: '', password: '' };
const COMMA: Device = { protocol: tk103, id: '860000000000051', model: '', password: '123456' };
const WATCH: Device = { protocol: watch, id: '860000000000043', model: '', password: '' };

/** A session on which the device has reported, so that its form is known. */
function connect({ protocol, id }: Device): DeviceSession {
  const session = protocol.session(SESSION_OPTIONS);
  const report = {
    time: NOW,
    fix: null,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
  };
  session.receive(protocol.terminal(id).report([report]).bytes, NOW);
  return session;
}

function encode(
  device: Device,
  call: InstructionCall,
  session = connect(device),
): EncodedInstruction | string {
  const { id, model, password } = device;
  return session.encodeInstruction(call, { deviceId: id, serial: SERIAL, now: NOW, model, password });
}

function encoded(device: Device, call: InstructionCall, session = connect(device)): EncodedInstruction {
  const result = encode(device, call, session);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

const textOf = ({ bytes }: EncodedInstruction) => Buffer.from(bytes).toString('latin1');

const CASES: readonly (readonly [string, Device, InstructionCall, string, readonly string[]])[] = [
  ['h02', H02, { name: 'locate', values: {} }, `*HQ,${H02.id},D1,${TIME},30,1#`, []],
  [
    'h02',
    H02,
    { name: 'track', values: { interval: 60, duration: 600 } },
    `*HQ,${H02.id},D1,${TIME},60,10#`,
    [],
  ],
  [
    'h02',
    H02,
    { name: 'reportInterval', values: { moving: 30 } },
    `*HQ,${H02.id},S17,${TIME},30#`,
    [`S17:${TIME}`],
  ],
  [
    'h02',
    H02,
    { name: 'uploadInterval', values: { interval: 3_600 } },
    `*HQ,${H02.id},S17,${TIME},3600#`,
    [`S17:${TIME}`],
  ],
  ['h02', H02, { name: 'cutOil', values: {} }, `*HQ,${H02.id},S20,${TIME},1,1#`, [`S20:${TIME}`]],
  ['h02', H02, { name: 'restoreOil', values: {} }, `*HQ,${H02.id},S20,${TIME},1,0#`, [`S20:${TIME}`]],
  ['h02', H02, { name: 'arm', values: {} }, `*HQ,${H02.id},SCF,${TIME},0,0#`, [`SCF:${TIME}`]],
  ['h02', H02, { name: 'disarm', values: {} }, `*HQ,${H02.id},SCF,${TIME},1,1#`, [`SCF:${TIME}`]],
  ['h02', H02, { name: 'restart', values: {} }, `*HQ,${H02.id},R1,${TIME}#`, []],
  ['h02', H02, { name: 'confirmAlarm', values: {} }, `*HQ,${H02.id},R7,${TIME}#`, []],
  ['h02', H02, { name: 'factoryReset', values: {} }, `*HQ,${H02.id},S25,${TIME}#`, [`S25:${TIME}`]],
  ['h02', H02, { name: 'readParameters', values: {} }, `*HQ,${H02.id},S26,${TIME}#`, [`S26:${TIME}`]],
  [
    'h02',
    H02,
    { name: 'freeText', values: { text: 'reset123456' } },
    `*HQ,${H02.id},SMS,reset123456#`,
    ['SMS'],
  ],
  ['h02 of HuaSunTeK', HUASUNTEK, { name: 'locate', values: {} }, `*HQ,${H02.id},CR#`, ['CR']],
  [
    'h02 of HuaSunTeK',
    HUASUNTEK,
    { name: 'reportInterval', values: { moving: 20, stationary: 300 } },
    `*HQ,${H02.id},XT,20#*HQ,${H02.id},NXT,300#`,
    ['XT', 'NXT'],
  ],
  [
    'h02 of HuaSunTeK',
    HUASUNTEK,
    { name: 'server', values: { host: 'gps.example', port: 6_780 } },
    `*HQ,${H02.id},IP,1,00000000,1a7c,gps.example,${TIME}#`,
    [`IP:${TIME}`],
  ],
  [
    'h02 of HuaSunTeK',
    HUASUNTEK,
    { name: 'apn', values: { apn: 'zap.vivo.com.br', user: 'vivo', password: 'vivo' } },
    `*HQ,${H02.id},APN,zap.vivo.com.br,vivo,vivo#`,
    ['APN'],
  ],
  [
    'h02 of HuaSunTeK',
    HUASUNTEK,
    { name: 'centreNumber', values: { number: '15014333333' } },
    `*HQ,${H02.id},UR,15014333333#`,
    ['UR'],
  ],
  ['h02 of HuaSunTeK', HUASUNTEK, { name: 'arm', values: {} }, `*HQ,${H02.id},SF2,${TIME}#`, [`SF2:${TIME}`]],
  [
    'h02 of HuaSunTeK',
    HUASUNTEK,
    { name: 'disarm', values: {} },
    `*HQ,${H02.id},CF2,${TIME}#`,
    [`CF2:${TIME}`],
  ],
  [
    'h02 of HuaSunTeK',
    HUASUNTEK,
    { name: 'cutOil', values: {} },
    `*HQ,${H02.id},S20,${TIME},1,1#`,
    [`S20:${TIME}`],
  ],
  ['h02 of HuaSunTeK', HUASUNTEK, { name: 'restart', values: {} }, `*HQ,${H02.id},CQ#`, ['CQ']],
  [
    'h02 of HuaSunTeK',
    HUASUNTEK,
    { name: 'factoryReset', values: {} },
    `*HQ,${H02.id},RESET,${TIME}#`,
    [`RESET:${TIME}`],
  ],
  ['h02 of HuaSunTeK', HUASUNTEK, { name: 'readParameters', values: {} }, `*HQ,${H02.id},INFO#`, ['INFO']],
  ['tk103', TK103, { name: 'locate', values: {} }, `(${TK103.id}AP00)`, ['BP04']],
  [
    'tk103',
    TK103,
    { name: 'track', values: { interval: 20, duration: 5_400 } },
    `(${TK103.id}AR000014011E)`,
    [],
  ],
  ['tk103', TK103, { name: 'cutOil', values: {} }, `(${TK103.id}AV010)`, ['BV01']],
  ['tk103', TK103, { name: 'restoreOil', values: {} }, `(${TK103.id}AV011)`, ['BV01']],
  ['tk103', TK103, { name: 'restart', values: {} }, `(${TK103.id}AT00)`, ['BT00']],
  ['tk103', TK103, { name: 'freeText', values: { text: 'AX01' } }, `(${TK103.id}AX01)`, ['BX01']],
  ['tk103 with commas', COMMA, { name: 'locate', values: {} }, '[begin]sms2,*getposl*,[end]', ['ZC03']],
  ['tk103 with commas', COMMA, { name: 'powerOff', values: {} }, '[begin]sms2,*turnoff*,[end]', ['ZC03']],
  [
    'tk103 with commas',
    COMMA,
    { name: 'readParameters', values: {} },
    '[begin]sms2,*status*,[end]',
    ['ZC03'],
  ],
  [
    'tk103 with commas',
    COMMA,
    { name: 'centreNumber', values: { number: '13900000000' } },
    '[begin]sms2,*master*123456*13900000000*,[end]',
    ['ZC03'],
  ],
  [
    'tk103 with commas',
    COMMA,
    { name: 'server', values: { host: '203.0.113.5', port: 5_002 } },
    '[begin]sms2,*setip*203*0*113*5*5002*,[end]',
    ['ZC03'],
  ],
  [
    'tk103 with commas',
    COMMA,
    { name: 'freeText', values: { text: 'soson' } },
    '[begin]sms2,*soson*,[end]',
    ['ZC03'],
  ],
  ['watch', WATCH, { name: 'locate', values: {} }, `[3G*${WATCH.id}*0002*CR]`, ['CR']],
  [
    'watch',
    WATCH,
    { name: 'reportInterval', values: { moving: 600 } },
    `[3G*${WATCH.id}*000A*UPLOAD,600]`,
    ['UPLOAD'],
  ],
  [
    'watch',
    WATCH,
    { name: 'uploadInterval', values: { interval: 600 } },
    `[3G*${WATCH.id}*000A*UPLOAD,600]`,
    ['UPLOAD'],
  ],
  [
    'watch',
    WATCH,
    { name: 'server', values: { host: 'gps.example', port: 5_093 } },
    `[3G*${WATCH.id}*0013*IP,gps.example,5093]`,
    ['IP'],
  ],
  [
    'watch',
    WATCH,
    { name: 'sosNumbers', values: { numbers: ['111', '222', '333'] } },
    `[3G*${WATCH.id}*000F*SOS,111,222,333]`,
    ['SOS'],
  ],
  [
    'watch',
    WATCH,
    { name: 'centreNumber', values: { number: '111' } },
    `[3G*${WATCH.id}*000A*CENTER,111]`,
    ['CENTER'],
  ],
  [
    'watch',
    WATCH,
    { name: 'listenIn', values: { number: '111' } },
    `[3G*${WATCH.id}*000B*MONITOR,111]`,
    ['MONITOR'],
  ],
  [
    'watch',
    WATCH,
    { name: 'callBack', values: { number: '111' } },
    `[3G*${WATCH.id}*0008*CALL,111]`,
    ['CALL'],
  ],
  ['watch', WATCH, { name: 'findDevice', values: {} }, `[3G*${WATCH.id}*0004*FIND]`, ['FIND']],
  ['watch', WATCH, { name: 'restart', values: {} }, `[3G*${WATCH.id}*0005*RESET]`, ['RESET']],
  ['watch', WATCH, { name: 'factoryReset', values: {} }, `[3G*${WATCH.id}*0007*FACTORY]`, ['FACTORY']],
  ['watch', WATCH, { name: 'powerOff', values: {} }, `[3G*${WATCH.id}*0008*POWEROFF]`, ['POWEROFF']],
  [
    'watch',
    WATCH,
    { name: 'batteryAlarm', values: { enabled: true } },
    `[3G*${WATCH.id}*0008*LOWBAT,1]`,
    ['LOWBAT'],
  ],
  ['watch', WATCH, { name: 'readParameters', values: {} }, `[3G*${WATCH.id}*0002*TS]`, ['TS']],
  [
    'watch',
    WATCH,
    { name: 'textMessage', values: { text: 'A\u4f60' } },
    `[3G*${WATCH.id}*0010*MESSAGE,00414f60]`,
    ['MESSAGE'],
  ],
  [
    'watch',
    WATCH,
    { name: 'freeText', values: { text: 'FLOWER,3' } },
    `[3G*${WATCH.id}*0008*FLOWER,3]`,
    ['FLOWER'],
  ],
];

describe.each(CASES)('%s', (_, device, call, text, receipts) => {
  test(`${call.name} is ${text}`, () => {
    const instruction = encoded(device, call);
    expect(textOf(instruction)).toBe(text);
    expect(instruction.receipts).toEqual(receipts);
  });

  test(`the receipt of ${text} has the expected key`, () => {
    const session = connect(device);
    const instruction = encoded(device, call, session);
    const terminal = device.protocol.terminal(device.id);
    // The device receives the instruction in two chunks.
    const middle = Math.floor(instruction.bytes.length / 2);
    expect(terminal.receive(instruction.bytes.subarray(0, middle))).toEqual([]);
    expect(terminal.receive(instruction.bytes.subarray(middle))).toEqual([]);
    const received = terminal.takeInstructions();
    expect(terminal.takeInstructions()).toEqual([]);
    const receiptsFor = (outcome: 'accept' | 'wrong-key') =>
      received
        .flatMap((one) => one.receipts(outcome))
        .flatMap((bytes) => session.receive(bytes, NOW))
        .filter((event): event is ReceiptEvent => event.type === 'receipt');
    expect(receiptsFor('accept').map(({ key, outcome }) => [key, outcome])).toEqual(
      receipts.map((key) => [key, 'accepted']),
    );
    for (const { key } of receiptsFor('wrong-key')) expect(receipts).not.toContain(key);
  });
});

/** What a user could type to smuggle another instruction into a frame. */
const INJECTIONS: readonly (readonly [Device, string])[] = [
  [H02, `x#*HQ,${H02.id},S20,${TIME},1,1`],
  [H02, 'x#'],
  [H02, '*HQ,1,S20'],
  [H02, 'caf\u00e9'],
  [TK103, `AX01)(${TK103.id}AV010`],
  [TK103, 'AX01('],
  [TK103, 'hello'],
  [COMMA, 'status*,[end][begin]sms2,*turnoff'],
  [COMMA, '$)'],
  [WATCH, `FLOWER,3][3G*${WATCH.id}*0008*POWEROFF`],
  [WATCH, 'FLOWER*3'],
  [WATCH, '3FLOWER'],
];

test.each(INJECTIONS)('refuses delimiters in a free text: %#', (device, text) => {
  expect(encode(device, { name: 'freeText', values: { text } })).toBe('not-encodable');
});

// The catalogue refuses these before: an encoder must not depend on it.
test.each<[Device, InstructionCall]>([
  [HUASUNTEK, { name: 'server', values: { host: 'a#*HQ,1,CQ', port: 1 } }],
  [HUASUNTEK, { name: 'apn', values: { apn: 'a,b' } }],
  [HUASUNTEK, { name: 'centreNumber', values: { number: '1#' } }],
  [COMMA, { name: 'centreNumber', values: { number: '1*2' } }],
  [COMMA, { name: 'server', values: { host: 'gps.example', port: 1 } }],
  [WATCH, { name: 'server', values: { host: 'a]', port: 1 } }],
  [WATCH, { name: 'sosNumbers', values: { numbers: ['1,2'] } }],
])('refuses delimiters in other values: %#', (device, call) => {
  expect(encode(device, call)).toBe('not-encodable');
});

test.each<[Device, InstructionCall, string]>([
  [H02, { name: 'track', values: { interval: 10, duration: 600 } }, 'not-encodable'],
  [H02, { name: 'reportInterval', values: { moving: 10 } }, 'not-encodable'],
  [H02, { name: 'reportInterval', values: { moving: 60, stationary: 600 } }, 'not-encodable'],
  [H02, { name: 'server', values: { host: 'gps.example', port: 1 } }, 'not-supported'],
  [HUASUNTEK, { name: 'reportInterval', values: { moving: 3 } }, 'not-encodable'],
  [HUASUNTEK, { name: 'freeText', values: { text: 'x' } }, 'not-supported'],
  [TK103, { name: 'powerOff', values: {} }, 'not-supported'],
  [COMMA, { name: 'cutOil', values: {} }, 'not-supported'],
  [{ ...COMMA, password: '' }, { name: 'centreNumber', values: { number: '111' } }, 'not-encodable'],
  [WATCH, { name: 'reportInterval', values: { moving: 60, stationary: 600 } }, 'not-encodable'],
  [WATCH, { name: 'textMessage', values: { text: 'x', speak: true } }, 'not-encodable'],
  [WATCH, { name: 'cutOil', values: {} }, 'not-supported'],
])('refuses what the device cannot do: %#', (device, call, refusal) => {
  expect(encode(device, call)).toBe(refusal);
});

test('an instruction for a watch repeats vendor and number of its messages', () => {
  const session = watch.session(SESSION_OPTIONS);
  session.receive(Buffer.from(`[YW*${WATCH.id}*0007*0002*LK]`), NOW);
  expect(textOf(encoded(WATCH, { name: 'findDevice', values: {} }, session))).toBe(
    `[YW*${WATCH.id}*0E4D*0004*FIND]`,
  );
});

test.each<[Device, InstructionCall, string]>([
  [HUASUNTEK, { name: 'apn', values: { apn: 'a.b', user: 'u', password: 's3cret' } }, 's3cret'],
  [COMMA, { name: 'centreNumber', values: { number: '13900000000' } }, '123456'],
])('names the bytes of a password: %#', (device, call, secret) => {
  const instruction = encoded(device, call);
  const [range] = device.protocol.inspect(instruction.bytes).secrets;
  expect(textOf(instruction).slice(range?.start, range?.end)).toBe(secret);
});
