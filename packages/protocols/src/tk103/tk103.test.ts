import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../protocol.ts';
import { seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { SESSION_OPTIONS } from '../testing/stream-example.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { tk103 } from './tk103.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
/** Alarms that the terminal sends in each form. */
const ALARMS: Readonly<Record<string, readonly NoticeType[]>> = {
  '13600000051': ['SOS', 'VIBRATION', 'OVERSPEED', 'OUT'],
  '860000000000051': ['SOS', 'VIBRATION', 'LOWPOWER', 'OUTAGE', 'TEARDOWN'],
};

function decode(bytes: Uint8Array | string): readonly SessionEvent[] {
  return tk103.session(SESSION_OPTIONS).receive(Buffer.from(bytes), NOW);
}

describe.each(Object.keys(ALARMS))('the terminal %s', (id) => {
  it('sends what the session decodes', () => {
    const random = seededRandom(15);
    const terminal = tk103.terminal(id);
    for (let n = 0; n < 100; n++) {
      const sent = randomReport(random);
      const [event] = decode(terminal.report([sent]).bytes);
      if (event?.type !== 'reports') throw new Error(`no report: ${JSON.stringify(event)}`);
      const [decoded] = event.reports;
      const { fix, attributes } = sent;
      expect(event.deviceId.replace(/^0+/, '')).toBe(id);
      expect(decoded).toMatchObject({
        time: sent.time,
        attributes: { ignition: attributes.ignition, odometer: attributes.odometer ?? 0 },
      });
      expect(decoded?.alarms).toEqual(sent.alarms.filter((alarm) => ALARMS[id]?.includes(alarm)));
      if (fix === null) expect(decoded?.fix).toBeNull();
      else {
        expect(decoded?.fix).toMatchObject({ valid: fix.valid, course: fix.course ?? 0, altitude: null });
        expect(decoded?.fix?.latitude).toBeCloseTo(fix.latitude, 5);
        expect(decoded?.fix?.longitude).toBeCloseTo(fix.longitude, 5);
        expect(decoded?.fix?.speed).toBeCloseTo(fix.speed ?? 0, 1);
      }
    }
  });
});

describe('the terminal', () => {
  it('recognizes the reply to its handshake', () => {
    const terminal = tk103.terminal('13600000051');
    const { bytes, key } = terminal.login() ?? {};
    const [event] = decode(bytes ?? '');
    if (event?.type !== 'login') throw new Error('no login');
    expect(terminal.receive(event.acceptReply ?? Buffer.alloc(0))).toEqual([{ key, ok: true, next: null }]);
  });

  it.each(['boat', '1234', '123456789012345678901'])('refuses the id %s', (id) => {
    expect(() => tk103.terminal(id)).toThrow(RangeError);
  });
});

describe('the session', () => {
  const handshake = '(013600000051BP00000013600000051HSO)';

  it('decodes a message that follows one without an end', () => {
    expect(decode(`(013600000051BR0026010${handshake}\r\n`)).toMatchObject([
      { type: 'decode-error', error: 'malformed' },
      { type: 'login' },
    ]);
  });

  it('closes the connection after a message without an end', () => {
    expect(decode(`(013600000051BR00${'A'.repeat(MAX_FRAME_LENGTH)}`)).toMatchObject([{ error: 'oversize' }]);
  });

  it('replaces control characters in a text', () => {
    expect(decode('(860000000000051,ZC03,010126,000000,$a\0b$)')).toMatchObject([
      { reports: [{ attributes: { result: 'a b' } }] },
      { type: 'receipt', text: 'a b' },
    ]);
  });
});

it.each([
  ['(013612345678BP00000013612345678HSO)', 'BP00'],
  ['(860000000000051,ZC20,010126)', 'ZC20'],
  ['(013612345678AP01HSO)', 'AP01'],
  ['?', null],
])('names the message %s', (text, messageId) => {
  expect(tk103.inspect(Buffer.from(text))).toEqual({ messageId, accepted: null, secrets: [] });
});
