import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { fromHex } from '../testing/stream-example.ts';
import { crcItu } from './crc-itu.ts';
import { encodeFrame } from './framing.ts';
import { writeGps } from './gps.ts';
import { gt06 } from './gt06.ts';
import { findAlarmCode } from './terminal-status.ts';

const NOW = 1_767_225_600_000;
const IMEI = '123456789012345';
const REPORT: Report = {
  time: NOW,
  fix: {
    latitude: 22.5,
    longitude: 114.25,
    altitude: null,
    speed: 61,
    course: 91,
    accuracy: null,
    valid: true,
  },
  battery: null,
  gsm: null,
  satellites: 7,
  alarms: [],
  attributes: { ignition: true, uploadReason: 0 },
};

function logIn() {
  const session = gt06.session();
  const terminal = gt06.terminal(IMEI);
  const [event] = session.receive(terminal.login().bytes, NOW);
  if (event?.type !== 'login' || event.acceptReply === null) throw new Error('no login');
  return { session, terminal, acceptReply: event.acceptReply };
}

function reportsOf(events: readonly SessionEvent[]): readonly Report[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports);
}

describe('the checksum', () => {
  it('is CRC-16/X-25, as in the check value and the login and reply of the vendor document', () => {
    expect(crcItu(Buffer.from('123456789'), 0, 9)).toBe(0x906e);
    expect(crcItu(fromHex('0d0101234567890123450001'), 0, 12)).toBe(0x8cdd);
    expect(crcItu(fromHex('05010001'), 0, 4)).toBe(0xd9dc);
  });
});

describe('a session', () => {
  it.each([
    [359, 359],
    [360, 0],
    [361, null],
    [600, null],
  ])('decodes a course of %d as %d', (sent, course) => {
    const block = Buffer.concat([writeGps(NOW, REPORT.fix, 7), Buffer.alloc(8)]);
    block.writeUInt16BE((block.readUInt16BE(16) & ~0x3ff) | sent, 16);
    const { session } = logIn();
    const frame = encodeFrame({ id: 0x12, content: block, serial: 1, extended: true });
    expect(reportsOf(session.receive(frame, NOW))[0]?.fix).toMatchObject({
      course,
      latitude: 22.5,
      valid: true,
    });
  });

  it('decodes a repeated frame again (the database removes duplicates)', () => {
    const { session, terminal } = logIn();
    const { bytes } = terminal.report([REPORT]);
    const events = session.receive(Buffer.concat([bytes, bytes]), NOW);
    expect(reportsOf(events)).toEqual([REPORT, REPORT]);
    expect(events.map((event) => event.type === 'reports' && event.reply !== null)).toEqual([true, true]);
  });

  it.each([
    ['3200', '+08:00', 480],
    ['4dd8', '-12:45', -765],
    ['2122', '+05:30', 330],
    ['0002', '+00:00', 0],
    ['ffff', '+00:00', 0],
  ])('decodes the zone %s of a login as %s', (zoneWord, name, minutes) => {
    const { session, terminal } = logIn();
    const content = fromHex(`110101234567890123450000${zoneWord}0001`);
    const crc = crcItu(content, 0, content.length).toString(16).padStart(4, '0');
    const [login] = session.receive(fromHex(`7878${content.toString('hex')}${crc}0d0a`), NOW);
    expect(login?.type === 'login' && login.attributes.timeZone).toBe(name);
    const [report] = reportsOf(session.receive(terminal.report([REPORT]).bytes, NOW));
    expect(report?.time).toBe(REPORT.time - minutes * 60_000);
  });

  it('reports a login that is too short as a decode error', () => {
    const content = fromHex('0c01012345678901230001');
    const crc = crcItu(content, 0, content.length).toString(16).padStart(4, '0');
    const events = gt06.session().receive(fromHex(`7878${content.toString('hex')}${crc}0d0a`), NOW);
    expect(events).toMatchObject([{ type: 'decode-error', detail: 'a login needs 8 bytes, got 7' }]);
  });

  it.each(['12', '16', '26'])('reports a truncated position of 0x%s as a decode error', (id) => {
    const { session } = logIn();
    const content = fromHex(`0a${id}0b081d112e0001`);
    const crc = crcItu(content, 0, content.length).toString(16).padStart(4, '0');
    const events = session.receive(fromHex(`7878${content.toString('hex')}${crc}0d0a`), NOW);
    expect(events[0]).toMatchObject({ type: 'decode-error', error: 'malformed', deviceId: IMEI });
  });

  it.each([0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0e, 0x13, 0x19])(
    'reads no alarm from %i after the signal of a heartbeat, where devices send other values',
    (fourthByte) => {
      const { session } = logIn();
      for (const content of [Buffer.of(0x46, 6, 4, fourthByte, 2), Buffer.of(0x46, 4, 0xf6, fourthByte, 2)]) {
        const frame = encodeFrame({ id: 0x13, content, serial: 1, extended: false });
        expect(reportsOf(session.receive(frame, NOW))[0]?.alarms).toEqual([]);
      }
    },
  );

  it('reads the voltage of an R11 where it is ambiguous with a battery level', () => {
    const findDevice = () => ({ model: 'R11', plainCoordinates: false });
    const session = gt06.session({ authCode: () => '', findDevice });
    session.receive(gt06.terminal(IMEI).login().bytes, NOW);
    const content = Buffer.of(0x46, 5, 3, 4, 0);
    const frame = encodeFrame({ id: 0x13, content, serial: 1, extended: false });
    expect(reportsOf(session.receive(frame, NOW))[0]).toMatchObject({
      battery: null,
      gsm: 100,
      alarms: [],
      attributes: { externalVoltage: 12.83 },
    });
  });

  it.each(['7979ffff', '797907fb'])('reports a length above the maximum as oversize: %s', (start) => {
    const [event] = gt06.session().receive(fromHex(start), NOW);
    expect(event).toMatchObject({ type: 'decode-error', error: 'oversize', raw: fromHex(start) });
    expect(gt06.session().receive(fromHex('797907fa'), NOW)).toEqual([]);
  });

  it('finds the frame after one with an impossibly short length', () => {
    const { session, terminal } = logIn();
    const brokenFrame = fromHex('787801080d0a');
    const events = session.receive(Buffer.concat([brokenFrame, terminal.report([REPORT]).bytes]), NOW);
    expect(events.map(({ type }) => type)).toEqual(['decode-error', 'reports']);
  });
});

