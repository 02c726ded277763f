import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { fromHex, SESSION_OPTIONS, toHex } from '../testing/stream-example.ts';
import { Alarms, type Crossing, readAlarmWord, toAlarmWord } from './alarm.ts';
import { decodeFrame, encodeFrame } from './framing.ts';
import { addressOf, deviceIdOf, writeFrame } from './header.ts';
import { jt808 } from './jt808.ts';
import { readLocation } from './location.ts';
import { SUB_PACKAGE_TIMEOUT_MS } from './sub-packages.ts';
import { createProfile } from './vendor.ts';

const NOW = 1_767_225_600_000;
const PHONE = '13511221122';
const REPORT: Report = {
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

const createSession = () => jt808.session(SESSION_OPTIONS);

function reportsOf(events: readonly SessionEvent[]): readonly Report[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports);
}

/** Serial, id and result of each general response in a reply, as hexadecimal text. */
function readResponses(reply: Uint8Array | null): readonly string[] {
  return splitFrames(reply ?? Buffer.of()).map((frame) => {
    const unescaped = decodeFrame(frame);
    if (typeof unescaped === 'string') throw new Error(unescaped);
    expect(toHex(unescaped.subarray(0, 4))).toBe('80010005');
    return toHex(unescaped.subarray(12));
  });
}

function splitFrames(bytes: Uint8Array): readonly Buffer[] {
  return bytes.length === 0
    ? []
    : toHex(bytes)
        .split(/(?<=7e)(?=7e)/)
        .map(fromHex);
}

/** The frames of a batch that needs at least `subPackageCount` sub-packages. */
function longBatch(subPackageCount: number, id = PHONE): { frames: Buffer[]; reports: Report[] } {
  const reports = Array.from({ length: subPackageCount * 34 }, (_, n) => ({
    ...REPORT,
    time: NOW + n * 1000,
  }));
  return { frames: [...splitFrames(jt808.terminal(id).report(reports).bytes)], reports };
}

