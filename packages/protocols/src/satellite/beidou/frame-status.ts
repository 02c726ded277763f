import { civilTimeToEpochMs } from '../../civil-time.ts';
import type { Decoded } from './decoding.ts';
import type { BeamsEvent, BeidouEvent, Clock, SelfTestEvent } from './event.ts';
import { type Frame, writeFrame } from './frame.ts';
import type { BeidouRequest } from './request.ts';

/**
 * | request | body              | response                                                            |
 * | ------- | ----------------- | ------------------------------------------------------------------- |
 * | XTZJ    | seconds (2)       | ZJXX: card (1), hardware (1), battery (1), inbound (1), beams (6)   |
 * | GLJC    | seconds (1)       | GLZK: power of the beams (6)                                        |
 * | SJSC    | seconds (2)       | SJXX: year (2), month, day, hour, minute, second (inferred)         |
 *
 * Inbound state: bit 0 restrained by the system, bit 1 not silent.
 */
const BEAMS = 6;
const RESTRAINED = 0x01;
const NOT_SILENT = 0x02;
const TIME_LENGTH = 7;
const MINUTE_MS = 60_000;

type StatusRequest = BeidouRequest & { type: 'beams' | 'self-test' | 'time' };
const REQUESTS = {
  'self-test': { name: 'XTZJ', bytes: 2 },
  beams: { name: 'GLJC', bytes: 1 },
  time: { name: 'SJSC', bytes: 2 },
} as const;

/** Null: the interval is out of range. */
export function writeStatusRequest({ type, interval }: StatusRequest): Buffer | null {
  const { name, bytes } = REQUESTS[type];
  if (!(Number.isInteger(interval) && interval >= 0 && interval < 256 ** bytes)) return null;
  const body = Buffer.alloc(bytes);
  body.writeUIntBE(interval, 0, bytes);
  return writeFrame(name, 0, body);
}

export function readStatusRequest({ name, body }: Frame): Decoded<BeidouRequest> {
  for (const type of ['self-test', 'beams', 'time'] as const) {
    const { bytes } = REQUESTS[type];
    if (REQUESTS[type].name === name)
      return body.length === bytes ? { type, interval: body.readUIntBE(0, bytes) } : `${body.length} bytes`;
  }
  return name;
}

export function readSelfTest({ body }: Frame): Decoded<SelfTestEvent> {
  if (body.length !== 4 + BEAMS) return `${body.length} bytes`;
  const inbound = body.readUInt8(3);
  return {
    type: 'self-test',
    cardState: body.readUInt8(0),
    hardwareState: body.readUInt8(1),
    battery: body.readUInt8(2),
    restrained: (inbound & RESTRAINED) !== 0,
    silenced: (inbound & NOT_SILENT) === 0,
    power: [...body.subarray(4)],
  };
}

export function writeSelfTest(event: SelfTestEvent, card: number): Buffer {
  const { cardState, hardwareState, battery, restrained, silenced, power } = event;
  const inbound = (restrained ? RESTRAINED : 0) | (silenced ? 0 : NOT_SILENT);
  return writeFrame(
    'ZJXX',
    card,
    Buffer.from([cardState, hardwareState, battery, inbound, ...sixBeams(power)]),
  );
}

export function readBeams({ body }: Frame): Decoded<BeamsEvent> {
  if (body.length !== BEAMS) return `${body.length} bytes`;
  return { type: 'beams', power: [...body], regional: [] };
}

export function writeBeams({ power }: BeamsEvent, card: number): Buffer {
  return writeFrame('GLZK', card, Buffer.from(sixBeams(power)));
}

export function readTime({ body }: Frame, { offset }: Clock): Decoded<BeidouEvent> {
  if (body.length !== TIME_LENGTH) return `${body.length} bytes`;
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = body.subarray(2);
  const time = civilTimeToEpochMs(body.readUInt16BE(0), month, day, hour, minute, second, offset);
  return time === null ? `time ${body.toString('hex')}` : { type: 'time', time };
}

export function writeTime(time: number, card: number, offset: number): Buffer {
  const date = new Date(time + offset * MINUTE_MS);
  const body = Buffer.alloc(TIME_LENGTH);
  body.writeUInt16BE(date.getUTCFullYear(), 0);
  body.set(
    [
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    ],
    2,
  );
  return writeFrame('SJXX', card, body);
}

function sixBeams(power: readonly number[]): readonly number[] {
  return Array.from({ length: BEAMS }, (_, index) => power[index] ?? 0);
}
