import { describe, expect, it } from 'vitest';
import type { ReportsEvent, SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { loadStreamExamples, SESSION_OPTIONS, type StreamExample } from '../testing/stream-example.ts';
import { decodeFrame, encodeFrame, type Packet } from './framing.ts';
import { gt06 } from './gt06.ts';
import { formatMessageId } from './message.ts';

const NOW = 1_767_225_600_000;
const MAX_DETAIL_LENGTH = 6_000;

interface Sample {
  readonly name: string;
  readonly packet: Packet;
}

const EXAMPLES = loadStreamExamples(gt06);
const PACKET_SAMPLES: readonly Sample[] = EXAMPLES.flatMap(({ name, frames }) =>
  frames.flatMap((frame) => {
    const packet = decodeFrame(frame);
    return packet === null || packet.id === 0x01 ? [] : [{ name, packet }];
  }),
);
const LOGIN = EXAMPLES.find(({ name }) => name === 'login')?.frames[0] ?? Buffer.alloc(0);

function decode(bytes: Uint8Array): readonly SessionEvent[] {
  const session = gt06.session(SESSION_OPTIONS);
  session.receive(LOGIN, NOW);
  return session.receive(bytes, NOW);
}

function alarmsIn(events: readonly SessionEvent[]): readonly string[] {
  return events
    .filter((event): event is ReportsEvent => event.type === 'reports')
    .flatMap(({ reports }) => reports.flatMap(({ alarms }) => alarms));
}

/** Expects one event with valid fields; after the report of a text, also its receipt. */
function expectValidEvent(events: readonly SessionEvent[], context: string): void {
  const [event, ...others] = events;
  expect(
    others.map(({ type }) => type),
    context,
  ).toEqual(others.length === 0 ? [] : ['receipt']);
  if (event?.type === 'reports') {
    expect(event.reports.length, context).toBe(1);
    for (const { time, attributes } of event.reports) {
      expect(Number.isSafeInteger(time), context).toBe(true);
      for (const value of Object.values(attributes)) expect(value, context).toSatisfy(isValidValue);
    }
    return;
  }
  if (event?.type === 'login' || event?.type === 'reply') return;
  if (event?.type !== 'decode-error') throw new Error(`${context}: ${event?.type}`);
  expect(['malformed', 'unknown-message'], context).toContain(event.error);
  expect(event.detail.length, context).toBeLessThan(MAX_DETAIL_LENGTH);
}

function isValidValue(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value);
}

describe('frames with a valid checksum', () => {
  it('of every number with random contents give one event each', () => {
    const random = seededRandom(8);
    for (let id = 0; id <= 0xff; id++) {
      for (let n = 0; n < 15; n++) {
        const content = Buffer.from(
          Array.from({ length: randomInteger(random, 0, 90) }, () => randomInteger(random, 0, 255)),
        );
        const packet = { id, content, serial: n, extended: n % 2 === 1 };
        expectValidEvent(decode(encodeFrame(packet)), `${formatMessageId(id)} ${content.toString('hex')}`);
      }
    }
  });

  it('of every example with bytes changed, removed or added give one event each', () => {
    const random = seededRandom(9);
    for (const { name, packet } of PACKET_SAMPLES) {
      for (let n = 0; n < 40; n++) {
        const length = Math.max(packet.content.length + randomInteger(random, -6, 6), 0);
        const content = Buffer.alloc(length);
        packet.content.copy(content);
        for (let k = randomInteger(random, 0, 3); k > 0 && length > 0; k--) {
          content[randomInteger(random, 0, length - 1)] = randomInteger(random, 0, 255);
        }
        expectValidEvent(decode(encodeFrame({ ...packet, content })), `${name} ${content.toString('hex')}`);
      }
    }
  });
});

describe('a truncated alarm', () => {
  const alarms = EXAMPLES.filter((example) => alarmsIn(example.events as SessionEvent[]).length > 0);

  it('is not decoded as an alarm, not even after the next frame', () => {
    const heartbeat = encodeFrame({
      id: 0x13,
      content: Buffer.of(0, 6, 4, 0, 2),
      serial: 1,
      extended: false,
    });
    expect(alarms.length).toBeGreaterThan(40);
    for (const { name, frames } of alarms) {
      const bytes = Buffer.concat([...frames]);
      for (let cutAt = 1; cutAt < bytes.length; cutAt++) {
        const events = decode(Buffer.concat([bytes.subarray(0, cutAt), ...Array(12).fill(heartbeat)]));
        expect(alarmsIn(events), `${name}, cut at ${cutAt}`).toEqual([]);
      }
    }
  });

  it('with matching length and checksum is not decoded as another alarm if it has a cell length', () => {
    // The length stated by an S11L is that of another cell format.
    const alarmsWithLength = alarms.filter(
      ({ name }) => /^alarm-/.test(name) && !/no-length|no-cell|unused-cells|long-cell$/.test(name),
    );
    expect(alarmsWithLength.length).toBeGreaterThan(15);
    for (const { name, frames } of alarmsWithLength) expectNoOtherAlarmWhenCut(name, frames);
  });
});

function expectNoOtherAlarmWhenCut(name: string, frames: StreamExample['frames']): void {
  for (const frame of frames) {
    const packet = decodeFrame(frame);
    if (packet === null) continue;
    const fullAlarms = alarmsIn(decode(frame));
    for (let length = 0; length < packet.content.length; length++) {
      const content = packet.content.subarray(0, length);
      for (const alarm of alarmsIn(decode(encodeFrame({ ...packet, content })))) {
        expect(fullAlarms, `${name}, ${length} bytes`).toContain(alarm);
      }
    }
  }
}
