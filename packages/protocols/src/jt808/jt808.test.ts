import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { seeded, whole } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { fromHex, SESSION_OPTIONS, toHex } from '../testing/stream-example.ts';
import { Alarms, alarmWord, type Crossing, readAlarmWord } from './alarm.ts';
import { closeFrame, openFrame } from './framing.ts';
import { addressOf, deviceIdOf, writeFrame } from './header.ts';
import { jt808 } from './jt808.ts';
import { readLocation } from './location.ts';
import { PART_TIMEOUT } from './sub-packages.ts';
import { profileOf } from './vendor.ts';

const NOW = 1_767_225_600_000;
const PHONE = '13511221122';
const PLACE: Report = {
  time: NOW,
  fix: {
    latitude: 22.5,
    longitude: 114.25,
    altitude: -3,
    speed: 61.2,
    course: 91,
    accuracy: null,
    valid: true,
  },
  battery: null,
  gsm: null,
  satellites: 7,
  alarms: [],
  attributes: { ignition: true },
};

const session = () => jt808.session(SESSION_OPTIONS);

function reportsOf(events: readonly SessionEvent[]): readonly Report[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports);
}

/** What a reply answers: serial, id and result of each general response in it, as hexadecimal text. */
function answersIn(reply: Uint8Array | null): readonly string[] {
  return framesOf(reply ?? Buffer.of()).map((frame) => {
    const plain = openFrame(frame);
    if (typeof plain === 'string') throw new Error(plain);
    expect(toHex(plain.subarray(0, 4))).toBe('80010005');
    return toHex(plain.subarray(12));
  });
}

function framesOf(bytes: Uint8Array): readonly Buffer[] {
  return bytes.length === 0
    ? []
    : toHex(bytes)
        .split(/(?<=7e)(?=7e)/)
        .map(fromHex);
}

/** The frames of a batch that needs at least `parts` sub-packages. */
function longBatch(parts: number, id = PHONE): { frames: Buffer[]; reports: Report[] } {
  const reports = Array.from({ length: parts * 34 }, (_, n) => ({ ...PLACE, time: NOW + n * 1000 }));
  return { frames: [...framesOf(jt808.terminal(id).report(reports).bytes)], reports };
}

