import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { fromHex, loadStreamExamples, toHex } from '../testing/stream-example.ts';
import { crcIbm } from './crc-ibm.ts';
import { writeData, writePacket } from './framing.ts';
import { inspect } from './inspect.ts';
import { teltonika } from './teltonika.ts';

const NOW = 1_767_225_600_000;
const IMEI = '356307042441013';
const LOGIN = fromHex('000f333536333037303432343431303133');
const EXAMPLES = loadStreamExamples(teltonika);

function decode(bytes: Uint8Array): readonly SessionEvent[] {
  const session = teltonika.session();
  session.receive(LOGIN, NOW);
  return session.receive(bytes, NOW);
}

function reportsOf(events: readonly SessionEvent[]): readonly Report[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports);
}

function frameOf(name: string): Buffer {
  const [frame] = EXAMPLES.find((example) => example.name === name)?.frames ?? [];
  if (frame === undefined) throw new Error(`no example ${name}`);
  return frame;
}

describe('the checksum', () => {
  it('is CRC-16/ARC, as in its check value and the first example of the document', () => {
    expect(crcIbm(Buffer.from('123456789'), 0, 9)).toBe(0xbb3d);
    expect(crcIbm(fromHex('0c010500000007676574696e666f01'), 0, 15)).toBe(0x4312);
  });
});

describe('a session', () => {
  it('rejects a packet before a login, and the one of an unknown device with the number 0', () => {
    const [event] = teltonika.session().receive(frameOf('codec8-position'), NOW);
    expect(event).toMatchObject({ error: 'malformed', deviceId: null, detail: 'codec 0x08 before a login' });
    const [refused] = decode(frameOf('codec8-position')) as ReportsEvent[];
    expect(toHex(refused?.rejectReply ?? Buffer.alloc(0))).toBe('00000000');
  });

  it('switches to the device of a further login', () => {
    const session = teltonika.session();
    session.receive(LOGIN, NOW);
    session.receive(teltonika.terminal('860000000000043').login()?.bytes ?? Buffer.alloc(0), NOW);
    expect(session.receive(frameOf('codec8-position'), NOW)[0]).toMatchObject({
      deviceId: '860000000000043',
    });
  });

  it.each([
    ['0xffff', 0xffff, null],
    ['361', 361, null],
    ['360', 360, 0],
    ['359', 359, 359],
  ])('decodes a course of %s', (_, sent, course) => {
    const data = Buffer.from(frameOf('codec8-position').subarray(8, -4));
    data.writeUInt16BE(sent, 2 + 19);
    expect(reportsOf(decode(writePacket(data)))[0]?.fix).toMatchObject({ course, latitude: 22.5431 });
  });

  it('continues with the packet that starts inside a damaged one', () => {
    const frame = frameOf('codec8-position');
    const damaged = Buffer.from(frame);
    damaged.writeUInt32BE(damaged.readUInt32BE(4) + 20, 4);
    const events = decode(Buffer.concat([damaged, frame]));
    expect(events.map(({ type }) => type)).toEqual(['decode-error', 'reports']);
  });

  it('never throws, whatever a packet with a valid checksum contains', () => {
    const random = seededRandom(27);
    for (let n = 0; n < 2_000; n++) {
      const codec = [0x07, 0x08, 0x8e, 0x10, 0x0c, 0x0d, 0x0e, 0x0f][n % 8] ?? 0;
      const length = randomInteger(random, 0, 90);
      const content = Buffer.from(
        Array.from({ length }, () => randomInteger(random, 0, n % 3 === 0 ? 3 : 255)),
      );
      const events = decode(writePacket(writeData(codec, randomInteger(random, 0, 3), content)));
      expect(events.length, content.toString('hex')).toBeGreaterThan(0);
      for (const { time, attributes } of reportsOf(events)) {
        expect(Number.isSafeInteger(time)).toBe(true);
        for (const value of Object.values(attributes)) expect(value).not.toBeNaN();
      }
    }
  });

  it('reports no alarm of an example whose record is cut, with a matching length and checksum', () => {
    for (const { name, frames } of EXAMPLES.filter((example) => example.name.startsWith('alarm-'))) {
      const data = frames[0]?.subarray(8, -4) ?? Buffer.alloc(0);
      for (let length = 3; length < data.length - 1; length++) {
        const cut = Buffer.concat([data.subarray(0, length), Buffer.of(1)]);
        expect(reportsOf(decode(writePacket(cut))), `${name}, ${length} bytes`).toEqual([]);
      }
    }
  });
});

