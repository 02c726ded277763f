import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { loadStreamExamples } from '../testing/stream-example.ts';
import { findEventCode } from './event-code.ts';
import { decodeFrame, encodeFrame, FROM_DEVICE, nextFlag } from './framing.ts';
import { meitrack } from './meitrack.ts';

const NOW = 1_767_225_600_000;
const IMEI = '860000000000035';
const REPORT: Report = {
  time: NOW,
  fix: { latitude: 1.5, longitude: 2.5, altitude: 3, speed: 4, course: 5, accuracy: null, valid: true },
  battery: null,
  gsm: null,
  satellites: 7,
  alarms: [],
  attributes: {},
};

function frameOf(body: string | Buffer): Buffer {
  return encodeFrame(FROM_DEVICE, { flag: 0x41, body: Buffer.from(body) });
}

function decode(bytes: Uint8Array, model = ''): readonly SessionEvent[] {
  const findDevice = () => ({ model, plainCoordinates: false });
  return meitrack.session({ authCode: () => '', findDevice }).receive(bytes, NOW);
}

function reportsOf(events: readonly SessionEvent[]): readonly Report[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports);
}

describe('a frame', () => {
  it('has a sum of all bytes as checksum, as in the vendor document', () => {
    // T622 GPRS protocol V1.2, section 3.2.
    expect(encodeFrame(0x40, { flag: 0x53, body: Buffer.from('353358017784062,A11,10') }).toString()).toBe(
      '@@S28,353358017784062,A11,10*FD\r\n',
    );
  });

  it.each(['$$A2042,', '$$A9999,'])(
    'with a length above the maximum is reported as oversize: %s',
    (start) => {
      expect(decode(Buffer.from(start))).toMatchObject([{ type: 'decode-error', error: 'oversize' }]);
    },
  );

  it.each(['$$A12345,', '$$A,', '$$A5x,', '$$\x7b50,', '$A50,'])('does not start with %s', (start) => {
    expect(decode(Buffer.from(start, 'latin1'))).toMatchObject([{ error: 'malformed', deviceId: null }]);
  });

  it('is found after one with a wrong length', () => {
    const broken = Buffer.from(`$$A20,${IMEI},AAC*00\r\n`);
    const events = decode(Buffer.concat([broken, frameOf(`${IMEI},AAC`)]));
    expect(events.map(({ type }) => type)).toEqual(['decode-error', 'reply']);
  });

  it('with a lower-case checksum is refused', () => {
    const frame = frameOf(`${IMEI},A10`).toString();
    expect(frame).toMatch(/\*[0-9]?[A-F]/);
    const lower = frame.replace(/\*..(?=\r)/, (text) => text.toLowerCase());
    expect(decode(Buffer.from(lower))).toMatchObject([{ error: 'checksum' }]);
  });
});

describe('a text position', () => {
  it.each([
    ['360', 0],
    ['361', null],
    ['', null],
  ])('with the course "%s" has the course %d', (course, expected) => {
    const [report] = reportsOf(decode(frameOf(`${IMEI},AAA,35,1.5,2.5,260101000000,A,4,9,1,${course},1,5`)));
    expect(report?.fix?.course).toBe(expected);
  });

  it('keeps text of another character set as hexadecimal', () => {
    const body = Buffer.concat([
      Buffer.from(`${IMEI},AAA,39,1.5,2.5,260101000000,A,4,9,1,0,1,5,0,0,,,,`),
      Buffer.from('图片', 'utf8'),
    ]);
    expect(reportsOf(decode(frameOf(body)))[0]?.attributes.picture).toBe('e59bbee78987');
  });
});

