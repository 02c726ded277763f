import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';

/**
 * Framing of H02: three kinds of frames on one connection, told apart by their first byte.
 *
 * | start | frame                                                                                    |
 * | ----- | ---------------------------------------------------------------------------------------- |
 * | `*`   | text to the next `#`: two letters of the vendor, device id, kind of message, fields      |
 * | `$`   | binary, of 32, 37, 42, 45 or 47 bytes; the position is in the first 32 (`binary.ts`)     |
 * | `X`   | binary, of 32 bytes; its contents are not documented                                     |
 *
 * Nothing in a binary frame states its length. Until it is known, a frame ends after 32 bytes, and the rest is skipped
 * up to the next start. The distance of that start is then the length of all further frames.
 */
const TEXT_START = 0x2a;
const TEXT_END = 0x23;
const BINARY_START = 0x24;
const UNDOCUMENTED_START = 0x58;
const COMMA = 0x2c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

const MIN_BINARY_LENGTH = 32;
const BINARY_LENGTHS = [MIN_BINARY_LENGTH, 37, 42, 45, 47];
const MAX_BINARY_LENGTH = 47;

/** 100 positions that a device stored without coverage, in one message. */
export const MAX_FRAME_LENGTH = 8192;

/** `*HQ,`. */
const TEXT_START_LENGTH = 4;

/**
 * Largest values of the bytes after the id of a binary frame, in BCD: hhmmss, ddmmyy, degrees and minutes of the
 * latitude. They distinguish its start from other bytes.
 */
const BINARY_LIMITS = [0x23, 0x59, 0x59, 0x31, 0x12, 0x99, 0x90, 0x59, 0x99, 0x99];
/** Bytes of the id: 10 digits, or 15 and a filler. */
export const ID_LENGTHS = [5, 8] as const;

const EMPTY: Buffer = Buffer.alloc(0);

export interface FinderResult {
  /** `garbage`: bytes outside frames; `oversize`: a text without an end. */
  readonly kind: 'text' | 'binary' | 'undocumented' | 'garbage' | 'oversize';
  /** A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/** Whether something starts at an offset; null: that depends on bytes that are still missing. */
type Match = boolean | null;

interface Candidate {
  readonly kind: FinderResult['kind'];
  readonly end: number;
}

/**
 * Splits a stream into frames. A text that is interrupted by the start of another one is damaged, so that a lost `#`
 * costs one message. Call `feed`, then `next` until it returns null; only then are the remaining bytes copied.
 */
export class FrameFinder {
  #bytes: Buffer = EMPTY;
  #at = 0;
  /** Length of the binary frames of this device, once it is known. */
  #binaryLength: number | null = null;
  /** Bytes since the start of the last binary frame, while its end is not known. */
  #sinceStart: number | null = null;

  get pendingBytes(): number {
    return this.#bytes.length;
  }

  feed(bytes: Uint8Array): void {
    const input = asBuffer(bytes);
    this.#bytes = this.#bytes.length === 0 ? input : Buffer.concat([this.#bytes, input]);
    this.#at = 0;
  }

  next(): FinderResult | null {
    if (!this.#skipRest()) return this.#wait();
    const bytes = this.#bytes;
    while (bytes[this.#at] === CARRIAGE_RETURN || bytes[this.#at] === LINE_FEED) this.#at++;
    const from = this.#at;
    for (let offset = from; offset < bytes.length; offset = findCandidate(bytes, offset + 1)) {
      const candidate = this.#frameAt(offset);
      if (candidate === 'none') continue;
      if (offset > from) return this.#found('garbage', offset);
      return candidate === 'incomplete' ? this.#wait() : this.#foundFrame(candidate, offset);
    }
    return from < bytes.length ? this.#found('garbage', bytes.length) : this.#wait();
  }

  #wait(): null {
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? EMPTY : copyToKeep(rest);
    this.#at = 0;
    return null;
  }

  #foundFrame({ kind, end }: Candidate, offset: number): FinderResult {
    if (kind === 'binary') this.#sinceStart = end - offset;
    return this.#found(kind, end);
  }

  #found(kind: FinderResult['kind'], end: number): FinderResult {
    if (kind === 'garbage') this.#binaryLength = null;
    const raw = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return { kind, raw };
  }

  /** Skips the rest of a binary frame up to the next start. Returns false if more bytes are needed. */
  #skipRest(): boolean {
    while (this.#sinceStart !== null) {
      if (this.#at === this.#bytes.length) return false;
      const start = this.#startsFrame(this.#at, this.#sinceStart);
      if (start === null) return false;
      if (start || this.#sinceStart >= MAX_BINARY_LENGTH) {
        this.#binaryLength = start && BINARY_LENGTHS.includes(this.#sinceStart) ? this.#sinceStart : null;
        this.#sinceStart = null;
      } else {
        this.#at++;
        this.#sinceStart++;
      }
    }
    return true;
  }

