import { STATE_COLUMNS, STATE_ROW_LENGTH, type StateDetails } from './state-row.ts';

/**
 * A binary `states` message: the latest states of trackers in about 30 bytes each. Numbers of several bytes are
 * little-endian; `varint` is LEB128, and zigzag maps 0, -1, 1, -2 to 0, 1, 2, 3.
 *
 *     byte     1: version of the format
 *     byte     1: full (discard the stored states; those of every visible tracker follow, starting with this message)
 *     float64  time when it was sent, epoch milliseconds (`sentAt`)
 *     then for each tracker, in any order:
 *     varint   zigzag: tracker id minus the one before, the first one minus 0
 *     uint16   bits 0 and 1: status; others: which of the following fields are present
 *     bit 2    latitude, longitude: int32 each, 1e-7 degrees
 *     bit 3    direction: number, tenths of a degree
 *     bit 4    altitude: number, zigzag, tenths of a metre
 *     bit 5    speed: number, hundredths of km/h
 *     bit 6-8  electricity, gsm, satellites: byte; 255: a float64 follows
 *     bit 9    accuracy: number, tenths of a metre
 *     always   mileage: varint, tenths of a metre
 *     bit 10   fixTime: time
 *     bit 11   latestCommTime: time
 *     bit 12   statusSince: time
 *     bit 13   altitudeKind: byte
 *     bit 14   details (`flight`, `emergency`): varint length, JSON in ASCII
 *
 * A `number` is a varint: twice the value in its unit, or 1 if the value has no such integer and a float64 follows. A
 * `time` is a varint: an even one is twice the zigzag difference to `sentAt` in whole seconds (rounded down), an odd one
 * the same in milliseconds. Positions and mileages are rounded to their unit; all other values are exact.
 */
export const STATE_FRAME_VERSION = 1;

const HEADER_LENGTH = 10;
/** A row without details is never longer. */
const MAX_ROW_LENGTH = 160;
const ESCAPED_BYTE = 255;
const BIT = {
  position: 1 << 2,
  direction: 1 << 3,
  altitude: 1 << 4,
  speed: 1 << 5,
  electricity: 1 << 6,
  gsm: 1 << 7,
  satellites: 1 << 8,
  accuracy: 1 << 9,
  fixTime: 1 << 10,
  latestCommTime: 1 << 11,
  statusSince: 1 << 12,
  altitudeKind: 1 << 13,
  details: 1 << 14,
} as const;

/** Writes one frame: rows are added, then `finish` returns it. */
export class StateFrameWriter {
  readonly #sentAt: number;
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #at = HEADER_LENGTH;
  #lastId = 0;
  #count = 0;

  /** @param expected number of rows for which memory is allocated at first */
  constructor(full: boolean, sentAt: number, expected = 64) {
    this.#sentAt = sentAt;
    this.#bytes = new Uint8Array(HEADER_LENGTH + MAX_ROW_LENGTH + expected * 32);
    this.#view = new DataView(this.#bytes.buffer);
    this.#view.setUint8(0, STATE_FRAME_VERSION);
    this.#view.setUint8(1, full ? 1 : 0);
    this.#view.setFloat64(2, sentAt, true);
  }

  /** Number of rows. */
  get count(): number {
    return this.#count;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#at;
  }

  add(trackerId: number, rows: Float64Array, offset: number, details: StateDetails | null): void {
    const json = details === null ? null : writeAsciiJson(details);
    this.#reserve(MAX_ROW_LENGTH + (json?.length ?? 0));
    this.#count += 1;
    this.#varint(zigzag(trackerId - this.#lastId));
    this.#lastId = trackerId;
    const maskAt = this.#at;
    this.#at += 2;
    let mask = (rows[offset + STATE_COLUMNS.status] ?? 0) & 3;
    const has = (column: number, bit: number): number | null => {
      const value = rows[offset + column] ?? Number.NaN;
      if (Number.isNaN(value)) return null;
      mask |= bit;
      return value;
    };
    const latitude = rows[offset + STATE_COLUMNS.latitude] ?? Number.NaN;
    const longitude = has(STATE_COLUMNS.longitude, BIT.position);
    if (longitude !== null) {
      this.#view.setInt32(this.#at, Math.round(latitude * 1e7), true);
      this.#view.setInt32(this.#at + 4, Math.round(longitude * 1e7), true);
      this.#at += 8;
    }
    this.#number(has(STATE_COLUMNS.direction, BIT.direction), 10);
    this.#number(has(STATE_COLUMNS.altitude, BIT.altitude), 10, true);
    this.#number(has(STATE_COLUMNS.speed, BIT.speed), 100);
    this.#byte(has(STATE_COLUMNS.electricity, BIT.electricity));
    this.#byte(has(STATE_COLUMNS.gsm, BIT.gsm));
    this.#byte(has(STATE_COLUMNS.satellites, BIT.satellites));
    this.#number(has(STATE_COLUMNS.accuracy, BIT.accuracy), 10);
    this.#varint(Math.max(0, Math.round((rows[offset + STATE_COLUMNS.mileage] ?? 0) * 10)));
    this.#time(has(STATE_COLUMNS.fixTime, BIT.fixTime));
    this.#time(has(STATE_COLUMNS.latestCommTime, BIT.latestCommTime));
    this.#time(has(STATE_COLUMNS.statusSince, BIT.statusSince));
    const altitudeKind = has(STATE_COLUMNS.altitudeKind, BIT.altitudeKind);
    if (altitudeKind !== null) this.#view.setUint8(this.#at++, altitudeKind);
    if (json !== null) {
      mask |= BIT.details;
      this.#varint(json.length);
      for (let at = 0; at < json.length; at += 1) this.#bytes[this.#at++] = json.charCodeAt(at);
    }
    this.#view.setUint16(maskAt, mask, true);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#at);
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + length));
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  #varint(value: number): void {
    let rest = value;
    // Not with bit operations: values exceed 32 bits.
    while (rest >= 0x80) {
      this.#bytes[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#at++] = rest;
  }

  #float64(value: number): void {
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  #number(value: number | null, scale: number, signed = false): void {
    if (value === null) return;
    const scaled = Math.round(value * scale);
    const unsigned = signed ? zigzag(scaled) : scaled;
    if (scaled / scale === value && unsigned >= 0 && unsigned <= MAX_COMPACT) this.#varint(unsigned * 2);
    else {
      this.#varint(1);
      this.#float64(value);
    }
  }

  #byte(value: number | null): void {
    if (value === null) return;
    if (Number.isInteger(value) && value >= 0 && value < ESCAPED_BYTE) this.#bytes[this.#at++] = value;
    else {
      this.#bytes[this.#at++] = ESCAPED_BYTE;
      this.#float64(value);
    }
  }

  #time(value: number | null): void {
    if (value === null) return;
    if (value % 1_000 === 0) this.#varint(zigzag(Math.floor(this.#sentAt / 1_000) - value / 1_000) * 2);
    else this.#varint(zigzag(this.#sentAt - value) * 2 + 1);
  }
}

