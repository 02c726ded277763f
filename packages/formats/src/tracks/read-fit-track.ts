import { computeFitCrc } from './fit-crc.ts';
import {
  ATTRIBUTE_FIELDS,
  BASE_TYPES,
  FIELD_DESCRIPTION_MESSAGE,
  FIT_EPOCH,
  RECORD_FIELD,
  RECORD_MESSAGE,
  SEMICIRCLE,
  TEXT_TYPE,
  VALUE_FIELDS,
} from './fit-fields.ts';
import { FixValues, parseAttribute } from './fix-values.ts';
import { TrackFileError, type TrackRow } from './track-row.ts';

/** Bytes of the checksum and messages processed per step. */
const CRC_CHUNK_BYTES = 262_144;
const MESSAGES_PER_STEP = 2_000;
/** Concatenated files: one per recording device. */
const MAX_FILES = 1_000;

interface Field {
  readonly number: number;
  readonly size: number;
  readonly type: number;
}

interface DeveloperField {
  readonly number: number;
  readonly size: number;
  readonly index: number;
}

/** The layout of the messages with a local number. */
interface Definition {
  readonly global: number;
  readonly littleEndian: boolean;
  readonly fields: readonly Field[];
  readonly developer: readonly DeveloperField[];
  /** Size of a message in bytes. */
  readonly size: number;
}

interface FieldDescription {
  readonly name: string;
  readonly type: number;
}

/**
 * Reads the positions of a FIT file, or of several concatenated ones, from their `record` messages (FIT Protocol, "Record
 * Format"; FIT profile, message 20). Each file is checked before its first row is returned. A file that is shorter than its header
 * says is `cut`, also if the recorder never wrote the length.
 *
 * @param maxMessages limit of messages and definitions of all files together
 * @throws TrackFileError `cut`, `malformed` for a wrong checksum or structure, `messages` beyond `maxMessages` or for more than
 *   1,000 files
 */
export function* readFitTrack(bytes: Uint8Array, maxMessages: number): Generator<readonly TrackRow[]> {
  let row = 0;
  let messagesLeft = maxMessages;
  let files = 0;
  for (let from = 0; from < bytes.length; ) {
    files += 1;
    if (files > MAX_FILES) throw new TrackFileError('messages');
    const { start, end } = yield* checkFile(bytes, from);
    const file = new FitFile(bytes.subarray(start, end), { row, maxMessages: messagesLeft });
    yield* file.rows();
    ({ row, messagesLeft } = file);
    from = end + 2;
  }
}

/** The start and end of the messages of the file at `from`. */
function* checkFile(
  bytes: Uint8Array,
  from: number,
): Generator<readonly TrackRow[], { readonly start: number; readonly end: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < from + 12) throw new TrackFileError('cut');
  const header = view.getUint8(from);
  const signature = new TextDecoder('latin1').decode(bytes.subarray(from + 8, from + 12));
  if (signature !== '.FIT' || header < 12) throw new TrackFileError('malformed');
  const length = view.getUint32(from + 4, true);
  const start = from + header;
  const end = start + length;
  if (length === 0 || end + 2 > bytes.length) throw new TrackFileError('cut');
  let crc = 0;
  for (let at = from; at < end; at += CRC_CHUNK_BYTES) {
    crc = computeFitCrc(bytes.subarray(at, Math.min(end, at + CRC_CHUNK_BYTES)), crc);
    yield [];
  }
  if (crc !== view.getUint16(end, true)) throw new TrackFileError('malformed');
  return { start, end };
}

/** Developer fields of Wakeline (`write-fit-track.ts`). */
const WAKELINE_FIELDS: ReadonlyMap<string, 'course' | 'satellites' | 'accuracy' | 'battery' | 'gsm'> =
  new Map([
    ['wlCourse', 'course'],
    ['wlSatellites', 'satellites'],
    ['wlAccuracy', 'accuracy'],
    ['wlBattery', 'battery'],
    ['wlGsm', 'gsm'],
  ] as const);