describe('a frame', () => {
  it('is escaped as in the example of the standard (section 4.4.2)', () => {
    const content = fromHex('307e087d');
    // The checksum 0x55 in the standard is only an example; the XOR is 0x3b.
    expect(toHex(encodeFrame(content, content.length))).toBe('7e307d02087d013b7e');
    expect(decodeFrame(fromHex('7e307d02087d013b7e'))).toEqual(content);
    expect(decodeFrame(fromHex('7e307d02087d01557e'))).toBe('checksum');
    expect(decodeFrame(fromHex('7e307d03087d013b7e'))).toBe('escape');
  });

  it('round-trips with a checksum that must be escaped', () => {
    for (const last of [0x7e, 0x7d]) {
      const content = Buffer.of(0x00, last);
      expect(decodeFrame(encodeFrame(content, 2))).toEqual(content);
    }
  });

  it('may share its flag with the next frame', () => {
    const terminal = jt808.terminal(PHONE);
    const [a, b] = [terminal.report([REPORT]).bytes, terminal.report([REPORT]).bytes];
    expect(reportsOf(createSession().receive(Buffer.concat([a, b.subarray(1)]), NOW)).length).toBe(2);
  });

  it.each(['7e', ''])('without an end is oversize, with or without a start flag: "%s"', (start) => {
    const server = createSession();
    server.receive(fromHex(start), NOW);
    const kinds: unknown[] = [];
    for (let sent = 0; sent <= jt808.maxFrameLength; sent += 100) {
      const events = server.receive(Buffer.alloc(100, 0x41), NOW);
      kinds.push(...events.map((event) => event.type === 'decode-error' && event.error));
    }
    expect(kinds.at(-1)).toBe('oversize');
    expect(kinds.slice(0, -1).every((kind) => kind === 'malformed')).toBe(true);
    expect(server.pendingBytes).toBe(0);
    expect(reportsOf(server.receive(jt808.terminal(PHONE).report([REPORT]).bytes, NOW)).length).toBe(1);
  });

  it('of another device on the same connection keeps its own id', () => {
    const events = createSession().receive(
      Buffer.concat([jt808.terminal('1').report([REPORT]).bytes, jt808.terminal('2').report([REPORT]).bytes]),
      NOW,
    );
    expect(events.map(({ deviceId }) => deviceId)).toEqual(['1', '2']);
  });

  it('with an encrypted body is unsupported', () => {
    const frame = writeFrame(0x0200, addressOf(PHONE, false), 3, Buffer.alloc(28));
    const unescaped = decodeFrame(frame);
    if (typeof unescaped === 'string') throw new Error(unescaped);
    unescaped.writeUInt16BE(unescaped.readUInt16BE(2) | 0x0400, 2);
    const [event] = createSession().receive(encodeFrame(unescaped, unescaped.length), NOW);
    expect(event).toMatchObject({ type: 'decode-error', error: 'unknown-message', deviceId: PHONE });
    expect(event?.type === 'decode-error' && toHex(event.reply ?? Buffer.of())).toContain('0003020003');
  });

  it.each([
    ['a location of 27 bytes', 0x0200, Buffer.alloc(27), 'a location needs 28 bytes, got 27'],
    ['a registration of 24 bytes', 0x0100, Buffer.alloc(24), 'a registration needs 25 bytes, got 24'],
    ['a batch of 2 bytes', 0x0704, Buffer.alloc(2), 'a batch needs 3 bytes, got 2'],
    ['an empty batch', 0x0704, Buffer.alloc(3), 'a batch without locations'],
    ['a truncated batch', 0x0704, fromHex('000100001c00'), 'location 1 of 1 is truncated'],
  ])('with %s is rejected as malformed', (_, id, body, detail) => {
    const [event] = createSession().receive(writeFrame(id, addressOf(PHONE, false), 3, body), NOW);
    expect(event).toMatchObject({ type: 'decode-error', error: 'malformed', deviceId: PHONE, detail });
    expect(event?.type === 'decode-error' && decodeFrame(Buffer.from(event.reply ?? []))).toEqual(
      fromHex(`8001000501351122112200000003${id.toString(16).padStart(4, '0')}02`),
    );
  });

  it('with a 2019 authentication whose code exceeds the body is rejected as malformed', () => {
    const [event] = createSession().receive(
      writeFrame(0x0102, addressOf(PHONE, true), 3, Buffer.of(9, 1, 2)),
      NOW,
    );
    expect(event).toMatchObject({ type: 'decode-error', detail: 'a code of 9 bytes in a body of 3' });
  });

  it('with a wrong body length is a decode error without a reply', () => {
    const unescaped = decodeFrame(jt808.terminal(PHONE).report([REPORT]).bytes as Buffer);
    if (typeof unescaped === 'string') throw new Error(unescaped);
    const [event] = createSession().receive(encodeFrame(unescaped, unescaped.length - 1), NOW);
    expect(event).toMatchObject({ type: 'decode-error', error: 'malformed', deviceId: null, reply: null });
  });
});

describe('a device id', () => {
  it.each([
    ['013511221122', '13511221122'],
    ['000000000000', '0'],
    ['00000000017299841738', '17299841738'],
    ['00123456789012345678', '123456789012345678'],
    ['a0b1c2d3e4f5', 'A0B1C2D3E4F5'],
  ])('is the phone number %s without leading zeros: %s', (phone, id) => {
    expect(deviceIdOf(fromHex(phone))).toBe(id);
    expect(toHex(addressOf(id, phone.length === 20).phone)).toBe(phone);
  });

  it('that does not fit into a header is refused', () => {
    for (const id of ['', 'boat', '123456789012345678901'])
      expect(() => jt808.terminal(id)).toThrow(RangeError);
    expect(() => jt808.terminal('1234567890123', { header: '2013' })).toThrow(RangeError);
  });

  it('that exceeds the 2013 header selects the 2019 header', () => {
    expect(toHex(jt808.terminal('123456789012345').heartbeat().bytes.subarray(1, 15))).toBe(
      '0002400001000001234567890123',
    );
  });
});

function alarmsOf(word: number, crossing: Crossing | null): readonly NoticeType[] {
  const alarms = new Alarms();
  readAlarmWord(word, crossing, createProfile(null, [], false), alarms);
  return [...alarms.notices];
}

