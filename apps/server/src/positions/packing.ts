import type { LocatedReport } from '@wakeline/domain/advance';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notice-type';
import type { AttributeValue } from '@wakeline/domain/report';
import { ByteReader, ByteWriter } from './byte-writer.ts';
import { readAttributes, writeAttributes } from './packed-attributes.ts';

/**
 * What `position.packed` holds: two bytes that say which values follow, then those, in this order. A value that was not
 * sent takes no byte and comes back as null. Each unit is finer than what any protocol can say.
 *
 * | bit | value      | as                                       |
 * | --- | ---------- | ---------------------------------------- |
 * | 0   | altitude   | signed varint, cm                        |
 * | 1   | speed      | varint, 0.01 km/h                        |
 * | 2   | course     | varint, 0.01 degree                      |
 * | 3   | accuracy   | varint, cm                               |
 * | 4   | satellites | byte                                     |
 * | 5   | battery    | varint, 0.01 %                           |
 * | 6   | gsm        | varint, 0.01 %                           |
 * | 7   | alarms     | varint, bit n: NOTICE_TYPES[n]           |
 * | 8   | attributes | `packed-attributes.ts`                   |
 * | 9   | not valid  | nothing: the receiver said it had no fix |
 *
 * The bits above are 0; who finds one set was written for an older form of this.
 */
const BIT = {
  altitude: 1 << 0,
  speed: 1 << 1,
  course: 1 << 2,
  accuracy: 1 << 3,
  satellites: 1 << 4,
  battery: 1 << 5,
  gsm: 1 << 6,
  alarms: 1 << 7,
  attributes: 1 << 8,
  notValid: 1 << 9,
} as const;
const KNOWN_BITS = (1 << 10) - 1;
const HUNDREDTHS = 100;
/** 1e-7 degree: 11 mm of latitude. */
const DEGREE = 1e7;

const writer = new ByteWriter();

/** Degrees as `position` stores them. */
export function packDegrees(degrees: number): number {
  return Math.round(degrees * DEGREE);
}

/** All of a report but time and place, as hexadecimal text. */
export function pack(report: LocatedReport): string {
  const { fix } = report;
  let bits = 0;
  writer.reset();
  writer.byte(0);
  writer.byte(0);
  if (fix.altitude !== null) {
    bits |= BIT.altitude;
    writer.signed(Math.round(fix.altitude * HUNDREDTHS));
  }
  if (fix.speed !== null) {
    bits |= BIT.speed;
    writer.varint(Math.round(fix.speed * HUNDREDTHS));
  }
  if (fix.course !== null) {
    bits |= BIT.course;
    writer.varint(Math.round(fix.course * HUNDREDTHS) % (360 * HUNDREDTHS));
  }
  if (fix.accuracy !== null) {
    bits |= BIT.accuracy;
    writer.varint(Math.round(fix.accuracy * HUNDREDTHS));
  }
  if (report.satellites !== null) {
    bits |= BIT.satellites;
    writer.byte(Math.round(report.satellites));
  }
  if (report.battery !== null) {
    bits |= BIT.battery;
    writer.varint(Math.round(report.battery * HUNDREDTHS));
  }
  if (report.gsm !== null) {
    bits |= BIT.gsm;
    writer.varint(Math.round(report.gsm * HUNDREDTHS));
  }
  if (report.alarms.length > 0) {
    bits |= BIT.alarms;
    writer.varint(alarmBits(report.alarms));
  }
  if (hasAny(report.attributes)) {
    bits |= BIT.attributes;
    writeAttributes(writer, report.attributes);
  }
  if (!fix.valid) bits |= BIT.notValid;
  writer.patch(0, bits & 0xff);
  writer.patch(1, bits >> 8);
  return writer.hex();
}

export interface PackedPosition {
  /** Epoch milliseconds. */
  readonly time: number;
  /** 1e-7 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly packed: Buffer;
}

/** Throws a RangeError for bytes that `pack` cannot have written. */
export function unpack({ time, latitude, longitude, packed }: PackedPosition): LocatedReport {
  const reader = new ByteReader(packed);
  const bits = reader.byte() | (reader.byte() << 8);
  if ((bits & ~KNOWN_BITS) !== 0) {
    throw new RangeError(`a position with bits ${bits.toString(16)} was stored by a newer program`);
  }
  const altitude = (bits & BIT.altitude) === 0 ? null : reader.signed() / HUNDREDTHS;
  const speed = (bits & BIT.speed) === 0 ? null : reader.varint() / HUNDREDTHS;
  const course = (bits & BIT.course) === 0 ? null : reader.varint() / HUNDREDTHS;
  const accuracy = (bits & BIT.accuracy) === 0 ? null : reader.varint() / HUNDREDTHS;
  const satellites = (bits & BIT.satellites) === 0 ? null : reader.byte();
  const battery = (bits & BIT.battery) === 0 ? null : reader.varint() / HUNDREDTHS;
  const gsm = (bits & BIT.gsm) === 0 ? null : reader.varint() / HUNDREDTHS;
  const alarms = (bits & BIT.alarms) === 0 ? [] : alarmsOf(reader.varint());
  const attributes: Record<string, AttributeValue> =
    (bits & BIT.attributes) === 0 ? {} : readAttributes(reader);
  const valid = (bits & BIT.notValid) === 0;
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

function hasAny(attributes: object): boolean {
  for (const _ in attributes) return true;
  return false;
}

function alarmBits(alarms: readonly NoticeType[]): number {
  let bits = 0;
  for (const alarm of alarms) bits |= 1 << NOTICE_TYPES.indexOf(alarm);
  return bits;
}

function alarmsOf(bits: number): readonly NoticeType[] {
  return NOTICE_TYPES.filter((_, index) => (bits & (1 << index)) !== 0);
}
