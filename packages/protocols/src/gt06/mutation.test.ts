import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { seeded, whole } from '../testing/random.ts';
import { SESSION_OPTIONS, type StreamExample, streamExamples } from '../testing/stream-example.ts';
import { closeFrame, openFrame, type Packet } from './framing.ts';
import { gt06 } from './gt06.ts';
import { nameOf } from './message.ts';

const NOW = 1_767_225_600_000;
const LONGEST_DETAIL = 6_000;

interface Sample {
  readonly name: string;
  readonly packet: Packet;
}

const EXAMPLES = streamExamples(gt06);
const SAMPLES: readonly Sample[] = EXAMPLES.flatMap(({ name, frames }) =>
  frames.flatMap((frame) => {
    const packet = openFrame(frame);
    return packet === null || packet.id === 0x01 ? [] : [{ name, packet }];
  }),
);
const LOGIN = EXAMPLES.find(({ name }) => name === 'login')?.frames[0] ?? Buffer.alloc(0);

function understand(bytes: Uint8Array): readonly SessionEvent[] {
  const session = gt06.session(SESSION_OPTIONS);
  session.receive(LOGIN, NOW);
  return session.receive(bytes, NOW);
}

function alarmsIn(events: readonly SessionEvent[]): readonly string[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports.flatMap(({ alarms }) => alarms));
}

/** One event with what its type promises. */
function expectSound(events: readonly SessionEvent[], of: string): void {
  expect(events.length, of).toBe(1);
  const [event] = events;
  if (event?.type === 'reports') {
    expect(event.reports.length, of).toBe(1);
    for (const { time, attributes } of event.reports) {
      expect(Number.isSafeInteger(time), of).toBe(true);
      for (const value of Object.values(attributes)) expect(value, of).toSatisfy(isSound);
    }
    return;
  }
  if (event?.type === 'login' || event?.type === 'reply') return;
  if (event?.type !== 'fault') throw new Error(`${of}: ${event?.type}`);
  expect(['malformed', 'unknown-message'], of).toContain(event.fault);
  expect(event.detail.length, of).toBeLessThan(LONGEST_DETAIL);
}

function isSound(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value);
}

describe('frames with a right checksum', () => {
  it('of random bytes under every number give one event each', () => {
    const random = seeded(8);
    for (let id = 0; id <= 0xff; id++) {
      for (let n = 0; n < 15; n++) {
        const content = Buffer.from(
          Array.from({ length: whole(random, 0, 90) }, () => whole(random, 0, 255)),
        );
        const packet = { id, content, serial: n, extended: n % 2 === 1 };
        expectSound(understand(closeFrame(packet)), `${nameOf(id)} ${content.toString('hex')}`);
      }
    }
  });

  it('of every example with some bytes changed, cut off or added give one event each', () => {
    const random = seeded(9);
    for (const { name, packet } of SAMPLES) {
      for (let n = 0; n < 40; n++) {
        const length = Math.max(packet.content.length + whole(random, -6, 6), 0);
        const content = Buffer.alloc(length);
        packet.content.copy(content);
        for (let k = whole(random, 0, 3); k > 0 && length > 0; k--) {
          content[whole(random, 0, length - 1)] = whole(random, 0, 255);
        }
        expectSound(understand(closeFrame({ ...packet, content })), `${name} ${content.toString('hex')}`);
      }
    }
  });
});

describe('an alarm that is cut off', () => {
  const alarms = EXAMPLES.filter((example) => alarmsIn(example.events as SessionEvent[]).length > 0);

  it('on its way is none at all, and no other after the next frame', () => {
    const beat = closeFrame({ id: 0x13, content: Buffer.of(0, 6, 4, 0, 2), serial: 1, extended: false });
    expect(alarms.length).toBeGreaterThan(40);
    for (const { name, frames } of alarms) {
      const bytes = Buffer.concat([...frames]);
      for (let cut = 1; cut < bytes.length; cut++) {
        const events = understand(Buffer.concat([bytes.subarray(0, cut), ...Array(12).fill(beat)]));
        expect(alarmsIn(events), `${name}, cut at ${cut}`).toEqual([]);
      }
    }
  });

  it('in its content, with length and checksum to match, is no other alarm where the length of its cell is in it', () => {
    // The length that an S11L states is that of another cell.
    const withLength = alarms.filter(
      ({ name }) => /^alarm-/.test(name) && !/no-length|no-cell|unused-cells|long-cell$/.test(name),
    );
    expect(withLength.length).toBeGreaterThan(15);
    for (const { name, frames } of withLength) expectCutToBeNoOther(name, frames);
  });
});

function expectCutToBeNoOther(name: string, frames: StreamExample['frames']): void {
  for (const frame of frames) {
    const packet = openFrame(frame);
    if (packet === null) continue;
    const whole = alarmsIn(understand(frame));
    for (let length = 0; length < packet.content.length; length++) {
      const content = packet.content.subarray(0, length);
      for (const alarm of alarmsIn(understand(closeFrame({ ...packet, content })))) {
        expect(whole, `${name}, ${length} bytes`).toContain(alarm);
      }
    }
  }
}