describe('a frame', () => {
  it('is escaped as in the example of the standard (section 4.4.2)', () => {
    const content = fromHex('307e087d');
    // The standard's example shows a checksum of 0x55 for the sake of it; the XOR is 0x3b.
    expect(toHex(closeFrame(content, content.length))).toBe('7e307d02087d013b7e');
    expect(openFrame(fromHex('7e307d02087d013b7e'))).toEqual(content);
    expect(openFrame(fromHex('7e307d02087d01557e'))).toBe('checksum');
    expect(openFrame(fromHex('7e307d03087d013b7e'))).toBe('escape');
  });

  it('whose checksum itself has to be escaped comes back', () => {
    for (const last of [0x7e, 0x7d]) {
      const content = Buffer.of(0x00, last);
      expect(openFrame(closeFrame(content, 2))).toEqual(content);
    }
  });

  it('may share its flag with the next', () => {
    const terminal = jt808.terminal(PHONE);
    const [a, b] = [terminal.report([PLACE]).bytes, terminal.report([PLACE]).bytes];
    expect(reportsOf(session().receive(Buffer.concat([a, b.subarray(1)]), NOW)).length).toBe(2);
  });

  it.each(['7e', ''])('that has no end is too much, whether it began with a flag or not: "%s"', (start) => {
    const server = session();
    server.receive(fromHex(start), NOW);
    const kinds: unknown[] = [];
    for (let sent = 0; sent <= jt808.maxFrameLength; sent += 100) {
      const events = server.receive(Buffer.alloc(100, 0x41), NOW);
      kinds.push(...events.map((event) => event.type === 'fault' && event.fault));
    }
    expect(kinds.at(-1)).toBe('oversize');
    expect(kinds.slice(0, -1).every((kind) => kind === 'malformed')).toBe(true);
    expect(server.pendingBytes).toBe(0);
    expect(reportsOf(server.receive(jt808.terminal(PHONE).report([PLACE]).bytes, NOW)).length).toBe(1);
  });

  it('of another device on the same connection is reported under its own id', () => {
    const events = session().receive(
      Buffer.concat([jt808.terminal('1').report([PLACE]).bytes, jt808.terminal('2').report([PLACE]).bytes]),
      NOW,
    );
    expect(events.map(({ deviceId }) => deviceId)).toEqual(['1', '2']);
  });

  it('with an encrypted body is not supported', () => {
    const frame = writeFrame(0x0200, addressOf(PHONE, false), 3, Buffer.alloc(28));
    const plain = openFrame(frame);
    if (typeof plain === 'string') throw new Error(plain);
    plain.writeUInt16BE(plain.readUInt16BE(2) | 0x0400, 2);
    const [event] = session().receive(closeFrame(plain, plain.length), NOW);
    expect(event).toMatchObject({ type: 'fault', fault: 'unknown-message', deviceId: PHONE });
    expect(event?.type === 'fault' && toHex(event.reply ?? Buffer.of())).toContain('0003020003');
  });

  it.each([
    ['a location of 27 bytes', 0x0200, Buffer.alloc(27), 'a location needs 28 bytes, got 27'],
    ['a registration of 24 bytes', 0x0100, Buffer.alloc(24), 'a registration needs 25 bytes, got 24'],
    ['a batch of 2 bytes', 0x0704, Buffer.alloc(2), 'a batch needs 3 bytes, got 2'],
    ['a batch of nothing', 0x0704, Buffer.alloc(3), 'a batch of no locations'],
    ['a batch that is cut off', 0x0704, fromHex('000100001c00'), 'location 1 of 1 is cut off'],
  ])('with %s is answered as a wrong message', (_, id, body, detail) => {
    const [event] = session().receive(writeFrame(id, addressOf(PHONE, false), 3, body), NOW);
    expect(event).toMatchObject({ type: 'fault', fault: 'malformed', deviceId: PHONE, detail });
    expect(event?.type === 'fault' && openFrame(Buffer.from(event.reply ?? []))).toEqual(
      fromHex(`8001000501351122112200000003${id.toString(16).padStart(4, '0')}02`),
    );
  });

  it('with an authentication of 2019 whose code is longer than the body is answered as a wrong message', () => {
    const [event] = session().receive(writeFrame(0x0102, addressOf(PHONE, true), 3, Buffer.of(9, 1, 2)), NOW);
    expect(event).toMatchObject({ type: 'fault', detail: 'a code of 9 bytes in a body of 3' });
  });

  it('with a body that is not as long as the header says is a fault without an answer', () => {
    const plain = openFrame(jt808.terminal(PHONE).report([PLACE]).bytes as Buffer);
    if (typeof plain === 'string') throw new Error(plain);
    const [event] = session().receive(closeFrame(plain, plain.length - 1), NOW);
    expect(event).toMatchObject({ type: 'fault', fault: 'malformed', deviceId: null, reply: null });
  });
});

describe('a device id', () => {
  it.each([
    ['013511221122', '13511221122'],
    ['000000000000', '0'],
    ['00000000017299841738', '17299841738'],
    ['00123456789012345678', '123456789012345678'],
    ['4e5de66fba22', '4E5DE66FBA22'],
  ])('is the phone number %s without the zeros on the left: %s', (phone, id) => {
    expect(deviceIdOf(fromHex(phone))).toBe(id);
    expect(toHex(addressOf(id, phone.length === 20).phone)).toBe(phone);
  });

  it('that no header holds has no terminal', () => {
    for (const id of ['', 'boat', '123456789012345678901'])
      expect(() => jt808.terminal(id)).toThrow(RangeError);
    expect(() => jt808.terminal('1234567890123', { header: '2013' })).toThrow(RangeError);
  });

  it('longer than the header of 2013 makes the terminal speak 2019', () => {
    expect(toHex(jt808.terminal('123456789012345').heartbeat().bytes.subarray(1, 15))).toBe(
      '0002400001000001234567890123',
    );
  });
});

function alarmsOf(word: number, crossing: Crossing | null): readonly NoticeType[] {
  const alarms = new Alarms();
  readAlarmWord(word, crossing, profileOf(null, [], false), alarms);
  return [...alarms.notices];
}