describe('a terminal', () => {
  it('decodes the replies to all of its messages', () => {
    const { session, terminal, acceptReply } = logIn();
    expect(terminal.receive(acceptReply)).toEqual([{ key: '0x01:0', ok: true, next: null }]);
    const sos: Report = { ...REPORT, alarms: ['SOS'] };
    const status: Report = { ...REPORT, fix: null };
    for (const frame of [
      terminal.report([REPORT]),
      terminal.report([sos]),
      terminal.report([status]),
      terminal.heartbeat(),
      terminal.report([REPORT, sos, REPORT]),
    ]) {
      const replies = session
        .receive(frame.bytes, NOW)
        .flatMap((event) => ('reply' in event ? (event.reply ?? []) : []));
      const decoded = replies.flatMap((reply) => terminal.receive(reply));
      expect(decoded.at(-1)).toEqual({ key: frame.key, ok: true, next: null });
    }
  });

  it('accepts only an IMEI as id', () => {
    for (const id of ['', '12345', '1234567890123456', 'an-id-of-15-chr']) {
      expect(() => gt06.terminal(id)).toThrow(RangeError);
    }
    expect(() => gt06.terminal(IMEI).report([])).toThrow(RangeError);
  });

  it('repeats battery, signal and ignition in its heartbeat', () => {
    const { session, terminal } = logIn();
    terminal.report([{ ...REPORT, battery: 50, gsm: 75 }]);
    const [report] = reportsOf(session.receive(terminal.heartbeat().bytes, NOW));
    expect(report).toMatchObject({
      time: NOW,
      fix: null,
      battery: 50,
      gsm: 75,
      attributes: { ignition: true },
    });
  });

  it('encodes any report within the limits of the protocol', () => {
    const random = seededRandom(6);
    const { session, terminal } = logIn();
    for (let i = 0; i < 2000; i++) {
      const reports = Array.from({ length: randomInteger(random, 1, 4) }, () => randomReport(random));
      const decoded = reportsOf(session.receive(terminal.report(reports).bytes, NOW));
      expect(decoded.length).toBe(reports.length);
      for (const [n, report] of reports.entries()) expectCarried(decoded[n], report);
    }
  });
});

/** The values that a terminal can encode, see docs/protocols/gt06.md. */
function expectCarried(decoded: Report | undefined, sent: Report): void {
  if (decoded === undefined) throw new Error('no report');
  expect(decoded.attributes.ignition).toBe(sent.attributes.ignition);
  if (sent.fix === null) {
    // Sent as 0x13, or as 0x19 with an alarm.
    expect(decoded).toMatchObject({ time: NOW, fix: null, satellites: null });
  } else {
    expect(decoded.time).toBe(sent.time);
    expect(decoded.attributes.odometer).toBe(sent.attributes.odometer);
    expect(decoded.satellites).toBe(sent.satellites ?? 0);
    expect(decoded.fix).toMatchObject({
      altitude: null,
      accuracy: null,
      valid: sent.fix.valid,
      course: sent.fix.course ?? 0,
    });
    expect(decoded.fix?.latitude).toBeCloseTo(sent.fix.latitude, 6);
    expect(decoded.fix?.longitude).toBeCloseTo(sent.fix.longitude, 6);
    expect(decoded.fix?.speed).toBe(Math.round(sent.fix.speed ?? 0));
  }
  const hasCode = findAlarmCode(sent.alarms) !== 0;
  expect(decoded.alarms).toEqual(hasCode ? sent.alarms : []);
  if (sent.fix === null || hasCode) {
    expect(Math.abs((decoded.battery ?? 0) - (sent.battery ?? 0))).toBeLessThanOrEqual(9);
    expect(Math.abs((decoded.gsm ?? 0) - (sent.gsm ?? 0))).toBeLessThanOrEqual(13);
  } else {
    expect(decoded.battery).toBeNull();
  }
}