describe('alarm bits', () => {
  it('become the notices of the standard', () => {
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
    expect(toAlarmWord(['YAW', 'OUT'])).toBe(2 ** 23 + 2 ** 20);
  });
});

describe('a location of many bytes', () => {
  /** Items 0xeb of 62 sub-items each, with distinct unknown ids. */
  const subItems = Array.from({ length: 250 }, (_, item) => {
    const ids = Array.from({ length: 62 }, (_, n) => (0x1000 + item * 62 + n).toString(16));
    return `ebf8${ids.map((id) => `0002${id}`).join('')}`;
  }).join('');

  it.each([
    ['cells', '53090101cc002701aabb1e'.repeat(10_000)],
    ['sub-items', subItems],
  ])('assembled from sub-packages keeps a bounded number of its %s', (_, items) => {
    const base = decodeFrame(Buffer.from(jt808.terminal(PHONE).report([REPORT]).bytes));
    if (typeof base === 'string') throw new Error(base);
    const body = Buffer.concat([base.subarray(12, 40), fromHex(items)]);
    const report = readLocation(body, NOW, createProfile(null, [], false));
    if (typeof report === 'string') throw new Error(report);
    expect(report.fix).toEqual(REPORT.fix);
    expect(JSON.stringify(report.attributes).length).toBeLessThan(12_000);
  });
});

