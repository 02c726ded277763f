import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { SessionEvent, StreamProtocol } from './protocol.ts';
import { PROTOCOLS } from './registry.ts';
import { randomInteger, seededRandom } from './testing/random.ts';
import {
  loadRecordedStream,
  loadStreamExamples,
  SESSION_OPTIONS,
  type StreamExample,
  toPrintableEvent,
} from './testing/stream-example.ts';

const STREAMS = PROTOCOLS.filter((protocol): protocol is StreamProtocol => protocol.kind === 'stream');
const NOW = 1_767_225_600_000;

function decode(protocol: StreamProtocol, chunks: Iterable<Uint8Array>): readonly SessionEvent[] {
  const session = protocol.session(SESSION_OPTIONS);
  return [...chunks].flatMap((chunk) => session.receive(chunk, NOW));
}

/** Device and reports of the last event; null if it has none. */
function lastReports(events: readonly SessionEvent[]): unknown {
  const last = events.at(-1);
  return last?.type === 'reports' ? [last.deviceId, last.reports] : null;
}

function startsWithReports({ events }: StreamExample): boolean {
  return events.length === 1 && (events[0] as SessionEvent).type === 'reports';
}

describe.each(STREAMS.map((protocol) => ({ protocol, name: protocol.name })))('$name', ({ protocol }) => {
  const examples = loadStreamExamples(protocol);
  const stream = loadRecordedStream(protocol);
  const joinedEvents = decode(protocol, [stream]);
  // A frame with a report, and the login that precedes it, if any.
  const exampleWithReport = examples.find(startsWithReports);
  if (exampleWithReport === undefined) throw new Error(`${protocol.name} has no example of a report`);
  const login = Buffer.concat([...exampleWithReport.precedingFrames]);
  const frame = Buffer.concat([...exampleWithReport.frames]);

  describe('examples', () => {
    it.each(examples)('$name: $description', ({ precedingFrames, frames, receivedAt, events, device }) => {
      const session = protocol.session({ ...SESSION_OPTIONS, findDevice: () => device });
      for (const precedingFrame of precedingFrames) session.receive(precedingFrame, receivedAt);
      const decoded = frames.flatMap((each) => session.receive(each, receivedAt));
      expect(decoded.map(toPrintableEvent)).toEqual(events);
      expect(session.pendingBytes).toBe(0);
    });

    it('state the origin of their bytes and the derivation of their values', () => {
      expect(examples.length).toBeGreaterThanOrEqual(10);
      for (const example of examples) {
        expect(example.origin).not.toBe('');
        expect(example.derivation).not.toBe('');
      }
    });
  });

  it('decodes concatenated frames like separate ones', () => {
    const frames = examples.flatMap(({ precedingFrames, frames }) => [...precedingFrames, ...frames]);
    expect(joinedEvents.map(toPrintableEvent)).toEqual(decode(protocol, frames).map(toPrintableEvent));
  });

  it('decodes each example split at every byte', () => {
    for (const { name, precedingFrames, frames } of examples) {
      const bytes = Buffer.concat([...precedingFrames, ...frames]);
      const expected = decode(protocol, [bytes]);
      for (let cutAt = 1; cutAt < bytes.length; cutAt++) {
        const events = decode(protocol, [bytes.subarray(0, cutAt), bytes.subarray(cutAt)]);
        if (!isDeepStrictEqual(events, expected)) {
          expect(events.map(toPrintableEvent), `${name}, cut at ${cutAt}`).toEqual(
            expected.map(toPrintableEvent),
          );
        }
      }
    }
  });

  it('decodes the stream byte by byte from a reused buffer', () => {
    const session = protocol.session(SESSION_OPTIONS);
    const singleByte = new Uint8Array(1);
    const events: unknown[] = [];
    for (const byte of stream) {
      singleByte[0] = byte;
      events.push(...session.receive(singleByte, NOW).map(toPrintableEvent));
    }
    expect(events).toEqual(joinedEvents.map(toPrintableEvent));
  });

  it('keeps no references to input buffers', () => {
    const expected = joinedEvents.map(toPrintableEvent);
    for (const cutAt of [1, 7, Math.floor(stream.length / 2), stream.length - 3]) {
      const session = protocol.session(SESSION_OPTIONS);
      const first = Buffer.from(stream.subarray(0, cutAt));
      const events = session.receive(first, NOW).map(toPrintableEvent);
      first.fill(0xaa);
      expect([...events, ...session.receive(stream.subarray(cutAt), NOW).map(toPrintableEvent)]).toEqual(
        expected,
      );
    }
  });

  // Without a checksum nearly every damaged frame is decoded, which takes longer: 5 and 8 have no common factor.
  const flipStep = protocol.hasChecksum ? 1 : 5;
  const flipTitle = protocol.hasChecksum ? 'rejects frames with a flipped bit' : 'survives a flipped bit';

  it(`${flipTitle} and decodes what follows`, () => {
    const reports = examples.filter(startsWithReports);
    for (const example of reports) {
      // A datagram without a checksum can name another device: the login restores the one of the frame.
      const next = example.hasChecksum ? frame : Buffer.concat([login, frame]);
      // Enough to fill the longest frame that a damaged length field can claim.
      const following = Buffer.concat(
        Array.from({ length: Math.ceil((protocol.maxFrameLength * 2) / next.length) }, () => next),
      );
      const bytes = Buffer.concat([...example.frames]);
      const expected = lastReports(decode(protocol, [...example.precedingFrames, following]));
      const expectedFromOneFrame = lastReports(decode(protocol, [...example.precedingFrames, next]));
      for (let bit = 0; bit < bytes.length * 8; bit += flipStep) {
        const damaged = Buffer.from(bytes);
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const session = protocol.session(SESSION_OPTIONS);
        for (const precedingFrame of example.precedingFrames) session.receive(precedingFrame, NOW);
        const events = session.receive(damaged, NOW);
        const canDetect = protocol.hasChecksum && example.hasChecksum;
        if (canDetect && events.some(({ type }) => type !== 'decode-error'))
          expect(events, `${example.name}, bit ${bit}`).toEqual([]);
        // If nothing is buffered, the very next frame must decode.
        const hasPendingBytes = session.pendingBytes > 0;
        if (hasPendingBytes && bit % 16 !== 0) continue;
        const laterReports = lastReports(session.receive(hasPendingBytes ? following : next, NOW));
        const expectedReports = hasPendingBytes ? expected : expectedFromOneFrame;
        if (!isDeepStrictEqual(laterReports, expectedReports))
          expect(laterReports, `${example.name}, bit ${bit}`).toEqual(expectedReports);
      }
    }
  });

  it('survives garbage with bounded buffers and decodes what follows', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed);
      const session = protocol.session(SESSION_OPTIONS);
      for (let i = 0; i < 200; i++) {
        const garbage = Buffer.from(
          Array.from({ length: randomInteger(random, 1, 200) }, () => randomInteger(random, 0, 255)),
        );
        for (const event of session.receive(garbage, NOW)) expect(event.type).toBe('decode-error');
        expect(session.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameLength);
      }
      const frames = Array.from(
        { length: Math.ceil((protocol.maxFrameLength * 2) / frame.length) },
        () => frame,
      );
      const laterReports = session.receive(Buffer.concat([login, ...frames, login, ...frames]), NOW);
      expect(laterReports.at(-1)?.type).toBe('reports');
    }
  });

  it('buffers at most one maximum frame of an endless frame and reports an error', () => {
    const session = protocol.session(SESSION_OPTIONS);
    const events = [...session.receive(frame.subarray(0, 2), NOW)];
    for (let sent = 0; sent < protocol.maxFrameLength * 3; sent += 64) {
      events.push(...session.receive(Buffer.alloc(64, 0x41), NOW));
      expect(session.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameLength);
    }
    expect(events[0]?.type).toBe('decode-error');
  });

  it('returns no events for empty input', () => {
    const session = protocol.session(SESSION_OPTIONS);
    expect(session.receive(new Uint8Array(), NOW)).toEqual([]);
    expect(session.pendingBytes).toBe(0);
  });
});
