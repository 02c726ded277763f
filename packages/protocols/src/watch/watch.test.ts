import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../protocol.ts';
import { seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { SESSION_OPTIONS } from '../testing/stream-example.ts';
import { MAX_FRAME_LENGTH } from './framing.ts';
import { watch } from './watch.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const ID = '860000000000043';
const WRITTEN_ALARMS: readonly string[] = ['SOS', 'LOWPOWER', 'OUT', 'IN', 'TEARDOWN'];
const KEEP_ALIVE = `[3G*${ID}*0002*LK]`;

function decode(bytes: Uint8Array | string): readonly SessionEvent[] {
  return watch.session(SESSION_OPTIONS).receive(Buffer.from(bytes), NOW);
}

describe('the terminal', () => {
  it('sends what the session decodes', () => {
    const random = seededRandom(16);
    const terminal = watch.terminal(ID);
    for (let n = 0; n < 100; n++) {
      const sent = randomReport(random);
      const [event] = decode(terminal.report([sent]).bytes);
      if (event?.type !== 'reports') throw new Error(`no report: ${JSON.stringify(event)}`);
      const [decoded] = event.reports;
      const { fix } = sent;
      expect(decoded).toMatchObject({
        time: sent.time,
        battery: sent.battery ?? 0,
        gsm: sent.gsm ?? 0,
        satellites: sent.satellites ?? 0,
      });
      expect(decoded?.alarms).toEqual(sent.alarms.filter((alarm) => WRITTEN_ALARMS.includes(alarm)));
      if (fix === null) expect(decoded?.fix).toBeNull();
      else {
        expect(decoded?.fix).toMatchObject({
          valid: fix.valid,
          course: fix.course ?? 0,
          altitude: fix.altitude ?? 0,
          speed: fix.speed ?? 0,
        });
        expect(decoded?.fix?.latitude).toBeCloseTo(fix.latitude, 6);
        expect(decoded?.fix?.longitude).toBeCloseTo(fix.longitude, 6);
      }
    }
  });

  it('recognizes the reply to its keep-alive', () => {
    const terminal = watch.terminal(ID);
    const { bytes, key } = terminal.login() ?? {};
    const [event] = decode(bytes ?? '');
    if (event?.type !== 'login') throw new Error('no login');
    expect(terminal.receive(event.acceptReply ?? Buffer.alloc(0))).toEqual([{ key, ok: true, next: null }]);
  });

  it.each(['boat', '1234', '123456789012345678901'])('refuses the id %s', (id) => {
    expect(() => watch.terminal(id)).toThrow(RangeError);
  });
});

describe('the session', () => {
  const fields = '010126,000000,A,22.5,N,114.0,E,0,0,0,8,75,80,0,0,00000000';

  it.each(['0002', '0FFF', '0010'])('decodes a position with the wrong length %s', (length) => {
    expect(decode(`[3G*${ID}*${length}*UD,${fields}]${KEEP_ALIVE}`)).toMatchObject([
      { type: 'reports', reports: [{ fix: { latitude: 22.5 } }] },
      { type: 'login' },
    ]);
  });

  it('closes the connection after a frame without an end', () => {
    expect(decode(`[3G*${ID}*0010*UPLOAD,${'A'.repeat(MAX_FRAME_LENGTH)}`)).toMatchObject([
      { error: 'oversize' },
    ]);
  });

  it('skips a picture that arrives in chunks', () => {
    const session = watch.session(SESSION_OPTIONS);
    const picture = Buffer.from(`[3G*${ID}*8000*img,${'A'.repeat(0x8000 - 4)}]${KEEP_ALIVE}`);
    const events: SessionEvent[] = [];
    for (let at = 0; at < picture.length; at += 1000) {
      events.push(...session.receive(picture.subarray(at, at + 1000), NOW));
      expect(session.pendingBytes).toBeLessThanOrEqual(MAX_FRAME_LENGTH);
    }
    expect(events.map(({ type }) => type)).toEqual(['decode-error', 'login']);
  });

  it('replaces control characters in a text', () => {
    expect(decode(`[3G*${ID}*0006*TS,a\0b]`)).toMatchObject([
      { reports: [{ attributes: { result: 'TS,a b' } }] },
      { type: 'receipt', text: 'a b' },
    ]);
  });
});

it.each([
  [KEEP_ALIVE, 'LK'],
  [`[3G*${ID}*0033*0006*INIT,1]`, 'INIT'],
  ['?', null],
])('names the message %s', (text, messageId) => {
  expect(watch.inspect(Buffer.from(text))).toEqual({ messageId, accepted: null, secrets: [] });
});
