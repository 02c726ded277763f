import { NOTICE_NUMBERS, NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import {
  type Codec,
  eachColumn,
  RARE_COLUMNS,
  STORED_BITS,
  STORED_COLUMNS,
  type Writable,
} from '@wakeline/domain/positions/columns';
import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { UNITS_PER_DEGREE } from '../db/degrees.ts';
import { ByteReader, ByteWriter } from './byte-writer.ts';
import { FLAGS_BYTES, readAttributes, readFlags, writeAttributes } from './packed-attributes.ts';

/**
 * The format of `position.packed` is documented in `docs/pipeline.md`: a varint with a bit for each value that
 * follows, then the values of `STORED_COLUMNS`, alarms and attributes. A missing value takes no byte and is read as
 * null. Each unit is finer than any protocol's. Other bits are 0; a set one means that a newer version stored the
 * row.
 */
export const BIT = {
  attributes: 1 << STORED_BITS.attributes,
  alarms: 1 << STORED_BITS.alarms,
  notValid: 1 << STORED_BITS.notValid,
} as const;

const CODES: Readonly<Record<Codec, number>> = { varint: 0, signed: 1, angle: 2, byte: 3 };
/** Properties of `STORED_COLUMNS` as plain numbers: these loops run for every position that is stored or read. */
const MASKS = Int32Array.from(STORED_COLUMNS, ({ storedBit }) => 1 << storedBit);
const CODECS = Uint8Array.from(STORED_COLUMNS, ({ codec }) => CODES[codec]);
const SCALES = Float64Array.from(STORED_COLUMNS, ({ scale }) => scale);
const COLUMN_COUNT = STORED_COLUMNS.length;
const COLUMN_INDEX = eachColumn((_, column) => STORED_COLUMNS.indexOf(column));
const KNOWN_BITS = [...MASKS, ...Object.values(BIT)].reduce((bits, bit) => bits | bit, 0);
const FULL_CIRCLE = 360;

/** Packs everything of a report except time and coordinates. */
export function pack(report: LocatedReport): Buffer {
  const writer = new ByteWriter();
  writePacked(writer, report);
  return writer.written;
}

/** Appends what `pack` returns. */
export function writePacked(writer: ByteWriter, report: LocatedReport): void {
  const { fix, alarms, attributes } = report;
  const names = Object.keys(attributes);
  loadNumbers(report);
  let bits =
    (names.length === 0 ? 0 : BIT.attributes) |
    (alarms.length === 0 ? 0 : BIT.alarms) |
    (fix.valid ? 0 : BIT.notValid);
  for (let i = 0; i < COLUMN_COUNT; i += 1) if (!Number.isNaN(numbers[i])) bits |= MASKS[i] as number;
  writer.varint(bits);
  for (let i = 0; i < COLUMN_COUNT; i += 1) {
    if ((bits & (MASKS[i] as number)) !== 0) writeNumber(writer, numbers[i] as number, i);
  }
  if (alarms.length > 0) writer.varint(alarmBits(alarms));
  writeAttributes(writer, names, attributes);
}

/** The values of the report that is being packed or unpacked. */
const numbers = createNumbers();

function loadNumbers(report: LocatedReport): void {
  const { fix } = report;
  numbers[COLUMN_INDEX.height] = fix.altitude ?? Number.NaN;
  numbers[COLUMN_INDEX.speed] = fix.speed ?? Number.NaN;
  numbers[COLUMN_INDEX.course] = fix.course ?? Number.NaN;
  numbers[COLUMN_INDEX.accuracy] = fix.accuracy ?? Number.NaN;
  numbers[COLUMN_INDEX.satellites] = report.satellites ?? Number.NaN;
  numbers[COLUMN_INDEX.gsm] = report.gsm ?? Number.NaN;
  numbers[COLUMN_INDEX.battery] = report.battery ?? Number.NaN;
  for (const column of RARE_COLUMNS) {
    const value = column.source === 'fix' ? fix[column.field] : report[column.field];
    numbers[COLUMN_INDEX[column.name]] = value ?? Number.NaN;
  }
}

function writeNumber(writer: ByteWriter, value: number, i: number): void {
  const scale = SCALES[i] as number;
  const integer = Math.round(value * scale);
  switch (CODECS[i]) {
    case CODES.varint:
      writer.varint(integer);
      break;
    case CODES.signed:
      writer.signed(integer);
      break;
    case CODES.angle:
      // A value that rounds to a full circle is north.
      writer.word(integer % (FULL_CIRCLE * scale));
      break;
    default:
      writer.byte(integer);
  }
}

export interface PackedPosition {
  /** Epoch milliseconds. */
  readonly time: number;
  /** 1e-7 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly packed: Buffer;
}

/** Whether the receiver reported that a packed position has no valid fix. Bit 9 is in the second byte. */
export function isReportedInvalid(packed: Buffer): boolean {
  return packed.length > 1 && (packed[0] ?? 0) >= 0x80 && ((packed[1] ?? 0) & (BIT.notValid >> 7)) !== 0;
}

const MAX_CODEC_BYTES: Readonly<Record<Codec, number>> = { varint: 8, signed: 8, angle: 2, byte: 1 };

/** Maximum length of the bits, the numbers, the alarms and the flags in bytes. */
export const PACKED_HEAD_BYTES =
  Math.ceil((32 - Math.clz32(KNOWN_BITS)) / 7) +
  STORED_COLUMNS.reduce((sum, { codec }) => sum + MAX_CODEC_BYTES[codec], 0) +
  MAX_CODEC_BYTES.varint +
  FLAGS_BYTES;

/** Creates an array for the numbers of a packed position, in the order of `STORED_COLUMNS`; NaN: not sent. */
export function createNumbers(): Float64Array {
  return new Float64Array(COLUMN_COUNT).fill(Number.NaN);
}

/**
 * Reads the numbers of a packed position into `numbers`, which may be reused for the next one. Returns the bits; the
 * reader is then behind the last number.
 *
 * @throws RangeError for bytes that `pack` cannot have written.
 */
export function readNumbers(reader: ByteReader, numbers: Float64Array): number {
  const bits = reader.varint();
  // Above 2^31 bit operators would truncate it.
  if (bits > 0x7fff_ffff || (bits & ~KNOWN_BITS) !== 0) {
    throw new RangeError(`a position with bits ${bits.toString(16)} was stored by a newer version`);
  }
  for (let i = 0; i < COLUMN_COUNT; i += 1) {
    numbers[i] = (bits & (MASKS[i] as number)) === 0 ? Number.NaN : readNumber(reader, i);
  }
  return bits;
}

function readNumber(reader: ByteReader, i: number): number {
  const scale = SCALES[i] as number;
  switch (CODECS[i]) {
    case CODES.varint:
      return reader.varint() / scale;
    case CODES.signed:
      return reader.signed() / scale;
    case CODES.angle:
      return reader.word() / scale;
    default:
      return reader.byte() / scale;
  }
}

/**
 * Reads the flags of `DEVICE_FLAGS` from a packed position that ends before `end`; the reader must be where
 * `readNumbers` left it.
 *
 * @param bits the result of `readNumbers`
 */
export function readFlagsAfter(reader: ByteReader, bits: number, end: number): number {
  if ((bits & BIT.attributes) === 0) return 0;
  if ((bits & BIT.alarms) !== 0) reader.varint();
  return readFlags(reader, end);
}

/** Throws a RangeError for bytes that `pack` cannot have written. */
export function unpack({ time, latitude, longitude, packed }: PackedPosition): LocatedReport {
  const reader = new ByteReader(packed);
  const bits = readNumbers(reader, numbers);
  const alarms = (bits & BIT.alarms) === 0 ? [] : alarmsOf(reader.varint());
  const attributes: Record<string, AttributeValue> =
    (bits & BIT.attributes) === 0 ? {} : readAttributes(reader);
  const fix: Writable<LocatedReport['fix']> = {
    latitude: latitude / UNITS_PER_DEGREE,
    longitude: longitude / UNITS_PER_DEGREE,
    altitude: orNull(numbers, COLUMN_INDEX.height),
    speed: orNull(numbers, COLUMN_INDEX.speed),
    course: orNull(numbers, COLUMN_INDEX.course),
    accuracy: orNull(numbers, COLUMN_INDEX.accuracy),
    valid: (bits & BIT.notValid) === 0,
  };
  const report: Writable<LocatedReport> = {
    time,
    fix,
    battery: orNull(numbers, COLUMN_INDEX.battery),
    gsm: orNull(numbers, COLUMN_INDEX.gsm),
    satellites: orNull(numbers, COLUMN_INDEX.satellites),
    alarms,
    attributes,
  };
  for (const column of RARE_COLUMNS) {
    const value = orNull(numbers, COLUMN_INDEX[column.name]);
    if (value === null) continue;
    if (column.source === 'fix') fix[column.field] = value;
    else report[column.field] = value;
  }
  return report;
}

function orNull(numbers: Float64Array, at: number): number | null {
  const value = numbers[at] as number;
  return Number.isNaN(value) ? null : value;
}

function alarmBits(alarms: readonly NoticeType[]): number {
  let bits = 0;
  for (const alarm of alarms) bits |= 1 << NOTICE_NUMBERS[alarm];
  return bits;
}

function alarmsOf(bits: number): readonly NoticeType[] {
  return NOTICE_TYPES.filter((type) => (bits & (1 << NOTICE_NUMBERS[type])) !== 0);
}