describe('a terminal', () => {
  it.each(['tcp', 'udp'] as const)('over %s sends what the session decodes', (transport) => {
    const random = seededRandom(8);
    const terminal = teltonika.terminal(IMEI, { transport });
    const session = teltonika.session();
    session.receive(terminal.login()?.bytes ?? Buffer.alloc(0), NOW);
    for (let n = 0; n < 300; n++) {
      const report = randomReport(random);
      const [decoded] = reportsOf(session.receive(terminal.report([report]).bytes, NOW));
      expect(decoded?.time).toBe(report.time);
      expect(decoded?.battery).toBe(report.battery);
      expect(decoded?.attributes.ignition).toBe(report.attributes.ignition);
      expect(decoded?.attributes.odometer).toBe(report.attributes.odometer);
      if (report.fix === null) expect(decoded?.fix).toBeNull();
      else {
        expect(decoded?.fix?.latitude).toBeCloseTo(report.fix.latitude, 6);
        expect(decoded?.fix?.longitude).toBeCloseTo(report.fix.longitude, 6);
        expect(decoded?.fix?.valid).toBe(report.fix.valid);
      }
    }
  });

  it.each(['SOS', 'OUTAGE', 'OVERSPEED', 'IN', 'OUT'] as const)('sends the alarm %s', (alarm) => {
    const report: Report = { ...randomReport(seededRandom(1)), alarms: [alarm] };
    expect(reportsOf(decode(teltonika.terminal(IMEI).report([report]).bytes))[0]?.alarms).toEqual([alarm]);
  });

  it('reads the replies of the document', () => {
    const terminal = teltonika.terminal(IMEI);
    terminal.login();
    const keys = [1, 2].map(() => terminal.report([randomReport(seededRandom(2))]).key);
    const replies = [...terminal.receive(fromHex('0100')), ...terminal.receive(fromHex('00000100000000'))];
    expect(replies).toEqual([
      { key: 'login', ok: true, next: null },
      { key: keys[0], ok: true, next: null },
      { key: keys[1], ok: false, next: null },
    ]);
    const overUdp = teltonika.terminal(IMEI, { transport: 'udp' });
    expect(overUdp.login()).toBeNull();
    const { key } = overUdp.report([randomReport(seededRandom(3))]);
    expect(overUdp.receive(fromHex('00050000010001'))).toEqual([{ key, ok: true, next: null }]);
  });

  it.each(['', '12345678901234', 'boat', '1234567890123456'])('refuses the id "%s"', (id) => {
    expect(() => teltonika.terminal(id)).toThrow(RangeError);
  });

  it.each([0, 256])('refuses a packet of %d records', (count) => {
    const report = randomReport(seededRandom(4));
    expect(() => teltonika.terminal(IMEI).report(Array(count).fill(report))).toThrow(RangeError);
  });
});

describe('an inspection', () => {
  it.each([
    ['000f333536333037303432343431303133', 'IMEI', null],
    ['01', null, true],
    ['00', null, false],
    ['00000001', null, true],
    ['00000000', null, false],
    ['0005cafe010501', null, true],
    ['0005cafe010500', null, false],
    ['000000000000000f0c010500000007676574696e666f0100004312', 'codec 0x0c', null],
    ['ff', null, null],
    ['', null, null],
  ])('of %s', (bytes, messageId, accepted) => {
    expect(inspect(fromHex(bytes))).toEqual({ messageId, accepted, secrets: [] });
  });

  it('finds the passwords among the settings of an instruction', () => {
    const call: InstructionCall = { name: 'apn', values: { apn: 'a', user: 'u', password: 's3cret' } };
    const target = { deviceId: IMEI, serial: 1, now: NOW, model: '', password: '' };
    const encoded = teltonika.session().encodeInstruction(call, target);
    if (typeof encoded === 'string') throw new Error(encoded);
    const text = Buffer.from(encoded.bytes);
    const secrets = inspect(text).secrets.map(({ start, end }) => text.toString('latin1', start, end));
    expect(secrets).toEqual(['s3cret']);
  });

  it('names the codec of each example with a complete packet', () => {
    for (const { name, frames } of EXAMPLES.filter((example) => example.name.startsWith('udp-'))) {
      for (const frame of frames) expect(inspect(frame).messageId, name).toMatch(/^codec 0x(08|8e|10)$/);
    }
  });
});

