import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { SessionEvent, StreamProtocol } from './protocol.ts';
import { PROTOCOLS } from './registry.ts';
import { seeded, whole } from './testing/random.ts';
import {
  printable,
  recordedStream,
  SESSION_OPTIONS,
  type StreamExample,
  streamExamples,
} from './testing/stream-example.ts';

const STREAMS = PROTOCOLS.filter((protocol): protocol is StreamProtocol => protocol.kind === 'stream');
const NOW = 1_767_225_600_000;

function understand(protocol: StreamProtocol, pieces: Iterable<Uint8Array>): readonly SessionEvent[] {
  const session = protocol.session(SESSION_OPTIONS);
  return [...pieces].flatMap((piece) => session.receive(piece, NOW));
}

/** The reports of the last event, if it has any. */
function lastReports(events: readonly SessionEvent[]): unknown {
  const last = events.at(-1);
  return last?.type === 'reports' ? [last.deviceId, last.reports] : null;
}

function firstReports({ events }: StreamExample): boolean {
  return events.length === 1 && (events[0] as SessionEvent).type === 'reports';
}

describe.each(STREAMS.map((protocol) => ({ protocol, name: protocol.name })))('$name', ({ protocol }) => {
  const examples = streamExamples(protocol);
  const stream = recordedStream(protocol);
  const glued = understand(protocol, [stream]);
  // A frame that is understood and gives a report, with the login before it where there is one.
  const good = examples.find(firstReports);
  if (good === undefined) throw new Error(`${protocol.name} has no example of a report`);
  const login = Buffer.concat([...good.after]);
  const frame = Buffer.concat([...good.frames]);

  describe('examples', () => {
    it.each(examples)('$name: $description', ({ after, frames, receivedAt, events, device }) => {
      const session = protocol.session({ ...SESSION_OPTIONS, device: () => device });
      for (const before of after) session.receive(before, receivedAt);
      const got = frames.flatMap((each) => session.receive(each, receivedAt));
      expect(got.map(printable)).toEqual(events);
      expect(session.pendingBytes).toBe(0);
    });

    it('each name where their bytes come from and how the values were worked out', () => {
      expect(examples.length).toBeGreaterThanOrEqual(10);
      for (const example of examples) {
        expect(example.origin).not.toBe('');
        expect(example.working).not.toBe('');
      }
    });
  });

  it('understands frames glued together as it does each alone', () => {
    const frames = examples.flatMap(({ after, frames }) => [...after, ...frames]);
    expect(glued.map(printable)).toEqual(understand(protocol, frames).map(printable));
  });

  it('understands each example cut in two at every byte', () => {
    for (const { name, after, frames } of examples) {
      const bytes = Buffer.concat([...after, ...frames]);
      const expected = understand(protocol, [bytes]);
      for (let cut = 1; cut < bytes.length; cut++) {
        const events = understand(protocol, [bytes.subarray(0, cut), bytes.subarray(cut)]);
        if (!isDeepStrictEqual(events, expected)) {
          expect(events.map(printable), `${name}, cut at ${cut}`).toEqual(expected.map(printable));
        }
      }
    }
  });

  it('understands the stream byte by byte, in buffers that are used again for the next', () => {
    const session = protocol.session(SESSION_OPTIONS);
    const one = new Uint8Array(1);
    const events: unknown[] = [];
    for (const byte of stream) {
      one[0] = byte;
      events.push(...session.receive(one, NOW).map(printable));
    }
    expect(events).toEqual(glued.map(printable));
  });

  it('keeps nothing of the buffers that it was given', () => {
    const expected = glued.map(printable);
    for (const cut of [1, 7, Math.floor(stream.length / 2), stream.length - 3]) {
      const session = protocol.session(SESSION_OPTIONS);
      const first = Buffer.from(stream.subarray(0, cut));
      const events = session.receive(first, NOW).map(printable);
      first.fill(0xaa);
      expect([...events, ...session.receive(stream.subarray(cut), NOW).map(printable)]).toEqual(expected);
    }
  });

  it('never takes a frame with any one bit changed for something else, and understands what comes after', () => {
    const reports = examples.filter(firstReports);
    // Enough to fill the longest frame that a changed length can claim.
    const after = Buffer.concat(
      Array.from({ length: Math.ceil((protocol.maxFrameLength * 2) / frame.length) }, () => frame),
    );
    for (const example of reports) {
      const bytes = Buffer.concat([...example.frames]);
      const expected = lastReports(understand(protocol, [...example.after, after]));
      const expectedOfOne = lastReports(understand(protocol, [...example.after, frame]));
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const damaged = Buffer.from(bytes);
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const session = protocol.session(SESSION_OPTIONS);
        for (const before of example.after) session.receive(before, NOW);
        const events = session.receive(damaged, NOW);
        if (events.some(({ type }) => type !== 'fault'))
          expect(events, `${example.name}, bit ${bit}`).toEqual([]);
        // Where nothing is held any more, the next frame is understood already.
        const holds = session.pendingBytes > 0;
        if (holds && bit % 16 !== 0) continue;
        const later = lastReports(session.receive(holds ? after : frame, NOW));
        const wanted = holds ? expected : expectedOfOne;
        if (!isDeepStrictEqual(later, wanted)) expect(later, `${example.name}, bit ${bit}`).toEqual(wanted);
      }
    }
  });

  it('lives through garbage, keeps little of it, and understands what comes after', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const session = protocol.session(SESSION_OPTIONS);
      for (let i = 0; i < 200; i++) {
        const garbage = Buffer.from(
          Array.from({ length: whole(random, 1, 200) }, () => whole(random, 0, 255)),
        );
        for (const event of session.receive(garbage, NOW)) expect(event.type).toBe('fault');
        expect(session.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameLength);
      }
      const frames = Array.from(
        { length: Math.ceil((protocol.maxFrameLength * 2) / frame.length) },
        () => frame,
      );
      const later = session.receive(Buffer.concat([login, ...frames, login, ...frames]), NOW);
      expect(later.at(-1)?.type).toBe('reports');
    }
  });

  it('keeps no more than the longest frame of one that has no end, and says that something is wrong', () => {
    const session = protocol.session(SESSION_OPTIONS);
    const events = [...session.receive(frame.subarray(0, 2), NOW)];
    for (let sent = 0; sent < protocol.maxFrameLength * 3; sent += 64) {
      events.push(...session.receive(Buffer.alloc(64, 0x41), NOW));
      expect(session.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameLength);
    }
    expect(events[0]?.type).toBe('fault');
  });

  it('takes nothing for nothing', () => {
    const session = protocol.session(SESSION_OPTIONS);
    expect(session.receive(new Uint8Array(), NOW)).toEqual([]);
    expect(session.pendingBytes).toBe(0);
  });
});
