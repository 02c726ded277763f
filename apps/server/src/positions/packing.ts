import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
import { sql } from 'kysely';
import { ByteReader, ByteWriter } from './byte-writer.ts';
import { FLAGS_BYTES, readAttributes, readFlags, writeAttributes } from './packed-attributes.ts';

/**
 * What `position.packed` holds: a varint that says which values follow, then those, in this order. A value that was not
 * sent takes no byte and comes back as null. Each unit is finer than what any protocol can say. What most reports
 * have is first, so that its bits fit one byte.
 *
 * | bit | value      | as                                                  |
 * | --- | ---------- | --------------------------------------------------- |
 * | 0   | altitude   | signed varint, dm                                   |
 * | 1   | speed      | varint, 0.01 km/h                                   |
 * | 2   | course     | two bytes, low one first, 0.01 degree               |
 * | 3   | satellites | byte                                                |
 * | 4   | gsm        | varint, 0.01 %                                      |
 * | 5   | battery    | varint, 0.01 %                                      |
 * | 6   | attributes | `packed-attributes.ts`; after all others, to the end |
 * | 7   | accuracy   | varint, cm                                          |
 * | 8   | alarms     | varint, bit n: NOTICE_TYPES[n]                      |
 * | 9   | not valid  | nothing: the receiver said it had no fix            |
 *
 * The bits above are 0; who finds one set was written for an older form of this.
 */
export const BIT = {
  altitude: 1 << 0,
  speed: 1 << 1,
  course: 1 << 2,
  satellites: 1 << 3,
  gsm: 1 << 4,
  battery: 1 << 5,
  attributes: 1 << 6,
  accuracy: 1 << 7,
  alarms: 1 << 8,
  notValid: 1 << 9,
} as const;
const KNOWN_BITS = (1 << 10) - 1;
const TENTHS = 10;
const HUNDREDTHS = 100;
/** 1e-7 degree: 11 mm of latitude. */
export const DEGREE = 1e7;

/** Whether the receiver said of a stored position that it had no fix, as a condition of a query: bit 9 is in the second byte. */
export const SAID_NOT_VALID = sql<boolean>`(length(packed) > 1 and get_byte(packed, 0) >= 128 and get_byte(packed, 1) & ${sql.lit(BIT.notValid >> 7)} <> 0)`;

const writer = new ByteWriter();

/** Degrees as `position` stores them. */
export function packDegrees(degrees: number): number {
  return Math.round(degrees * DEGREE);
}

/** All of a report but time and place, as hexadecimal text. */
export function pack(report: LocatedReport): string {
  const { fix, satellites, gsm, battery, alarms, attributes } = report;
  const names = Object.keys(attributes);
  writer.reset();
  writer.varint(bitsOf(report, names.length > 0));
  if (fix.altitude !== null) writer.signed(Math.round(fix.altitude * TENTHS));
  if (fix.speed !== null) writer.varint(Math.round(fix.speed * HUNDREDTHS));
  if (fix.course !== null) writer.word(Math.round(fix.course * HUNDREDTHS) % (360 * HUNDREDTHS));
  if (satellites !== null) writer.byte(Math.round(satellites));
  if (gsm !== null) writer.varint(Math.round(gsm * HUNDREDTHS));
  if (battery !== null) writer.varint(Math.round(battery * HUNDREDTHS));
  if (fix.accuracy !== null) writer.varint(Math.round(fix.accuracy * HUNDREDTHS));
  if (alarms.length > 0) writer.varint(alarmBits(alarms));
  writeAttributes(writer, names, attributes);
  return writer.hex();
}

function bitsOf({ fix, satellites, gsm, battery, alarms }: LocatedReport, hasAttributes: boolean): number {
  return (
    (fix.altitude === null ? 0 : BIT.altitude) |
    (fix.speed === null ? 0 : BIT.speed) |
    (fix.course === null ? 0 : BIT.course) |
    (satellites === null ? 0 : BIT.satellites) |
    (gsm === null ? 0 : BIT.gsm) |
    (battery === null ? 0 : BIT.battery) |
    (hasAttributes ? BIT.attributes : 0) |
    (fix.accuracy === null ? 0 : BIT.accuracy) |
    (alarms.length === 0 ? 0 : BIT.alarms) |
    (fix.valid ? 0 : BIT.notValid)
  );
}