describe('an instruction', () => {
  const target = { deviceId: IMEI, serial: 1, now: NOW, model: '', password: '' };

  function encode(call: InstructionCall, model = '') {
    return teltonika.session().encodeInstruction(call, { ...target, model });
  }

  it('is the codec 12 packet of the document', () => {
    const encoded = encode({ name: 'readParameters', values: {} });
    // "getinfo" (codec 12, example of a command).
    expect(typeof encoded === 'string' ? encoded : toHex(encoded.bytes)).toBe(
      '000000000000000f0c010500000007676574696e666f0100004312',
    );
    expect(encoded).toMatchObject({ receipts: ['response'], mayDisconnect: false });
  });

  it.each<[InstructionCall, string]>([
    [{ name: 'locate', values: {} }, 'getgps'],
    [
      { name: 'reportInterval', values: { moving: 30, stationary: 600 } },
      'setparam 10050:30;10150:30;10250:30;10055:30;10155:30;10255:30;' +
        '10000:600;10100:600;10200:600;10005:600;10105:600;10205:600',
    ],
    [{ name: 'angleReport', values: { angle: 15 } }, 'setparam 10052:15;10152:15;10252:15'],
    [{ name: 'distanceReport', values: { distance: 200 } }, 'setparam 10051:200;10151:200;10251:200'],
    [{ name: 'server', values: { host: 'gps.example', port: 5027 } }, 'setparam 2004:gps.example;2005:5027'],
    [{ name: 'apn', values: { apn: 'internet' } }, 'setparam 2001:internet;2002:;2003:'],
    [{ name: 'cutOil', values: {} }, 'setdigout 1'],
    [{ name: 'restoreOil', values: {} }, 'setdigout 0'],
    [{ name: 'odometer', values: { distance: 5000 } }, 'odoset:5000'],
    [{ name: 'freeText', values: { text: 'getver' } }, 'getver'],
  ])('%o is %s, also by SMS', (call, text) => {
    const encoded = encode(call);
    if (typeof encoded === 'string') throw new Error(encoded);
    expect(Buffer.from(encoded.bytes).toString('latin1')).toContain(text);
    expect(teltonika.encodeSms(call, { model: '', password: '' })).toBe(`  ${text}`);
    expect(teltonika.encodeSms(call, { model: '', password: 'p4ss' })).toBe(` p4ss ${text}`);
    expect(teltonika.encodeSms(call, { model: '', password: 'user p4ss' })).toBe(`user p4ss ${text}`);
  });

  it('of a restart has no receipt, because the device sends none', () => {
    expect(encode({ name: 'restart', values: {} })).toMatchObject({ receipts: [] });
  });

  it('counts the odometer of a professional device in metres, and knows none of its settings', () => {
    const odometer = encode({ name: 'odometer', values: { distance: 5 } }, 'FMB640');
    if (typeof odometer === 'string') throw new Error(odometer);
    expect(Buffer.from(odometer.bytes).toString('latin1')).toContain('odoset:5000');
    expect(encode({ name: 'angleReport', values: { angle: 15 } }, 'FMB640')).toBe('not-supported');
  });

  it.each<[string, InstructionCall]>([
    ['a semicolon in a setting', { name: 'apn', values: { apn: 'a;2004:evil' } }],
    ['a line break', { name: 'freeText', values: { text: 'getver\r\ncpureset' } }],
    ['a NUL', { name: 'freeText', values: { text: 'getver\0' } }],
    ['Chinese', { name: 'freeText', values: { text: '\u4f60\u597d' } }],
    ['more than 160 characters', { name: 'freeText', values: { text: 'x'.repeat(161) } }],
  ])('with %s is not encodable', (_, call) => {
    expect(encode(call)).toBe('not-encodable');
    expect(teltonika.encodeSms(call, { model: '', password: '' })).toBe('not-encodable');
  });

  it('that the protocol has no text for is not supported', () => {
    expect(encode({ name: 'findDevice', values: {} })).toBe('not-supported');
  });

  it('is not sent over UDP', () => {
    const session = teltonika.session();
    session.receive(frameOf('udp-codec8-document'), NOW);
    expect(session.encodeInstruction({ name: 'locate', values: {} }, target)).toBe('not-supported');
  });

  it.each([
    ['accept', 'accepted'],
    ['reject', 'rejected'],
  ] as const)('reaches a terminal in chunks between replies; its receipt to %s is %s', (choice, outcome) => {
    const terminal = teltonika.terminal(IMEI);
    const session = teltonika.session();
    session.receive(terminal.login()?.bytes ?? Buffer.alloc(0), NOW);
    const { key } = terminal.report([randomReport(seededRandom(5))]);
    const encoded = session.encodeInstruction({ name: 'locate', values: {} }, target);
    if (typeof encoded === 'string') throw new Error(encoded);
    const sent = Buffer.concat([fromHex('0100000001'), encoded.bytes, encoded.bytes]);
    const replies = [...sent].flatMap((byte) => terminal.receive(Buffer.of(byte)));
    expect(replies.map((reply) => reply.key)).toEqual(['login', key]);
    const received = terminal.takeInstructions();
    expect(received.map(({ description }) => description)).toEqual(['getgps', 'getgps']);
    expect(terminal.takeInstructions()).toEqual([]);
    const [receipt = Buffer.alloc(0)] = received[0]?.receipts(choice) ?? [];
    expect(session.receive(receipt, NOW)).toMatchObject([
      { type: 'receipt', deviceId: IMEI, key: 'response', outcome },
    ]);
  });
});