class FitFile {
  /** Number of the last message. */
  row: number;
  /** Messages and definitions left before the limit. */
  messagesLeft: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #definitions = new Map<number, Definition>();
  readonly #descriptions = new Map<string, FieldDescription>();
  #at = 0;
  /** FIT seconds of the last message with a time. */
  #timestamp: number | null = null;

  constructor(
    bytes: Uint8Array,
    { row, maxMessages }: { readonly row: number; readonly maxMessages: number },
  ) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.row = row;
    this.messagesLeft = maxMessages;
  }

  *rows(): Generator<readonly TrackRow[]> {
    let rows: TrackRow[] = [];
    for (let messages = 1; this.#at < this.#bytes.length; messages += 1) {
      const row = this.#readMessage();
      if (row !== null) rows.push(row);
      if (messages % MESSAGES_PER_STEP !== 0) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }

  #readMessage(): TrackRow | null {
    this.messagesLeft -= 1;
    if (this.messagesLeft < 0) throw new TrackFileError('messages');
    const head = this.#bytes[this.#take(1)] ?? 0;
    const compressed = (head & 0x80) !== 0;
    if (!compressed && (head & 0x40) !== 0) {
      this.#readDefinition(head & 15, (head & 0x20) !== 0);
      return null;
    }
    const definition = this.#definitions.get(compressed ? (head >> 5) & 3 : head & 15);
    if (definition === undefined) throw new TrackFileError('malformed');
    this.row += 1;
    const start = this.#take(definition.size);
    if (compressed) this.#advanceTimestamp(head & 31);
    const time = this.#readTime(definition, start);
    if (definition.global === FIELD_DESCRIPTION_MESSAGE) this.#readFieldDescription(definition, start);
    return definition.global === RECORD_MESSAGE ? this.#readRecord(definition, start, time) : null;
  }

  #readDefinition(local: number, withDeveloper: boolean): void {
    const start = this.#take(5);
    const littleEndian = this.#bytes[start + 1] === 0;
    const global = this.#view.getUint16(start + 2, littleEndian);
    const fields = this.#readTriples(this.#bytes[start + 4] ?? 0).map(([number, size, type]) => ({
      number,
      size,
      type: type & 31,
    }));
    const developer = withDeveloper
      ? this.#readTriples(this.#bytes[this.#take(1)] ?? 0).map(([number, size, index]) => ({
          number,
          size,
          index,
        }))
      : [];
    const size = [...fields, ...developer].reduce((sum, field) => sum + field.size, 0);
    this.#definitions.set(local, { global, littleEndian, fields, developer, size });
  }

  /** Fields of a definition. Fields of zero size are dropped: 255 of them would cost as much per message as 255 with a byte. */
  #readTriples(count: number): readonly (readonly [number, number, number])[] {
    return Array.from({ length: count }, () => {
      const at = this.#take(3);
      return [this.#bytes[at] ?? 0, this.#bytes[at + 1] ?? 0, this.#bytes[at + 2] ?? 0] as const;
    }).filter(([, size]) => size > 0);
  }

  /** Advances by `length` bytes and returns their start. */
  #take(length: number): number {
    const at = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new TrackFileError('malformed');
    return at;
  }

  /** A compressed timestamp has the lowest five bits of the seconds. */
  #advanceTimestamp(low: number): void {
    if (this.#timestamp === null) return;
    const before = this.#timestamp & 31;
    this.#timestamp += low >= before ? low - before : low - before + 32;
  }

  #readTime(definition: Definition, start: number): number | null {
    let at = start;
    for (const field of definition.fields) {
      if (field.number === RECORD_FIELD.timestamp) {
        const seconds = this.#readNumber(field, at, definition.littleEndian);
        if (seconds !== null) this.#timestamp = seconds;
        return seconds;
      }
      at += field.size;
    }
    return this.#timestamp;
  }

  /** Null for an invalid value, and for an array. */
  #readNumber(
    { size, type }: Pick<Field, 'size' | 'type'>,
    at: number,
    littleEndian: boolean,
  ): number | null {
    const base = BASE_TYPES[type];
    if (base === undefined || base.size !== size) return null;
    const value = base.read(this.#view, at, littleEndian);
    return value === base.none || Number.isNaN(value) ? null : value;
  }

  #readText({ size }: Pick<Field, 'size'>, at: number): string {
    const bytes = this.#bytes.subarray(at, at + size);
    const zero = bytes.indexOf(0);
    return new TextDecoder().decode(zero === -1 ? bytes : bytes.subarray(0, zero));
  }

  /** Reads the description of a developer field (FIT profile, message 206): index 0, number 1, base type 2, name 3. */
  #readFieldDescription({ fields, littleEndian }: Definition, start: number): void {
    const description = { index: -1, number: -1, type: -1, name: '' };
    let at = start;
    for (const field of fields) {
      const value = field.type === TEXT_TYPE ? null : this.#readNumber(field, at, littleEndian);
      if (field.number === 0) description.index = value ?? -1;
      else if (field.number === 1) description.number = value ?? -1;
      else if (field.number === 2) description.type = (value ?? -1) & 31;
      else if (field.number === 3) description.name = this.#readText(field, at);
      at += field.size;
    }
    // Definitions refer to a developer field by two bytes, so only byte values are valid, and there are at most 65,536 fields.
    if (isByte(description.index) && isByte(description.number))
      this.#descriptions.set(`${description.index} ${description.number}`, {
        name: description.name,
        type: description.type,
      });
  }

  #readRecord({ fields, developer, littleEndian }: Definition, start: number, time: number | null): TrackRow {
    const fix = new FixValues(this.row);
    if (time !== null) fix.time = FIT_EPOCH + time * 1_000;
    let at = start;
    for (const field of fields) {
      const value = this.#readNumber(field, at, littleEndian);
      if (value !== null) addField(fix, field.number, value);
      at += field.size;
    }
    for (const { number, size, index } of developer) {
      const description = this.#descriptions.get(`${index} ${number}`);
      if (description !== undefined) this.#addDeveloperField(fix, description, { size, at, littleEndian });
      at += size;
    }
    // A watch also records before it has a fix, and indoors.
    if (fix.latitude === null || fix.longitude === null) fix.error = 'no-fix';
    return fix.toRow();
  }

  #addDeveloperField(
    fix: FixValues,
    { name, type }: FieldDescription,
    {
      size,
      at,
      littleEndian,
    }: { readonly size: number; readonly at: number; readonly littleEndian: boolean },
  ): void {
    const text = type === TEXT_TYPE ? this.#readText({ size }, at) : '';
    const value = type === TEXT_TYPE ? text : this.#readNumber({ size, type }, at, littleEndian);
    if (value === null || value === '') return;
    const knownField = WAKELINE_FIELDS.get(name);
    // Two decimals are more than the original values had, and fewer than a 32-bit float has.
    if (knownField !== undefined && typeof value === 'number') fix.set(knownField, Number(value.toFixed(2)));
    else if (name === 'wlMilliseconds' && fix.time !== null) fix.time += Number(value);
    else fix.addAttribute(name, typeof value === 'string' ? parseAttribute(value) : value);
  }
}

function addField(fix: FixValues, number: number, raw: number): void {
  if (number === RECORD_FIELD.latitude) fix.latitude = toDegrees(raw);
  else if (number === RECORD_FIELD.longitude) fix.longitude = toDegrees(raw);
  const value = VALUE_FIELDS[number];
  if (value !== undefined) fix.set(value.name, (raw / value.scale - value.offset) * value.unit);
  const attribute = ATTRIBUTE_FIELDS[number];
  if (attribute !== undefined) fix.addAttribute(attribute.name, raw / attribute.scale);
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 255;
}

/** A semicircle is 8.4e-8 degrees, 9 mm of latitude: seven decimals are sufficient. */
function toDegrees(semicircles: number): number {
  return Number((semicircles * SEMICIRCLE).toFixed(7));
}