export interface PackedPosition {
  /** Epoch milliseconds. */
  readonly time: number;
  /** 1e-7 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly packed: Buffer;
}

/** The numbers of a packed position; null: not sent. Units as in a report. */
export interface PackedNumbers {
  altitude: number | null;
  speed: number | null;
  course: number | null;
  satellites: number | null;
  gsm: number | null;
  battery: number | null;
  accuracy: number | null;
  valid: boolean;
}

/** The most bytes that these and the flags take: two of bits, six varints of at most eight, course and satellites, and the flags. */
export const PACKED_HEAD_BYTES = 2 + 6 * 8 + 2 + 1 + FLAGS_BYTES;

export function noNumbers(): PackedNumbers {
  return {
    altitude: null,
    speed: null,
    course: null,
    satellites: null,
    gsm: null,
    battery: null,
    accuracy: null,
    valid: true,
  };
}

/**
 * Reads the numbers of a packed position into `numbers`, which may be used again for the next one. Answers the bits; the
 * reader stands behind the accuracy.
 *
 * @throws RangeError for bytes that `pack` cannot have written.
 */
export function readNumbers(reader: ByteReader, numbers: PackedNumbers): number {
  const bits = reader.varint();
  if (bits > KNOWN_BITS) {
    throw new RangeError(`a position with bits ${bits.toString(16)} was stored by a newer program`);
  }
  numbers.altitude = (bits & BIT.altitude) === 0 ? null : reader.signed() / TENTHS;
  numbers.speed = (bits & BIT.speed) === 0 ? null : reader.varint() / HUNDREDTHS;
  numbers.course = (bits & BIT.course) === 0 ? null : reader.word() / HUNDREDTHS;
  numbers.satellites = (bits & BIT.satellites) === 0 ? null : reader.byte();
  numbers.gsm = (bits & BIT.gsm) === 0 ? null : reader.varint() / HUNDREDTHS;
  numbers.battery = (bits & BIT.battery) === 0 ? null : reader.varint() / HUNDREDTHS;
  numbers.accuracy = (bits & BIT.accuracy) === 0 ? null : reader.varint() / HUNDREDTHS;
  numbers.valid = (bits & BIT.notValid) === 0;
  return bits;
}

/**
 * The flags of `DEVICE_FLAGS` of a packed position that ends before `end`; the reader stands where `readNumbers` left it.
 *
 * @param bits what `readNumbers` answered
 */
export function readFlagsBehind(reader: ByteReader, bits: number, end: number): number {
  if ((bits & BIT.attributes) === 0) return 0;
  if ((bits & BIT.alarms) !== 0) reader.varint();
  return readFlags(reader, end);
}

/** Throws a RangeError for bytes that `pack` cannot have written. */
export function unpack({ time, latitude, longitude, packed }: PackedPosition): LocatedReport {
  const reader = new ByteReader(packed);
  const numbers = noNumbers();
  const bits = readNumbers(reader, numbers);
  const alarms = (bits & BIT.alarms) === 0 ? [] : alarmsOf(reader.varint());
  const attributes: Record<string, AttributeValue> =
    (bits & BIT.attributes) === 0 ? {} : readAttributes(reader);
  const { altitude, speed, course, accuracy, valid, battery, gsm, satellites } = numbers;
  const place = { latitude: latitude / DEGREE, longitude: longitude / DEGREE };
  return {
    time,
    fix: { ...place, altitude, speed, course, accuracy, valid },
    battery,
    gsm,
    satellites,
    alarms,
    attributes,
  };
}

function alarmBits(alarms: readonly NoticeType[]): number {
  let bits = 0;
  for (const alarm of alarms) bits |= 1 << NOTICE_TYPES.indexOf(alarm);
  return bits;
}

function alarmsOf(bits: number): readonly NoticeType[] {
  return NOTICE_TYPES.filter((_, index) => (bits & (1 << index)) !== 0);
}