describe('sub-packages', () => {
  it('are requested once if missing, and resent by the terminal', () => {
    const terminal = jt808.terminal(PHONE);
    const reports = Array.from({ length: 100 }, (_, n) => ({ ...REPORT, time: NOW + n * 1000 }));
    const batch = terminal.report(reports);
    const frames = [...splitFrames(batch.bytes)];
    expect(frames.length).toBeGreaterThan(2);
    const server = createSession();
    const lostFrames = frames.splice(1, 1);
    for (const frame of frames) {
      expect(server.receive(frame, NOW)).toEqual([{ type: 'sub-package', deviceId: PHONE }]);
    }
    expect(server.pendingBytes).toBeGreaterThan(1000);
    expect(server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS - 1)).toEqual([]);

    const [request] = server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS);
    if (request?.type !== 'reply') throw new Error('no resend request');
    const unescaped = decodeFrame(Buffer.from(request.reply));
    // 0x8003: first serial 0, one sub-package, index 2.
    expect(unescaped instanceof Buffer && unescaped.toString('hex', 0, 2)).toBe('8003');
    expect(unescaped instanceof Buffer && unescaped.toString('hex', 12)).toBe('0000010002');

    const [again] = terminal.receive(request.reply);
    expect(again).toMatchObject({ ok: true, next: { key: batch.key } });
    expect(toHex(again?.next?.bytes ?? Buffer.of())).toBe(toHex(lostFrames[0] ?? Buffer.of()));
    const events = server.receive(again?.next?.bytes ?? Buffer.of(), NOW + SUB_PACKAGE_TIMEOUT_MS + 1);
    expect(reportsOf(events)).toEqual(reports);
    expect(server.pendingBytes).toBe(0);
    expect(server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS * 9)).toEqual([]);
  });

  it('are acknowledged together after the commit', () => {
    const { frames } = longBatch(3);
    const server = createSession();
    const events = frames.toReversed().flatMap((frame) => server.receive(frame, NOW));
    expect(events.map(({ type }) => type)).toEqual([...frames.slice(1).map(() => 'sub-package'), 'reports']);
    const stored = events.at(-1);
    if (stored?.type !== 'reports') throw new Error('no reports');
    const serials = frames.map((_, n) => n.toString(16).padStart(4, '0'));
    expect(readResponses(stored.reply)).toEqual(serials.map((serial) => `${serial}070400`));
    expect(readResponses(stored.rejectReply)).toEqual(serials.map((serial) => `${serial}070401`));
  });

  it('get replies with consecutive serials, which later replies continue', () => {
    const { frames } = longBatch(3);
    const server = createSession();
    const [heartbeat] = server.receive(jt808.terminal(PHONE).heartbeat().bytes, NOW);
    const events = frames.flatMap((frame) => server.receive(frame, NOW));
    const [next] = server.receive(jt808.terminal(PHONE).heartbeat().bytes, NOW);
    const sent = [heartbeat, ...events, next].flatMap((event) =>
      event !== undefined && 'reply' in event ? splitFrames(event.reply ?? Buffer.of()) : [],
    );
    expect(
      sent
        .map((frame) => decodeFrame(frame))
        .map((unescaped) => unescaped instanceof Buffer && unescaped.readUInt16BE(10)),
    ).toEqual(Array.from({ length: frames.length + 2 }, (_, n) => n));
  });

  it('are all rejected as malformed if the message cannot be decoded', () => {
    const server = createSession();
    const send = (index: number) =>
      server.receive(
        writeFrame(0x0704, addressOf(PHONE, false), (0xfffe + index) & 0xffff, Buffer.alloc(4), {
          total: 2,
          index,
        }),
        NOW,
      );
    expect(send(1)).toEqual([{ type: 'sub-package', deviceId: PHONE }]);
    const [event] = send(2);
    expect(event).toMatchObject({ type: 'decode-error', error: 'malformed', deviceId: PHONE });
    expect(event?.type === 'decode-error' && readResponses(event.reply)).toEqual([
      'ffff070402',
      '0000070402',
    ]);
  });

  it('are requested, not acknowledged, if the first one arrived on a lost connection', () => {
    const { frames } = longBatch(2);
    const [first, ...rest] = frames;
    createSession().receive(first ?? Buffer.of(), NOW);
    const server = createSession();
    for (const frame of rest)
      expect(server.receive(frame, NOW)).toEqual([{ type: 'sub-package', deviceId: PHONE }]);
    const [request] = server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS);
    const unescaped = request?.type === 'reply' ? decodeFrame(Buffer.from(request.reply)) : null;
    expect(unescaped instanceof Buffer && unescaped.toString('hex', 0, 2)).toBe('8003');
  });

  it('that are resent do not delay the request for missing ones', () => {
    const { frames } = longBatch(3);
    const server = createSession();
    for (let after = 0; after < SUB_PACKAGE_TIMEOUT_MS; after += 5000) {
      const events = server.receive(frames[0] ?? Buffer.of(), NOW + after);
      expect(events).toEqual([{ type: 'sub-package', deviceId: PHONE }]);
    }
    const [request, again] = server.receive(frames[0] ?? Buffer.of(), NOW + SUB_PACKAGE_TIMEOUT_MS);
    expect(request?.type).toBe('reply');
    expect(again).toEqual({ type: 'sub-package', deviceId: PHONE });
  });

  it('that are resent after completion are dropped without request or error', () => {
    const { frames } = longBatch(3);
    const server = createSession();
    for (const frame of frames) server.receive(frame, NOW);
    expect(server.receive(frames[2] ?? Buffer.of(), NOW + 1000)).toEqual([
      { type: 'sub-package', deviceId: PHONE },
    ]);
    expect(server.pendingBytes).toBeGreaterThan(0);
    expect(server.receive(new Uint8Array(), NOW + 1000 + SUB_PACKAGE_TIMEOUT_MS)).toEqual([]);
    expect(server.pendingBytes).toBe(0);
  });

  it('that are all resent after completion are reported and acknowledged again', () => {
    const { frames, reports } = longBatch(3);
    const server = createSession();
    const events = [...frames, ...frames].flatMap((frame) => server.receive(frame, NOW));
    const [first, second] = events.filter(({ type }) => type === 'reports');
    if (first?.type !== 'reports' || second?.type !== 'reports') throw new Error('not reported twice');
    expect(second.reports).toEqual(reports);
    expect(readResponses(second.reply)).toEqual(readResponses(first.reply));
  });

  it('can be discarded, of one device or of all', () => {
    const server = createSession();
    server.receive(longBatch(3, '1').frames[0] ?? Buffer.of(), NOW);
    server.receive(longBatch(3, '2').frames[0] ?? Buffer.of(), NOW);
    const both = server.pendingBytes;
    server.discardPartialMessages('1');
    expect(server.pendingBytes).toBeGreaterThan(0);
    expect(server.pendingBytes).toBeLessThan(both);
    server.discardPartialMessages(null);
    expect(server.pendingBytes).toBe(0);
    expect(server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS * 9)).toEqual([]);
  });

  it('are requested with a two-byte count in 2019', () => {
    const { frames } = longBatch(3, '123456789012345');
    const server = createSession();
    server.receive(frames[1] ?? Buffer.of(), NOW);
    const [request] = server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS);
    const unescaped = request?.type === 'reply' ? decodeFrame(Buffer.from(request.reply)) : null;
    const missing = frames.map((_, n) => n + 1).filter((n) => n !== 2);
    const list = missing.map((n) => n.toString(16).padStart(4, '0')).join('');
    expect(unescaped instanceof Buffer && unescaped.toString('hex', 17)).toBe(
      `0000${missing.length.toString(16).padStart(4, '0')}${list}`,
    );
  });

  it('are dropped with a decode error if they never arrive', () => {
    const { frames } = longBatch(3);
    const server = createSession();
    server.receive(frames[0] ?? Buffer.of(), NOW);
    server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS);
    const events = server.receive(new Uint8Array(), NOW + SUB_PACKAGE_TIMEOUT_MS * 2);
    expect(events).toMatchObject([
      { type: 'decode-error', error: 'incomplete-package', deviceId: PHONE, raw: frames[0], reply: null },
    ]);
    expect(events[0]?.type === 'decode-error' && events[0].detail).toBe(
      `1 of ${frames.length} sub-packages of 0x0704: the missing ones did not arrive`,
    );
    expect(server.pendingBytes).toBe(0);
  });

  it('are counted once if they arrive twice', () => {
    const { frames, reports } = longBatch(2);
    const doubled = frames.flatMap((frame) => [frame, frame]);
    const server = createSession();
    const events = doubled.slice(0, -1).flatMap((frame) => server.receive(frame, NOW));
    expect(reportsOf(events)).toEqual(reports);
  });

  it('are limited in memory, regardless of the sender', () => {
    const server = createSession();
    const errors: SessionEvent[] = [];
    for (let n = 0; n < 2000; n++) {
      const subPackage = { total: 60_000, index: 1 + (n % 2) };
      const frame = writeFrame(
        0x0704,
        addressOf(String(n % 50), false),
        n * 7,
        Buffer.alloc(1023, 0x7e),
        subPackage,
      );
      errors.push(...server.receive(frame, NOW).filter(({ type }) => type === 'decode-error'));
      expect(server.pendingBytes).toBeLessThanOrEqual(256 * 1024);
    }
    expect(errors.length).toBeGreaterThan(100);
    expect(errors[0]).toMatchObject({ error: 'incomplete-package' });
  });

  it('of an unsupported message are not buffered', () => {
    const server = createSession();
    const subPackage = { total: 3, index: 1 };
    const [event] = server.receive(
      writeFrame(0x1211, addressOf(PHONE, false), 1, Buffer.alloc(999), subPackage),
      NOW,
    );
    expect(event).toMatchObject({ type: 'decode-error', error: 'unknown-message' });
    expect(server.pendingBytes).toBe(0);
  });

  it.each([
    [3, 0],
    [3, 4],
    [0, 0],
  ])('with index %2$i of %1$i are a decode error', (total, index) => {
    const frame = writeFrame(0x0704, addressOf(PHONE, false), 1, Buffer.alloc(9), { total, index });
    expect(createSession().receive(frame, NOW)).toMatchObject([{ type: 'decode-error', error: 'malformed' }]);
  });
});