describe('alarm bits', () => {
  it('become the notices that the standard means', () => {
    expect(alarmsOf(0b1_1000_0011 | (1 << 23), null)).toEqual([
      'SOS',
      'OVERSPEED',
      'LOWPOWER',
      'OUTAGE',
      'YAW',
    ]);
    expect(alarmsOf(1 << 20, 'in')).toEqual(['IN']);
    expect(alarmsOf(1 << 21, 'out')).toEqual(['OUT']);
    expect(alarmsOf(1 << 20, null)).toEqual([]);
    expect(alarmsOf(0, 'in')).toEqual([]);
    expect(alarmsOf(2 ** 31 + 1, null)).toEqual(['SOS']);
    expect(alarmWord(['YAW', 'OUT'])).toBe(2 ** 23 + 2 ** 20);
  });
});

describe('a location of many bytes', () => {
  /** Items 0xeb of 62 parts each, whose ids nobody knows and which are all different. */
  const parts = Array.from({ length: 250 }, (_, item) => {
    const ids = Array.from({ length: 62 }, (_, n) => (0x1000 + item * 62 + n).toString(16));
    return `ebf8${ids.map((id) => `0002${id}`).join('')}`;
  }).join('');

  it.each([
    ['cells', '53090101cc002701aabb1e'.repeat(10_000)],
    ['parts', parts],
  ])('put together from parts, keeps a bounded number of its %s', (_, items) => {
    const base = openFrame(Buffer.from(jt808.terminal(PHONE).report([PLACE]).bytes));
    if (typeof base === 'string') throw new Error(base);
    const body = Buffer.concat([base.subarray(12, 40), fromHex(items)]);
    const report = readLocation(body, NOW, profileOf(null, [], false));
    if (typeof report === 'string') throw new Error(report);
    expect(report.fix).toEqual(PLACE.fix);
    expect(JSON.stringify(report.attributes).length).toBeLessThan(12_000);
  });
});