  /** Whether a frame starts `distance` bytes after the start of a binary one. */
  #startsFrame(offset: number, distance: number): Match {
    const isText = matchTextStart(this.#bytes, offset);
    if (isText !== false || !BINARY_LENGTHS.includes(distance)) return isText;
    return matchBinaryStart(this.#bytes, offset);
  }

  #frameAt(offset: number): Candidate | 'none' | 'incomplete' {
    switch (this.#bytes[offset]) {
      case TEXT_START:
        return this.#textAt(offset);
      case BINARY_START:
        return this.#binaryAt(offset);
      case UNDOCUMENTED_START:
        return this.#undocumentedAt(offset);
      default:
        return 'none';
    }
  }

  #textAt(offset: number): Candidate | 'none' | 'incomplete' {
    const bytes = this.#bytes;
    const start = matchTextStart(bytes, offset);
    if (start !== true) return start === null ? 'incomplete' : 'none';
    const hash = bytes.indexOf(TEXT_END, offset + TEXT_START_LENGTH);
    const end = hash === -1 ? bytes.length : hash + 1;
    if (findTextStart(bytes, offset + TEXT_START_LENGTH, end) !== -1) return 'none';
    if (end - offset > MAX_FRAME_LENGTH) return { kind: 'oversize', end };
    return hash === -1 ? 'incomplete' : { kind: 'text', end };
  }

  #binaryAt(offset: number): Candidate | 'none' | 'incomplete' {
    const start = matchBinaryStart(this.#bytes, offset);
    if (start === false) return 'none';
    const expected = this.#binaryLength ?? MIN_BINARY_LENGTH;
    for (const length of BINARY_LENGTHS) {
      const end = offset + length;
      if (end > this.#bytes.length) break;
      if (length === expected) return { kind: 'binary', end };
      const next = this.#startsFrame(end, length);
      if (next === null) break;
      if (next) return { kind: 'binary', end };
    }
    return 'incomplete';
  }

  #undocumentedAt(offset: number): Candidate | 'none' | 'incomplete' {
    const end = Math.min(offset + MIN_BINARY_LENGTH, this.#bytes.length);
    if (findTextStart(this.#bytes, offset, end) !== -1) return 'none';
    return end === offset + MIN_BINARY_LENGTH ? { kind: 'undocumented', end } : 'incomplete';
  }
}

/** `*`, two letters and a comma. */
function matchTextStart(bytes: Buffer, offset: number): Match {
  for (let n = 0; n < TEXT_START_LENGTH; n++) {
    const byte = bytes[offset + n];
    if (byte === undefined) return null;
    if (n === 0 ? byte !== TEXT_START : n === TEXT_START_LENGTH - 1 ? byte !== COMMA : !isLetter(byte))
      return false;
  }
  return true;
}

function isLetter(byte: number): boolean {
  const upper = byte & ~0x20;
  return upper >= 0x41 && upper <= 0x5a;
}

/** Offset of the first text that starts in the range; -1: none. */
function findTextStart(bytes: Buffer, from: number, end: number): number {
  for (
    let at = bytes.indexOf(TEXT_START, from);
    at !== -1 && at < end;
    at = bytes.indexOf(TEXT_START, at + 1)
  )
    if (matchTextStart(bytes, at) === true) return at;
  return -1;
}

/** `$` and what can be id, time, date and latitude. */
function matchBinaryStart(bytes: Buffer, offset: number): Match {
  if (bytes[offset] !== BINARY_START) return bytes[offset] === undefined ? null : false;
  const matches = ID_LENGTHS.map((idLength) => matchBinaryHead(bytes, offset + 1, idLength));
  if (matches.includes(true)) return true;
  return matches.includes(null) ? null : false;
}

/** Whether BCD digits of an id of this length, and of a possible time, start at an offset. */
export function matchBinaryHead(bytes: Buffer, offset: number, idLength: number): Match {
  for (let n = 0; n < idLength + BINARY_LIMITS.length; n++) {
    const byte = bytes[offset + n];
    if (byte === undefined) return null;
    const isFiller = n === 7 && idLength === 8;
    if (byte >> 4 > 9 || (!isFiller && (byte & 0x0f) > 9)) return false;
    if (byte > (BINARY_LIMITS[n - idLength] ?? 0xff)) return false;
  }
  return true;
}

/** Offset of the next byte with which a frame can start, at or after `offset`. */
function findCandidate(bytes: Buffer, offset: number): number {
  for (let i = offset; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === TEXT_START || byte === BINARY_START || byte === UNDOCUMENTED_START) return i;
  }
  return bytes.length;
}