describe.each(['2013', '2019'] as const)('a terminal of %s', (header) => {
  it('registers, authenticates with the code, and only authenticates the next time', () => {
    const terminal = jt808.terminal(PHONE, { header });
    const server = createSession();
    const register = terminal.login();
    const [request] = server.receive(register.bytes, NOW);
    expect(request).toMatchObject({ type: 'login', purpose: 'register', deviceId: PHONE });
    if (request?.type !== 'login' || request.acceptReply === null) throw new Error('no reply');
    const [registered] = terminal.receive(request.acceptReply);
    expect(registered).toMatchObject({ key: register.key, ok: true });
    const [authenticated] = server.receive(registered?.next?.bytes ?? Buffer.of(), NOW);
    expect(authenticated).toMatchObject({
      purpose: 'authenticate',
      credential: `code-${PHONE}`,
      deviceId: PHONE,
    });
    if (
      authenticated?.type !== 'login' ||
      authenticated.acceptReply === null ||
      authenticated.rejectReply === null
    )
      throw new Error('no reply');
    expect(terminal.receive(authenticated.acceptReply)).toEqual([
      { key: registered?.next?.key, ok: true, next: null },
    ]);

    const [next] = server.receive(terminal.login().bytes, NOW);
    expect(next).toMatchObject({ purpose: 'authenticate' });
    const [rejected] = terminal.receive(authenticated.rejectReply);
    expect(rejected).toMatchObject({ key: registered?.next?.key, ok: false });
    expect(server.receive(rejected?.next?.bytes ?? Buffer.of(), NOW)).toMatchObject([
      { purpose: 'register' },
    ]);
  });

  it('stops after a rejected registration', () => {
    const terminal = jt808.terminal(PHONE, { header });
    const login = terminal.login();
    const [request] = createSession().receive(login.bytes, NOW);
    if (request?.type !== 'login' || request.rejectReply === null) throw new Error('no reply');
    expect(terminal.receive(request.rejectReply)).toEqual([{ key: login.key, ok: false, next: null }]);
  });

  it('decodes the replies to all of its messages', () => {
    const terminal = jt808.terminal(PHONE, { header });
    const server = createSession();
    for (const frame of [
      terminal.heartbeat(),
      terminal.report([REPORT]),
      terminal.report([REPORT, REPORT]),
      terminal.report(Array.from({ length: 90 }, () => REPORT)),
    ]) {
      const replies = server
        .receive(frame.bytes, NOW)
        .flatMap((event) => ('reply' in event ? (event.reply ?? []) : []));
      const handled = replies.flatMap((reply) => terminal.receive(reply));
      expect(handled.at(-1)).toEqual({ key: frame.key, ok: true, next: null });
      expect(handled.filter(({ key }) => key === frame.key)).toHaveLength(1);
    }
  });

  it('encodes any report within the limits of the protocol', () => {
    const random = seededRandom(header === '2013' ? 8 : 9);
    const terminal = jt808.terminal(PHONE, { header });
    const server = createSession();
    for (let i = 0; i < 1000; i++) {
      const reports = Array.from({ length: randomInteger(random, 1, 30) }, () => randomReport(random));
      const decoded = reportsOf(server.receive(terminal.report(reports).bytes, NOW));
      expect(decoded.length).toBe(reports.length);
      for (const [n, report] of reports.entries()) expectCarried(decoded[n], report);
    }
    expect(server.pendingBytes).toBe(0);
  });
});

/** The values that a terminal can encode, see docs/protocols/jt808.md. */
function expectCarried(decoded: Report | undefined, sent: Report): void {
  if (decoded === undefined) throw new Error('no report');
  const { fix } = sent;
  expect(decoded.time).toBe(sent.time);
  expect(decoded.battery).toBeNull();
  expect(decoded.satellites).toBe(sent.satellites);
  // 32 signal levels for 101 percent values.
  expect(Math.abs((decoded.gsm ?? 0) - (sent.gsm ?? 0))).toBeLessThanOrEqual(2);
  expect(decoded.fix).toEqual(
    fix && {
      ...fix,
      altitude: fix.altitude ?? 0,
      speed: fix.speed ?? 0,
      course: fix.course ?? 0,
      accuracy: null,
    },
  );
  const carried = ['SOS', 'OVERSPEED', 'LOWPOWER', 'OUTAGE', 'YAW', 'VIBRATION', 'IN', 'OUT'];
  expect(decoded.alarms).toEqual(sent.alarms.filter((alarm) => carried.includes(alarm)));
  expect(decoded.attributes).toMatchObject(sent.attributes);
}
