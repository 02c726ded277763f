import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import { describeMessages } from '../describe-messages.ts';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { loadStreamExamples } from '../testing/stream-example.ts';
import { nmea } from './nmea.ts';
import { formatSentence } from './sentence.ts';

const NOW = Date.UTC(2026, 0, 1, 0, 0, 5);
const ID = 'boat-7';
const POSITION = '2232.5860,N,11403.4740,E';

/** RMC or GGA at 00:00 and these seconds. */
function rmc(second: number): string {
  return formatSentence(`GPRMC,0000${String(second).padStart(2, '0')},A,${POSITION},20.0,90.0,010126,,`);
}
function gga(second: number): string {
  return formatSentence(`GPGGA,0000${String(second).padStart(2, '0')},${POSITION},1,08,0.9,5.5,M,,M,,`);
}

function identified() {
  const session = nmea.session();
  session.receive(nmea.terminal(ID).login().bytes, NOW);
  const receive = (text: string, now = NOW) => reportsOf(session.receive(Buffer.from(text, 'latin1'), now));
  return { session, receive };
}

function reportsOf(events: readonly SessionEvent[]): readonly Report[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports);
}

describe('the checksum', () => {
  it('is that of the GGA and RMC sentences in gpsd, NMEA Revealed', () => {
    const body = 'GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W';
    expect(formatSentence(body)).toBe(`$${body}*6A\r\n`);
  });
});

describe('an epoch', () => {
  it('ends with the sentence that ended the previous one', () => {
    const { receive } = identified();
    expect(receive(rmc(1))).toHaveLength(1);
    expect(receive(gga(1))).toEqual([]);
    expect(receive(rmc(2))).toEqual([]);
    expect(receive(gga(2))).toMatchObject([{ satellites: 8, fix: { altitude: 5.5, speed: 37.04 } }]);
  });

  it('ends with the next time if a sentence is missing, and waits no longer for it', () => {
    const { receive } = identified();
    receive(rmc(1) + gga(1) + rmc(2));
    expect(receive(rmc(3)).map(({ time }) => time)).toEqual(
      [2, 3].map((second) => Date.UTC(2026, 0, 1, 0, 0, second)),
    );
    expect(receive(rmc(4))).toHaveLength(1);
  });

  it('ends after a second without further sentences', () => {
    const { session, receive } = identified();
    expect(receive(gga(1))).toEqual([]);
    expect(session.pendingBytes).toBe(1);
    expect(receive('', NOW + 999)).toEqual([]);
    expect(receive('', NOW + 1000)).toMatchObject([{ fix: { latitude: 22.5431, speed: null } }]);
    expect(session.pendingBytes).toBe(0);
  });

  it('ends with the connection', () => {
    const { session, receive } = identified();
    receive(gga(1));
    expect(reportsOf(session.end(NOW))).toHaveLength(1);
    expect(session.end(NOW)).toEqual([]);
  });

  it('ends when another device identifies itself, and belongs to the previous one', () => {
    const { session } = identified();
    const bytes = Buffer.from(`${gga(1)}$PGID,boat-8\r\n${rmc(1)}`, 'latin1');
    expect(session.receive(bytes, NOW).map(({ type, deviceId }) => [type, deviceId])).toEqual([
      ['reports', ID],
      ['login', 'boat-8'],
      ['reports', 'boat-8'],
    ]);
  });

  it('is dropped with the messages of its device', () => {
    const { session, receive } = identified();
    receive(gga(1));
    session.discardPartialMessages('other');
    expect(session.pendingBytes).toBe(1);
    session.discardPartialMessages(ID);
    expect(session.pendingBytes).toBe(0);
    receive(gga(2));
    session.discardPartialMessages(null);
    expect(session.end(NOW)).toEqual([]);
  });

  it('takes speed and course of VTG if there is no RMC', () => {
    const { receive } = identified();
    const vtg = formatSentence('GPVTG,45.5,T,,M,10.0,N,18.5,K');
    const knots = formatSentence('GPVTG,,T,,M,10.0,N,,K');
    expect(receive(gga(1) + vtg + gga(2))).toMatchObject([{ fix: { speed: 18.5, course: 45.5 } }]);
    expect(receive(knots)).toMatchObject([{ fix: { speed: 18.52, course: null } }]);
  });

  it('of ZDA and VTG alone is no report', () => {
    const { session, receive } = identified();
    receive(
      `${formatSentence('GPVTG,45.5,T,,M,10.0,N,18.5,K')}${formatSentence('GPZDA,000001,01,01,2026,00,00')}`,
    );
    expect(reportsOf(session.end(NOW))).toEqual([]);
  });

  it('without a date over midnight is of the next day', () => {
    const { receive } = identified();
    const at = (time: string, date: string) => formatSentence(`GPRMC,${time},A,${POSITION},0,0,${date},,`);
    const times = receive(at('235958', '280226') + at('235959', '') + at('000000', '')).map(
      ({ time }) => time,
    );
    expect(times).toEqual([58, 59, 60].map((second) => Date.UTC(2026, 1, 28, 23, 59, second)));
  });
});

