import { formatCard } from '@wakeline/domain/satellite/beidou-card';
import { arcToDegrees, degreesToArc } from './arc.ts';
import type { Decoded } from './decoding.ts';
import type { Clock, PositionEvent } from './event.ts';
import { type Frame, writeFrame } from './frame.ts';
import { dateTimeOfDay, toTimeOfDay } from './time-of-day.ts';

/**
 * DWSQ requests the position of the machine: information (1), height and antenna (4), pressure and temperature (4),
 * interval (2).
 *
 * DWXX is a position: information (1), card that was queried (3), hour, minute, second, 0.01 s (4), longitude in
 * degrees, minutes, seconds, 0.1" (4), latitude (4), height in metres (2), height anomaly in metres (2). The top bit of
 * a height is its sign; some machines use the bit above 14, or of the anomaly above 8 bits of magnitude.
 */
const QUERIED = 0x20;
/** The height has another form, for which no source is public. */
const HIGH = 0x01;
/** Locate without a known height. */
const NO_HEIGHT = 0x04;
const REQUEST_LENGTH = 11;
const BODY_LENGTH = 20;

export function writeLocateRequest(): Buffer {
  const body = Buffer.alloc(REQUEST_LENGTH);
  body.writeUInt8(NO_HEIGHT, 0);
  return writeFrame('DWSQ', 0, body);
}

export function readPosition({ card, body }: Frame, clock: Clock): Decoded<PositionEvent> {
  if (body.length !== BODY_LENGTH) return `${body.length} bytes`;
  const information = body.readUInt8(0);
  const [hour, minute, seconds, hundredths] = [4, 5, 6, 7].map((at) => body.readUInt8(at)) as Quad;
  const time =
    hundredths < 100 ? dateTimeOfDay({ hour, minute, second: seconds + hundredths / 100 }, clock) : null;
  if (time === null) return `time ${body.toString('hex', 4, 8)}`;
  const longitude = readArc(body, 8, 180);
  const latitude = readArc(body, 12, 90);
  if (longitude === null || latitude === null) return `position ${body.toString('hex', 8, 16)}`;
  const isHigh = (information & HIGH) !== 0;
  return {
    type: 'position',
    source: 'determined',
    card: formatCard((information & QUERIED) !== 0 ? body.readUIntBE(1, 3) : card),
    position: {
      time,
      latitude,
      longitude,
      altitude: isHigh ? null : readHeight(body.readUInt16BE(16), 0xc000),
      anomaly: isHigh ? null : readHeight(body.readUInt16BE(18), 0xff00),
    },
  };
}

/** @param own the card of the machine; the position of another one is the answer to a query */
export function writePosition({ card, position }: PositionEvent, own: number, offset: number): Buffer {
  const body = Buffer.alloc(BODY_LENGTH);
  const queried = Number(card) !== own;
  body.writeUInt8(0x08 | (queried ? QUERIED : 0), 0);
  body.writeUIntBE(queried ? Number(card) : 0, 1, 3);
  const { hour, minute, second } = toTimeOfDay(position.time, offset);
  const hundredths = Math.round(second * 100);
  body.set([hour, minute, Math.floor(hundredths / 100), hundredths % 100], 4);
  body.set(arcBytes(position.longitude), 8);
  body.set(arcBytes(position.latitude), 12);
  body.writeUInt16BE(heightBits(position.altitude ?? 0), 16);
  body.writeUInt16BE(heightBits(position.anomaly ?? 0), 18);
  return writeFrame('DWXX', own, body);
}

type Quad = [number, number, number, number];

function readArc(body: Buffer, at: number, max: 90 | 180): number | null {
  const [degrees, minutes, seconds, tenths] = [...body.subarray(at, at + 4)] as Quad;
  return arcToDegrees({ degrees, minutes, seconds, tenths }, max);
}

function arcBytes(value: number): readonly number[] {
  const { degrees, minutes, seconds, tenths } = degreesToArc(value);
  return [degrees, minutes, seconds, tenths];
}

/** @param signs bits that contain a sign */
function readHeight(value: number, signs: number): number {
  const magnitude = value & ~signs;
  return (value & signs) !== 0 && magnitude !== 0 ? -magnitude : magnitude;
}

function heightBits(value: number): number {
  const metres = Math.round(value);
  return metres < 0 ? 0x8000 | -metres : metres;
}