describe('sub-packages', () => {
  it('that do not come are asked for once, and come again from the terminal', () => {
    const terminal = jt808.terminal(PHONE);
    const reports = Array.from({ length: 100 }, (_, n) => ({ ...PLACE, time: NOW + n * 1000 }));
    const whole = terminal.report(reports);
    const frames = [...framesOf(whole.bytes)];
    expect(frames.length).toBeGreaterThan(2);
    const server = session();
    const lost = frames.splice(1, 1);
    for (const frame of frames) {
      expect(server.receive(frame, NOW)).toEqual([{ type: 'part', deviceId: PHONE }]);
    }
    expect(server.pendingBytes).toBeGreaterThan(1000);
    expect(server.receive(new Uint8Array(), NOW + PART_TIMEOUT - 1)).toEqual([]);

    const [asked] = server.receive(new Uint8Array(), NOW + PART_TIMEOUT);
    if (asked?.type !== 'reply') throw new Error('nothing asked for');
    const plain = openFrame(Buffer.from(asked.reply));
    // 0x8003: first serial 0, one part, number 2.
    expect(plain instanceof Buffer && plain.toString('hex', 0, 2)).toBe('8003');
    expect(plain instanceof Buffer && plain.toString('hex', 12)).toBe('0000010002');

    const [again] = terminal.receive(asked.reply);
    expect(again).toMatchObject({ ok: true, next: { key: whole.key } });
    expect(toHex(again?.next?.bytes ?? Buffer.of())).toBe(toHex(lost[0] ?? Buffer.of()));
    const events = server.receive(again?.next?.bytes ?? Buffer.of(), NOW + PART_TIMEOUT + 1);
    expect(reportsOf(events)).toEqual(reports);
    expect(server.pendingBytes).toBe(0);
    expect(server.receive(new Uint8Array(), NOW + PART_TIMEOUT * 9)).toEqual([]);
  });

  it('are answered all together, and only by what is sent after the commit', () => {
    const { frames } = longBatch(3);
    const server = session();
    const events = frames.toReversed().flatMap((frame) => server.receive(frame, NOW));
    expect(events.map(({ type }) => type)).toEqual([...frames.slice(1).map(() => 'part'), 'reports']);
    const stored = events.at(-1);
    if (stored?.type !== 'reports') throw new Error('no reports');
    const serials = frames.map((_, n) => n.toString(16).padStart(4, '0'));
    expect(answersIn(stored.reply)).toEqual(serials.map((serial) => `${serial}070400`));
    expect(answersIn(stored.refused)).toEqual(serials.map((serial) => `${serial}070401`));
  });

  it('number their answers one after the other, and what comes after them goes on', () => {
    const { frames } = longBatch(3);
    const server = session();
    const [heartbeat] = server.receive(jt808.terminal(PHONE).heartbeat().bytes, NOW);
    const events = frames.flatMap((frame) => server.receive(frame, NOW));
    const [next] = server.receive(jt808.terminal(PHONE).heartbeat().bytes, NOW);
    const sent = [heartbeat, ...events, next].flatMap((event) =>
      event !== undefined && 'reply' in event ? framesOf(event.reply ?? Buffer.of()) : [],
    );
    expect(
      sent.map((frame) => openFrame(frame)).map((plain) => plain instanceof Buffer && plain.readUInt16BE(10)),
    ).toEqual(Array.from({ length: frames.length + 2 }, (_, n) => n));
  });

  it('are answered as wrong, every one, when the whole cannot be read', () => {
    const server = session();
    const send = (index: number) =>
      server.receive(
        writeFrame(0x0704, addressOf(PHONE, false), (0xfffe + index) & 0xffff, Buffer.alloc(4), {
          total: 2,
          index,
        }),
        NOW,
      );
    expect(send(1)).toEqual([{ type: 'part', deviceId: PHONE }]);
    const [event] = send(2);
    expect(event).toMatchObject({ type: 'fault', fault: 'malformed', deviceId: PHONE });
    expect(event?.type === 'fault' && answersIn(event.reply)).toEqual(['ffff070402', '0000070402']);
  });

  it('of which the first came on a connection that broke are asked for, and not answered', () => {
    const { frames } = longBatch(2);
    const [first, ...rest] = frames;
    session().receive(first ?? Buffer.of(), NOW);
    const server = session();
    for (const frame of rest) expect(server.receive(frame, NOW)).toEqual([{ type: 'part', deviceId: PHONE }]);
    const [asked] = server.receive(new Uint8Array(), NOW + PART_TIMEOUT);
    const plain = asked?.type === 'reply' ? openFrame(Buffer.from(asked.reply)) : null;
    expect(plain instanceof Buffer && plain.toString('hex', 0, 2)).toBe('8003');
  });

  it('that are sent again while others are missing do not put off the question for those', () => {
    const { frames } = longBatch(3);
    const server = session();
    for (let after = 0; after < PART_TIMEOUT; after += 5000) {
      const events = server.receive(frames[0] ?? Buffer.of(), NOW + after);
      expect(events).toEqual([{ type: 'part', deviceId: PHONE }]);
    }
    const [asked, again] = server.receive(frames[0] ?? Buffer.of(), NOW + PART_TIMEOUT);
    expect(asked?.type).toBe('reply');
    expect(again).toEqual({ type: 'part', deviceId: PHONE });
  });

  it('that come again after the whole are silent, are not asked for, and end without a fault', () => {
    const { frames } = longBatch(3);
    const server = session();
    for (const frame of frames) server.receive(frame, NOW);
    expect(server.receive(frames[2] ?? Buffer.of(), NOW + 1000)).toEqual([{ type: 'part', deviceId: PHONE }]);
    expect(server.pendingBytes).toBeGreaterThan(0);
    expect(server.receive(new Uint8Array(), NOW + 1000 + PART_TIMEOUT)).toEqual([]);
    expect(server.pendingBytes).toBe(0);
  });

  it('that all come again after the whole are reported and answered once more', () => {
    const { frames, reports } = longBatch(3);
    const server = session();
    const events = [...frames, ...frames].flatMap((frame) => server.receive(frame, NOW));
    const [first, second] = events.filter(({ type }) => type === 'reports');
    if (first?.type !== 'reports' || second?.type !== 'reports') throw new Error('not reported twice');
    expect(second.reports).toEqual(reports);
    expect(answersIn(second.reply)).toEqual(answersIn(first.reply));
  });

  it('are forgotten on demand, of one device or of all', () => {
    const server = session();
    server.receive(longBatch(3, '1').frames[0] ?? Buffer.of(), NOW);
    server.receive(longBatch(3, '2').frames[0] ?? Buffer.of(), NOW);
    const both = server.pendingBytes;
    server.forgetParts('1');
    expect(server.pendingBytes).toBeGreaterThan(0);
    expect(server.pendingBytes).toBeLessThan(both);
    server.forgetParts(null);
    expect(server.pendingBytes).toBe(0);
    expect(server.receive(new Uint8Array(), NOW + PART_TIMEOUT * 9)).toEqual([]);
  });

  it('are asked for with a count of two bytes in 2019', () => {
    const { frames } = longBatch(3, '123456789012345');
    const server = session();
    server.receive(frames[1] ?? Buffer.of(), NOW);
    const [asked] = server.receive(new Uint8Array(), NOW + PART_TIMEOUT);
    const plain = asked?.type === 'reply' ? openFrame(Buffer.from(asked.reply)) : null;
    const missing = frames.map((_, n) => n + 1).filter((n) => n !== 2);
    const list = missing.map((n) => n.toString(16).padStart(4, '0')).join('');
    expect(plain instanceof Buffer && plain.toString('hex', 17)).toBe(
      `0000${missing.length.toString(16).padStart(4, '0')}${list}`,
    );
  });

  it('that never come are given up, with a fault', () => {
    const { frames } = longBatch(3);
    const server = session();
    server.receive(frames[0] ?? Buffer.of(), NOW);
    server.receive(new Uint8Array(), NOW + PART_TIMEOUT);
    const events = server.receive(new Uint8Array(), NOW + PART_TIMEOUT * 2);
    expect(events).toMatchObject([
      { type: 'fault', fault: 'incomplete-package', deviceId: PHONE, raw: frames[0], reply: null },
    ]);
    expect(events[0]?.type === 'fault' && events[0].detail).toBe(
      `1 of ${frames.length} parts of 0x0704: the missing ones did not come`,
    );
    expect(server.pendingBytes).toBe(0);
  });

  it('that come twice count once', () => {
    const { frames, reports } = longBatch(2);
    const doubled = frames.flatMap((frame) => [frame, frame]);
    const server = session();
    const events = doubled.slice(0, -1).flatMap((frame) => server.receive(frame, NOW));
    expect(reportsOf(events)).toEqual(reports);
  });

  it('take no more memory than they may, whoever sends them', () => {
    const server = session();
    const faults: SessionEvent[] = [];
    for (let n = 0; n < 2000; n++) {
      const part = { total: 60_000, index: 1 + (n % 2) };
      const frame = writeFrame(
        0x0704,
        addressOf(String(n % 50), false),
        n * 7,
        Buffer.alloc(1023, 0x7e),
        part,
      );
      faults.push(...server.receive(frame, NOW).filter(({ type }) => type === 'fault'));
      expect(server.pendingBytes).toBeLessThanOrEqual(256 * 1024);
    }
    expect(faults.length).toBeGreaterThan(100);
    expect(faults[0]).toMatchObject({ fault: 'incomplete-package' });
  });

  it('of a message that is not supported are not kept', () => {
    const server = session();
    const part = { total: 3, index: 1 };
    const [event] = server.receive(
      writeFrame(0x0801, addressOf(PHONE, false), 1, Buffer.alloc(999), part),
      NOW,
    );
    expect(event).toMatchObject({ type: 'fault', fault: 'unknown-message' });
    expect(server.pendingBytes).toBe(0);
  });

  it.each([
    [3, 0],
    [3, 4],
    [0, 0],
  ])('number %2$i of %1$i is a fault', (total, index) => {
    const frame = writeFrame(0x0704, addressOf(PHONE, false), 1, Buffer.alloc(9), { total, index });
    expect(session().receive(frame, NOW)).toMatchObject([{ type: 'fault', fault: 'malformed' }]);
  });
});

