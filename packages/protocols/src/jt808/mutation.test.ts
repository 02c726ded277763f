import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { loadStreamExamples, SESSION_OPTIONS } from '../testing/stream-example.ts';
import { decodeFrame, encodeFrame } from './framing.ts';
import { jt808 } from './jt808.ts';

const NOW = 1_767_225_600_000;
const MODELS = ['', 'G10LS', 'S21L', 'Goome', 'BSJ', 'W15L', 'JC371', 'AL300'];
const EXAMPLES = loadStreamExamples(jt808);
/** Unescaped header and body of each example frame, for modification and re-encoding. */
const UNESCAPED_FRAMES = EXAMPLES.flatMap(({ frames }) => frames.map(decodeFrame)).filter(
  (unescaped) => typeof unescaped !== 'string',
);
const LOCATION = 0x0200;
const BASE_LENGTH = 28;

function receive(unescaped: Buffer, model: string): readonly SessionEvent[] {
  const session = jt808.session({
    ...SESSION_OPTIONS,
    findDevice: () => ({ model, plainCoordinates: true }),
  });
  return session.receive(encodeFrame(unescaped, unescaped.length), NOW);
}

function alarmsOf(events: readonly SessionEvent[]): readonly NoticeType[] {
  return events
    .flatMap((event) => (event.type === 'reports' ? event.reports : []))
    .flatMap(({ alarms }) => alarms);
}

/** Updates the body length in the header. */
function setLength(unescaped: Buffer): void {
  const properties = unescaped.readUInt16BE(2);
  const isLock = unescaped[0] === 0x55;
  const start = isLock ? 11 : (properties & 0x4000 ? 17 : 12) + (properties & 0x2000 ? 4 : 0);
  if (unescaped.length >= start)
    unescaped.writeUInt16BE((properties & ~0x03ff) | (unescaped.length - start), 2);
}

describe('modified frames with a valid checksum', () => {
  it('never make the session throw, and give only valid values', () => {
    const random = seededRandom(808);
    for (let round = 0; round < 5_000; round++) {
      const source =
        UNESCAPED_FRAMES[randomInteger(random, 0, UNESCAPED_FRAMES.length - 1)] ?? Buffer.alloc(12);
      const length = random() < 0.5 ? source.length : randomInteger(random, 4, source.length);
      const unescaped = Buffer.from(source.subarray(0, length));
      for (let n = randomInteger(random, 1, 6); n > 0; n--)
        unescaped[randomInteger(random, 0, length - 1)] = randomInteger(random, 0, 255);
      if (random() < 0.9) setLength(unescaped);
      const model = MODELS[randomInteger(random, 0, MODELS.length - 1)] ?? '';
      for (const event of receive(unescaped, model)) {
        if (event.type !== 'reports') continue;
        for (const report of event.reports) {
          for (const value of [report.time, ...Object.values(report.attributes)]) {
            expect(typeof value === 'number' ? Number.isFinite(value) : typeof value).not.toBe(false);
            expect(String(value).length).toBeLessThanOrEqual(2048);
          }
          expect(report.battery ?? 0).toBeLessThanOrEqual(100);
        }
      }
    }
  });

  it('give no other alarm than the complete frame, wherever the body is truncated', () => {
    for (const { frames, device } of EXAMPLES) {
      for (const frame of frames) {
        const unescaped = decodeFrame(frame);
        if (typeof unescaped === 'string') continue;
        const model = device?.model ?? '';
        const allowedAlarms = new Set(alarmsOf(receive(unescaped, model)));
        for (let length = 12; length < unescaped.length; length++) {
          const truncated = Buffer.from(unescaped.subarray(0, length));
          setLength(truncated);
          for (const alarm of alarmsOf(receive(truncated, model)))
            expect(allowedAlarms, frame.toString('hex')).toContain(alarm);
        }
      }
    }
  });

  it('of a location give the same coordinates, regardless of the items', () => {
    const random = seededRandom(200);
    const header = UNESCAPED_FRAMES.find(
      (unescaped) => unescaped.readUInt16BE(0) === LOCATION && unescaped.length >= 12 + BASE_LENGTH,
    );
    if (header === undefined) throw new Error('no example of a location');
    const base = header.subarray(0, 12 + BASE_LENGTH);
    const [expectedEvent] = receive(appendItems(base, Buffer.alloc(0)), '');
    if (expectedEvent?.type !== 'reports') throw new Error('no report');
    for (let round = 0; round < 3_000; round++) {
      const items: number[] = [];
      for (let n = randomInteger(random, 0, 5); n > 0; n--) {
        const length = randomInteger(random, 0, 24);
        items.push(randomInteger(random, 0, 255), random() < 0.9 ? length : randomInteger(random, 0, 255));
        for (let i = 0; i < length; i++) items.push(randomInteger(random, 0, 255));
      }
      const model = MODELS[randomInteger(random, 0, MODELS.length - 1)] ?? '';
      const [event] = receive(appendItems(base, Buffer.from(items)), model);
      if (event?.type !== 'reports') throw new Error(Buffer.from(items).toString('hex'));
      expect(event.reports[0]?.fix).toEqual(expectedEvent.reports[0]?.fix);
    }
  });
});

function appendItems(base: Buffer, items: Buffer): Buffer {
  const unescaped = Buffer.concat([base, items]);
  setLength(unescaped);
  return unescaped;
}

describe('an item with an alarm', () => {
  // SOS, vibration, removal and others, each as the only item of a location.
  it.each([
    ['e7080002000000000000', '', 'SOS'],
    ['e8030c0100', 'JC371', 'SOS'],
    ['eb0800060089ffffefff', '', 'TEARDOWN'],
    ['eb08000600c5ffffffbf', '', 'VIBRATION'],
    ['eb0800060089fffffffe', 'W15L', 'OUTAGE'],
    ['eb05000300c604', '', 'LOWPOWER'],
    ['d00400000008', '', 'VIBRATION'],
    ['f4020010', '', 'VIBRATION'],
    ['fe077c010400000010', '', 'TEARDOWN'],
  ] as const)('%s of the model "%s" gives %s, and nothing if truncated', (hex, model, alarm) => {
    const base = Buffer.alloc(12 + BASE_LENGTH);
    base.writeUInt16BE(LOCATION, 0);
    Buffer.from('013900000001', 'hex').copy(base, 4);
    Buffer.from('260101080000', 'hex').copy(base, 12 + 22);
    const item = Buffer.from(hex, 'hex');
    expect(alarmsOf(receive(appendItems(base, item), model))).toEqual([alarm]);
    for (let length = 0; length < item.length; length++) {
      const truncated = item.subarray(0, length);
      expect(alarmsOf(receive(appendItems(base, truncated), model)), `cut at ${length}`).toEqual([]);
      // A Jimi alarm is complete with its kind; further bytes are not needed.
      if (length < 2 || (model === 'JC371' && length === 4)) continue;
      // With an adjusted length it is a different item than the documented one.
      const shorter = Buffer.from(truncated);
      shorter[1] = length - 2;
      const alarms = alarmsOf(receive(appendItems(base, shorter), model));
      expect(alarms, `shortened to ${length}`).toEqual([]);
    }
  });
});
