import { readFileSync } from 'node:fs';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import { describe, expect, it } from 'vitest';
import { osmand } from './osmand/osmand.ts';
import { PROTOCOLS } from './registry.ts';
import { fromHex, SESSION_OPTIONS, toHex } from './testing/stream-example.ts';

const NOW = Date.parse('2026-01-01T00:00:05Z');

function readProtocolPage(name: string): string {
  return readFileSync(new URL(`../../../docs/protocols/${name}.md`, import.meta.url), 'utf8');
}

/** The fix of the frame, as documented on the page. */
const EXPECTED_FIX = { latitude: 22.5431, longitude: 114.0579, course: 90, valid: true };
const EXPECTED_SPEED = 36;
/** Of protocols that send whole knots: 20 kn. */
const EXPECTED_SPEED_FROM_KNOTS = 37.04;

describe('the example on a protocol page', () => {
  it.each(PROTOCOLS.filter(({ kind }) => kind === 'stream'))(
    'of $name decodes and gets the documented replies',
    (protocol) => {
      if (protocol.kind !== 'stream') return;
      const text = readProtocolPage(protocol.name);
      const [, escaped] = /printf '((?:\\x[0-9a-f]{2})+)' \| nc -w 2 127\.0\.0\.1 (\d+)/.exec(text) ?? [];
      const events = protocol
        .session(SESSION_OPTIONS)
        .receive(fromHex((escaped ?? '').replaceAll('\\x', '')), NOW);
      const last = events.at(-1);
      if (last?.type !== 'reports') throw new Error('the page has no frame with a report');
      expect(last.reports[0]).toMatchObject({
        time: Date.parse('2026-01-01T00:00:00Z'),
        fix: EXPECTED_FIX,
      });
      expect([EXPECTED_SPEED, EXPECTED_SPEED_FROM_KNOTS]).toContain(last.reports[0]?.fix?.speed);
      expect(text).toContain(last.deviceId);
      for (const event of events) {
        const replies =
          event.type === 'login'
            ? [event.acceptReply]
            : event.type === 'reports'
              ? [event.reply, event.rejectReply]
              : [];
        for (const reply of replies) if (reply !== null) expect(text).toContain(toHex(reply));
      }
    },
  );

  it('of osmand decodes as documented', () => {
    const [, target = ''] =
      /curl -i 'http:\/\/127\.0\.0\.1:5055([^']+)'/.exec(readProtocolPage('osmand')) ?? [];
    const request = { method: 'GET', target, contentType: null, body: new Uint8Array(), receivedAt: NOW };
    expect(osmand.decode(request)).toMatchObject({
      type: 'reports',
      deviceId: '860000000000027',
      reports: [{ time: NOW, battery: 80, fix: { ...EXPECTED_FIX, speed: EXPECTED_SPEED_FROM_KNOTS } }],
    });
  });

  it.each(PROTOCOLS)('of $name has the port of the protocol', ({ name }) => {
    expect(readProtocolPage(name)).toContain(
      `| port | ${PROTOCOL_PORTS[name]} (\`WAKELINE_PORT_${name.toUpperCase()}\`)`,
    );
  });
});