/** Larger scaled values are written as float64. */
const MAX_COMPACT = 2 ** 40;

/** Called for each row; `rows` is reused, so copy what you keep. */
export type ReceiveState = (trackerId: number, rows: Float64Array, details: StateDetails | null) => void;

/**
 * Reads a frame.
 *
 * @throws RangeError if it is incomplete or has another version
 */
export function readStateFrame(
  bytes: Uint8Array,
  receive: ReceiveState,
): { readonly full: boolean; readonly sentAt: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint8(0) !== STATE_FRAME_VERSION) throw new RangeError('unknown version of a states frame');
  const full = view.getUint8(1) === 1;
  const sentAt = view.getFloat64(2, true);
  const sentAtSeconds = Math.floor(sentAt / 1_000);
  const row = new Float64Array(STATE_ROW_LENGTH);
  let at = HEADER_LENGTH;
  let trackerId = 0;

  function varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = view.getUint8(at++);
      if (byte < 0x80) return value + byte * factor;
      value += (byte - 0x80) * factor;
      factor *= 0x80;
    }
  }
  function float64(): number {
    at += 8;
    return view.getFloat64(at - 8, true);
  }
  function number(present: number, scale: number, signed: boolean): number {
    if (present === 0) return Number.NaN;
    const value = varint();
    if (value === 1) return float64();
    return (signed ? unzigzag(value / 2) : value / 2) / scale;
  }
  function byte(present: number): number {
    if (present === 0) return Number.NaN;
    const value = view.getUint8(at++);
    return value === ESCAPED_BYTE ? float64() : value;
  }
  function time(present: number): number {
    if (present === 0) return Number.NaN;
    const value = varint();
    return value % 2 === 0
      ? (sentAtSeconds - unzigzag(value / 2)) * 1_000
      : sentAt - unzigzag((value - 1) / 2);
  }

  while (at < view.byteLength) {
    trackerId += unzigzag(varint());
    const mask = view.getUint16(at, true);
    at += 2;
    row[STATE_COLUMNS.status] = mask & 3;
    row[STATE_COLUMNS.latitude] = row[STATE_COLUMNS.longitude] = Number.NaN;
    if ((mask & BIT.position) !== 0) {
      row[STATE_COLUMNS.latitude] = view.getInt32(at, true) / 1e7;
      row[STATE_COLUMNS.longitude] = view.getInt32(at + 4, true) / 1e7;
      at += 8;
    }
    row[STATE_COLUMNS.direction] = number(mask & BIT.direction, 10, false);
    row[STATE_COLUMNS.altitude] = number(mask & BIT.altitude, 10, true);
    row[STATE_COLUMNS.speed] = number(mask & BIT.speed, 100, false);
    row[STATE_COLUMNS.electricity] = byte(mask & BIT.electricity);
    row[STATE_COLUMNS.gsm] = byte(mask & BIT.gsm);
    row[STATE_COLUMNS.satellites] = byte(mask & BIT.satellites);
    row[STATE_COLUMNS.accuracy] = number(mask & BIT.accuracy, 10, false);
    row[STATE_COLUMNS.mileage] = varint() / 10;
    row[STATE_COLUMNS.fixTime] = time(mask & BIT.fixTime);
    row[STATE_COLUMNS.latestCommTime] = time(mask & BIT.latestCommTime);
    row[STATE_COLUMNS.statusSince] = time(mask & BIT.statusSince);
    row[STATE_COLUMNS.altitudeKind] = (mask & BIT.altitudeKind) === 0 ? Number.NaN : view.getUint8(at++);
    let details: StateDetails | null = null;
    if ((mask & BIT.details) !== 0) {
      const length = varint();
      details = JSON.parse(String.fromCharCode(...bytes.subarray(at, at + length))) as StateDetails;
      at += length;
    }
    receive(trackerId, row, details);
  }
  return { full, sentAt };
}

/** JSON whose other characters are escaped: bytes are characters. */
function writeAsciiJson(value: StateDetails): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1;
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