describe('a terminal', () => {
  it('decodes the replies to all of its packets', () => {
    const terminal = meitrack.terminal(IMEI);
    const session = meitrack.session();
    for (const count of [1, 18, 19, 60]) {
      const frame = terminal.report(Array.from({ length: count }, () => REPORT));
      const events = session.receive(frame.bytes, NOW);
      const replies = events.flatMap((event) => (event.type === 'reports' ? (event.reply ?? []) : []));
      expect(reportsOf(events)).toHaveLength(count);
      const decoded = replies.flatMap((reply) => terminal.receive(reply));
      expect(decoded).toHaveLength(Math.ceil(count / 18));
      expect(decoded.at(-1)).toEqual({ key: frame.key, ok: true, next: null });
    }
  });

  it('ignores replies to another device, damaged ones and other commands', () => {
    const terminal = meitrack.terminal(IMEI);
    const { bytes } = meitrack.terminal('860000000000099').report([REPORT]);
    const [event] = meitrack.session().receive(bytes, NOW);
    if (event?.type !== 'reports' || event.reply === null) throw new Error('no reply');
    expect(terminal.receive(event.reply)).toEqual([]);
    const own = Buffer.from(event.reply.toString().replace('99,', '35,'));
    expect(terminal.receive(own)).toEqual([]);
    expect(terminal.receive(encodeFrame(0x40, { flag: 0x41, body: Buffer.from(`${IMEI},A10`) }))).toEqual([]);
  });

  it('accepts only an IMEI as id, and at least one report', () => {
    for (const id of ['', '12345', '1234567890123456', 'an-id-of-15-chr'])
      expect(() => meitrack.terminal(id)).toThrow(RangeError);
    expect(() => meitrack.terminal(IMEI).report([])).toThrow(RangeError);
    expect(meitrack.terminal(IMEI).login()).toBeNull();
    expect(meitrack.terminal(IMEI).heartbeat()).toBeNull();
  });

  it('uses each flag of the document in turn', () => {
    expect([0x41, 0x79, 0x7a].map(nextFlag)).toEqual([0x42, 0x7a, 0x41]);
  });

  it('encodes any report within the limits of the protocol', () => {
    const random = seededRandom(20);
    const terminal = meitrack.terminal(IMEI);
    const session = meitrack.session();
    for (let round = 0; round < 100; round++) {
      const sent = Array.from({ length: randomInteger(random, 1, 30) }, () => randomReport(random));
      const decoded = reportsOf(session.receive(terminal.report(sent).bytes, NOW));
      expect(decoded.length).toBe(sent.length);
      for (const [n, report] of sent.entries()) expectCarried(decoded[n], report);
    }
  });
});

/** The values that a terminal can encode, see docs/protocols/meitrack.md. */
function expectCarried(decoded: Report | undefined, sent: Report): void {
  if (decoded === undefined) throw new Error('no report');
  const { fix } = sent;
  expect(decoded.time).toBe(sent.time);
  expect(decoded.battery).toBeNull();
  expect(decoded.satellites).toBe(sent.satellites ?? 0);
  expect(Math.abs((decoded.gsm ?? 0) - (sent.gsm ?? 0))).toBeLessThanOrEqual(2);
  expect(decoded.fix).toEqual(
    fix && {
      ...fix,
      altitude: Math.round(fix.altitude ?? 0),
      speed: Math.round(fix.speed ?? 0),
      course: fix.course ?? 0,
      accuracy: null,
    },
  );
  const isCarried = findEventCode(sent.alarms) !== 35;
  expect(decoded.alarms).toEqual(isCarried ? sent.alarms : []);
  expect(decoded.attributes.odometer).toBe(sent.attributes.odometer ?? 0);
}

describe('frames with a valid checksum', () => {
  const BODIES = loadStreamExamples(meitrack).flatMap(({ frames }) =>
    frames.flatMap((frame) => decodeFrame(frame)?.body ?? []),
  );

  it('never make the session throw, and give only valid values', () => {
    const random = seededRandom(21);
    for (let round = 0; round < 1_500; round++) {
      const source = BODIES[randomInteger(random, 0, BODIES.length - 1)] ?? Buffer.alloc(30);
      const length = random() < 0.5 ? source.length : randomInteger(random, 19, source.length);
      const body = Buffer.from(source.subarray(0, length));
      for (let n = randomInteger(random, 1, 6); n > 0; n--)
        body[randomInteger(random, 0, body.length - 1)] = randomInteger(random, 0, 255);
      const model = random() < 0.5 ? 'MVT380' : '';
      for (const event of decode(frameOf(body), model)) {
        if (event.type !== 'reports') continue;
        for (const { time, attributes } of event.reports) {
          expect(Number.isSafeInteger(time)).toBe(true);
          for (const value of Object.values(attributes)) {
            if (typeof value === 'string') expect(value).toMatch(/^[\x20-\x7e]{0,2048}$/);
            else expect(typeof value === 'boolean' || Number.isFinite(value)).toBe(true);
          }
        }
      }
    }
  });

  it('give no other alarm than the complete frame, wherever the body is truncated', () => {
    for (const body of BODIES) {
      const allowed = new Set(reportsOf(decode(frameOf(body))).flatMap(({ alarms }) => alarms));
      for (let length = 0; length < body.length; length++) {
        for (const { alarms } of reportsOf(decode(frameOf(body.subarray(0, length)))))
          for (const alarm of alarms) expect(allowed).toContain(alarm);
      }
    }
  });
});