describe('a session', () => {
  it('reports a line without an end as oversize', () => {
    const { session } = identified();
    expect(session.receive(Buffer.alloc(1024, 0x41), NOW)).toEqual([]);
    expect(session.receive(Buffer.from('A'), NOW)).toMatchObject([{ error: 'oversize', deviceId: ID }]);
    expect(session.pendingBytes).toBe(0);
  });

  it.each(['$PGID,x', '$PGID,a b c', '$PGID,名字', '$PGID,', `$PGID,${'9'.repeat(33)}`])(
    'refuses the id of %s',
    (line) => {
      const [event] = nmea.session().receive(Buffer.from(`${line}\r\n`), NOW);
      expect(event).toMatchObject({
        type: 'decode-error',
        error: expect.stringMatching(/malformed|checksum/),
      });
    },
  );

  it('limits the devices of one connection', () => {
    const session = nmea.session();
    for (let n = 0; n < 3000; n++) {
      const parameters = `s:boat-${n}`;
      const sum = [...parameters].reduce((all, letter) => all ^ letter.charCodeAt(0), 0);
      const tag = `\\${parameters}*${sum.toString(16).toUpperCase().padStart(2, '0')}\\`;
      session.receive(Buffer.from(tag + gga(1), 'latin1'), NOW);
    }
    expect(session.pendingBytes).toBe(1000);
  });

  it('describes a sentence that waits for others as a part', () => {
    const messages = [nmea.terminal(ID).login().bytes, Buffer.from(gga(1)), Buffer.from(rmc(1))];
    const described = describeMessages({
      protocol: nmea,
      device: { model: '', plainCoordinates: false },
      login: null,
      messages: messages.map((bytes) => ({
        time: NOW,
        direction: 'received',
        bytes: Buffer.from(bytes),
        complete: true,
      })),
    });
    expect(described.map(({ kind, messageId }) => [kind, messageId])).toEqual([
      ['identify', 'PGID'],
      ['sub-package', 'GPGGA'],
      ['report', 'GPRMC'],
    ]);
  });

  it('gives only valid values for changed sentences with a valid checksum', () => {
    const random = seededRandom(5005);
    const bodies = loadStreamExamples(nmea).flatMap(({ frames }) =>
      frames.flatMap((frame) => /^\$([^*]*)\*/.exec(frame.toString('latin1'))?.[1] ?? []),
    );
    const { receive } = identified();
    for (let round = 0; round < 3000; round++) {
      const body = Buffer.from(bodies[randomInteger(random, 0, bodies.length - 1)] ?? '', 'latin1');
      for (let n = randomInteger(random, 1, 4); n > 0; n--)
        body[randomInteger(random, 6, body.length - 1)] = randomInteger(random, 0x20, 0xff);
      for (const { time, fix, attributes } of receive(formatSentence(body.toString('latin1')))) {
        expect(Number.isSafeInteger(time)).toBe(true);
        expect(Math.abs(fix?.latitude ?? 0)).toBeLessThan(1000);
        for (const value of Object.values(attributes)) expect(value).toSatisfy(isValidValue);
      }
    }
  });
});

function isValidValue(value: unknown): boolean {
  return Number.isFinite(value) || /^[A-Z]$/.test(String(value));
}

describe('a terminal', () => {
  it('accepts only an id that can be sent, and at least one report', () => {
    for (const id of ['', 'ab', 'boat 7', 'boat,7', 'x'.repeat(33)])
      expect(() => nmea.terminal(id)).toThrow(RangeError);
    expect(() => nmea.terminal(ID).report([])).toThrow(RangeError);
    expect(nmea.terminal(ID).heartbeat()).toBeNull();
    expect(nmea.terminal(ID).receive()).toEqual([]);
    expect(nmea.terminal(ID).takeInstructions()).toEqual([]);
  });

  it('encodes any report of this century up to 2079', () => {
    const random = seededRandom(183);
    const { session } = identified();
    const terminal = nmea.terminal(ID);
    for (let round = 0; round < 1000; round++) {
      const report = randomReport(random);
      // Two-digit years from 80 on are of the last century.
      const sent = { ...report, time: Math.min(report.time, Date.UTC(2079, 0, 1) + round * 2000) };
      const [decoded] = reportsOf(session.receive(terminal.report([sent]).bytes, NOW));
      expect(decoded).toMatchObject({ time: sent.time, satellites: sent.satellites, alarms: [] });
      expect(decoded?.fix === null).toBe(sent.fix === null);
      if (sent.fix === null || decoded?.fix == null) continue;
      const { latitude, longitude, altitude, course, speed, valid } = sent.fix;
      expect(decoded.fix).toMatchObject({ altitude, course, accuracy: null, valid });
      expect(decoded.fix.latitude).toBeCloseTo(latitude, 6);
      expect(decoded.fix.longitude).toBeCloseTo(longitude, 6);
      if (speed === null) expect(decoded.fix.speed).toBeNull();
      else expect(decoded.fix.speed).toBeCloseTo(speed, 1);
    }
  });
});