describe.each(['2013', '2019'] as const)('a terminal of %s', (header) => {
  it('registers, authenticates with the code it got, and the next time at once', () => {
    const terminal = jt808.terminal(PHONE, { header });
    const server = session();
    const register = terminal.login();
    const [asked] = server.receive(register.bytes, NOW);
    expect(asked).toMatchObject({ type: 'login', purpose: 'register', deviceId: PHONE });
    if (asked?.type !== 'login' || asked.accepted === null) throw new Error('no answer');
    const [given] = terminal.receive(asked.accepted);
    expect(given).toMatchObject({ key: register.key, ok: true });
    const [shown] = server.receive(given?.next?.bytes ?? Buffer.of(), NOW);
    expect(shown).toMatchObject({ purpose: 'authenticate', credential: `code-${PHONE}`, deviceId: PHONE });
    if (shown?.type !== 'login' || shown.accepted === null || shown.refused === null)
      throw new Error('no answer');
    expect(terminal.receive(shown.accepted)).toEqual([{ key: given?.next?.key, ok: true, next: null }]);

    const [next] = server.receive(terminal.login().bytes, NOW);
    expect(next).toMatchObject({ purpose: 'authenticate' });
    const [forgotten] = terminal.receive(shown.refused);
    expect(forgotten).toMatchObject({ key: given?.next?.key, ok: false });
    expect(server.receive(forgotten?.next?.bytes ?? Buffer.of(), NOW)).toMatchObject([
      { purpose: 'register' },
    ]);
  });

  it('that is refused stops there', () => {
    const terminal = jt808.terminal(PHONE, { header });
    const login = terminal.login();
    const [asked] = session().receive(login.bytes, NOW);
    if (asked?.type !== 'login' || asked.refused === null) throw new Error('no answer');
    expect(terminal.receive(asked.refused)).toEqual([{ key: login.key, ok: false, next: null }]);
  });

  it('understands the answers to all that it sends', () => {
    const terminal = jt808.terminal(PHONE, { header });
    const server = session();
    for (const frame of [
      terminal.heartbeat(),
      terminal.report([PLACE]),
      terminal.report([PLACE, PLACE]),
      terminal.report(Array.from({ length: 90 }, () => PLACE)),
    ]) {
      const replies = server
        .receive(frame.bytes, NOW)
        .flatMap((event) => ('reply' in event ? (event.reply ?? []) : []));
      const understood = replies.flatMap((reply) => terminal.receive(reply));
      expect(understood.at(-1)).toEqual({ key: frame.key, ok: true, next: null });
      expect(understood.filter(({ key }) => key === frame.key)).toHaveLength(1);
    }
  });

  it('carries any report as far as the protocol has room for it', () => {
    const random = seeded(header === '2013' ? 8 : 9);
    const terminal = jt808.terminal(PHONE, { header });
    const server = session();
    for (let i = 0; i < 1000; i++) {
      const reports = Array.from({ length: whole(random, 1, 30) }, () => randomReport(random));
      const got = reportsOf(server.receive(terminal.report(reports).bytes, NOW));
      expect(got.length).toBe(reports.length);
      for (const [n, report] of reports.entries()) expectCarried(got[n], report);
    }
    expect(server.pendingBytes).toBe(0);
  });
});

/** What docs/protocols/jt808.md says of what a terminal can carry. */
function expectCarried(got: Report | undefined, sent: Report): void {
  if (got === undefined) throw new Error('no report');
  const { fix } = sent;
  expect(got.time).toBe(sent.time);
  expect(got.battery).toBeNull();
  expect(got.satellites).toBe(sent.satellites);
  // 32 steps of signal for 101 percents.
  expect(Math.abs((got.gsm ?? 0) - (sent.gsm ?? 0))).toBeLessThanOrEqual(2);
  expect(got.fix).toEqual(
    fix && {
      ...fix,
      altitude: fix.altitude ?? 0,
      speed: fix.speed ?? 0,
      course: fix.course ?? 0,
      accuracy: null,
    },
  );
  const carried = ['SOS', 'OVERSPEED', 'LOWPOWER', 'OUTAGE', 'YAW', 'IN', 'OUT'];
  expect(got.alarms).toEqual(sent.alarms.filter((alarm) => carried.includes(alarm)));
  expect(got.attributes).toMatchObject(sent.attributes);
}
