import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../protocol.ts';
import { seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { fromHex, SESSION_OPTIONS } from '../testing/stream-example.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { h02 } from './h02.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const ID = '860000000000035';
/** Alarms that have a bit in the status. */
const WRITTEN_ALARMS: readonly string[] = ['VIBRATION', 'SOS', 'OVERSPEED', 'OUTAGE'];

function decode(bytes: Uint8Array | string): readonly SessionEvent[] {
  return h02.session(SESSION_OPTIONS).receive(Buffer.from(bytes), NOW);
}

describe('the terminal', () => {
  it('sends what the session decodes', () => {
    const random = seededRandom(13);
    const terminal = h02.terminal(ID);
    for (let n = 0; n < 100; n++) {
      const sent = randomReport(random);
      const [event] = decode(terminal.report([sent]).bytes);
      if (event?.type !== 'reports') throw new Error(`no report: ${event?.type}`);
      const [decoded] = event.reports;
      const { fix, battery } = sent;
      expect(decoded).toMatchObject({ time: sent.time, attributes: { ignition: sent.attributes.ignition } });
      expect(decoded?.alarms).toEqual(sent.alarms.filter((alarm) => WRITTEN_ALARMS.includes(alarm)));
      // Two digits: 99 stands for full.
      expect(decoded?.battery).toBe(battery === 99 ? 100 : battery);
      if (fix === null) expect(decoded?.fix).toBeNull();
      else {
        expect(decoded?.fix).toMatchObject({ valid: fix.valid, course: fix.course ?? 0, altitude: null });
        expect(decoded?.fix?.latitude).toBeCloseTo(fix.latitude, 5);
        expect(decoded?.fix?.longitude).toBeCloseTo(fix.longitude, 5);
        // Hundredths of a knot.
        expect(Math.abs((decoded?.fix?.speed ?? 0) - (fix.speed ?? 0))).toBeLessThan(0.01);
      }
    }
  });

  it('sends several reports as several texts', () => {
    const random = seededRandom(14);
    const reports = [randomReport(random), randomReport(random)];
    const events = decode(h02.terminal(ID).report(reports).bytes);
    expect(events.map(({ type }) => type)).toEqual(['reports', 'reports']);
  });

  it('recognizes the reply to its heartbeat', () => {
    const terminal = h02.terminal(ID);
    const { bytes, key } = terminal.heartbeat() ?? {};
    const [event] = decode(bytes ?? '');
    if (event?.type !== 'reply') throw new Error('no reply');
    expect(terminal.receive(event.reply)).toEqual([{ key, ok: true, next: null }]);
  });

  it.each(['boat', '1234', '12345678901234567890123', '1,2345'])('refuses the id %s', (id) => {
    expect(() => h02.terminal(id)).toThrow(RangeError);
  });
});

describe('the session', () => {
  it('decodes a text that follows one without an end', () => {
    const events = decode(`*HQ,${ID},V1,000000,A,22*HQ,${ID},XT#`);
    expect(events).toMatchObject([{ type: 'decode-error', error: 'malformed' }, { type: 'reply' }]);
  });

  it('closes the connection after a text without an end', () => {
    const session = h02.session(SESSION_OPTIONS);
    const events = session.receive(Buffer.from(`*HQ,${ID},V1,${'A'.repeat(MAX_FRAME_LENGTH)}`), NOW);
    expect(events).toMatchObject([{ type: 'decode-error', error: 'oversize' }]);
    expect(session.pendingBytes).toBe(0);
  });

  it('ignores line ends between texts', () => {
    expect(decode(`*HQ,${ID},XT#\r\n*HQ,${ID},XT#\r\n`).map(({ type }) => type)).toEqual(['reply', 'reply']);
  });

  it('replaces control characters in a text', () => {
    const [event] = decode(`*HQ,${ID},V4,INFO,a\0b\nc#`);
    expect(event).toMatchObject({ reports: [{ attributes: { result: 'INFO,a b c' } }] });
  });

  it('chooses the length of the id in a binary frame by the time', () => {
    // As a short id this would be 15:01:01 on 01.01.26 at 26 degrees 22.3258 minutes: eight bytes of id fit the present.
    const frame = fromHex(
      `24${'8600000000150101'}${'000000'}${'010126'}${'22325860'}06${'114034740'}e${'020090'}fffffbff`,
    );
    expect(decode(frame)).toMatchObject([{ deviceId: '860000000015010', reports: [{ time: NOW }] }]);
  });

  it('learns the length of binary frames again when it changes', () => {
    const frame = (second: string, rest: string) =>
      fromHex(
        `244109052000${second}01012622325860061140347400${'020090'}fffffbff${rest}`.replace(
          '40347400',
          '4034740e',
        ),
      );
    const long = (minute: string) => frame(`00${minute}00`, '00'.repeat(16));
    const short = (minute: string) => frame(`00${minute}00`, '000000');
    const bytes = Buffer.concat([long('01'), long('02'), short('03'), short('04'), long('05')]);
    const events = decode(bytes);
    expect(events.map(({ type }) => type)).toEqual(Array(5).fill('reports'));
  });
});

it.each([
  [`*HQ,${ID},V1,000000#`, 'V1'],
  [`*HQ,${ID},V4,V1,20260101000000#`, 'V4'],
  ['$A', '$'],
  ['X', 'X'],
  ['?', null],
])('names the message %s', (text, messageId) => {
  expect(h02.inspect(Buffer.from(text))).toEqual({ messageId, accepted: null, secrets: [] });
});
