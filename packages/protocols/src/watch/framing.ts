import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';

/**
 * Framing of the watch protocol ("GPRS Communication Protocol" 1.8, section 1): `[`, two letters of the vendor, `*`, id,
 * `*`, length of the content in bytes (4 hexadecimal digits), `*`, content, `]`. Some devices insert a number of 4 digits
 * before the length.
 *
 * Devices send wrong lengths. The length therefore only counts for contents with a `]` of their own: positions, whose
 * names of access points are arbitrary, and pictures. Everything else ends at the first `]`; recordings escape theirs.
 */
const START = 0x5b;
const END = 0x5d;
const HEAD = /^\[([A-Za-z0-9]{2})\*(\d{5,20})\*(?:([0-9A-Fa-f]{4})\*)?([0-9A-Fa-f]{4})\*/;
/** What may become a head with more bytes. */
const PARTIAL_HEAD =
  /^\[(?:[A-Za-z0-9]{0,2}|[A-Za-z0-9]{2}\*(?:\d{0,20}|\d{5,20}\*(?:[0-9A-Fa-f]{0,4}\*?){1,2}))$/;
const MAX_HEAD_LENGTH = 35;
/** The start of another frame after the end of this one. */
const NEXT_FRAME = /\]\s*\[[A-Za-z0-9]{2}\*\d/;
const KEYWORD = /^[A-Za-z0-9_]*/;
const MAX_KEYWORD_LENGTH = 12;
const WITH_LENGTH = /^(?:UD|AL|WT)/;
const RECORDINGS: ReadonlySet<string> = new Set(['TK', 'JXTK']);
const PICTURES: ReadonlySet<string> = new Set(['img', 'rcapture']);

/** Longer than every position with cells and access points. Pictures can be longer: they are skipped. */
export const MAX_FRAME_LENGTH = 4096;
/** The longest content that a length of four digits can express, if every byte is escaped. */
export const MAX_RECORDING_LENGTH = 2 * 0xffff + 64;

const EMPTY: Buffer = Buffer.alloc(0);

/** `[3G*8800000015*0002*LK]`: vendor 3G, id 8800000015, no number. */
export interface Head {
  readonly vendor: string;
  readonly deviceId: string;
  /** Before the length; null: not sent. A reply repeats it. */
  readonly index: string | null;
}

export interface FinderResult {
  /** `garbage`: bytes outside frames; `oversize`: no end; `skipped`: a picture, of which only the start is there. */
  readonly kind: 'frame' | 'garbage' | 'oversize' | 'skipped';
  /** A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/** Splits a stream into frames. Call `feed`, then `next` until it returns null; only then are bytes copied. */
export class FrameFinder {
  #bytes: Buffer = EMPTY;
  #at = 0;
  /** Bytes of a picture that are still to be skipped. */
  #skip = 0;

  get pendingBytes(): number {
    return this.#bytes.length;
  }

  feed(bytes: Uint8Array): void {
    const input = asBuffer(bytes);
    this.#bytes = this.#bytes.length === 0 ? input : Buffer.concat([this.#bytes, input]);
    this.#at = 0;
  }

  next(): FinderResult | null {
    const bytes = this.#bytes;
    const skipped = Math.min(this.#skip, bytes.length - this.#at);
    this.#skip -= skipped;
    this.#at += skipped;
    while (isSpace(bytes[this.#at])) this.#at++;
    const from = this.#at;
    if (from === bytes.length) return this.#wait();
    if (bytes[from] !== START) return this.#found('garbage', findStart(bytes, from));
    const text = bytes.toString('latin1', from, from + MAX_HEAD_LENGTH + MAX_KEYWORD_LENGTH);
    const head = HEAD.exec(text);
    if (head === null) {
      if (text.length < MAX_HEAD_LENGTH && PARTIAL_HEAD.test(text)) return this.#wait();
      return this.#found('garbage', findStart(bytes, from + 1));
    }
    const [{ length }, , , , contentLength = ''] = head;
    const [keyword] = KEYWORD.exec(text.slice(length, length + MAX_KEYWORD_LENGTH)) ?? [''];
    return this.#findEnd(from, from + length, keyword, Number.parseInt(contentLength, 16));
  }

  #findEnd(from: number, contentAt: number, keyword: string, length: number): FinderResult | null {
    const bytes = this.#bytes;
    // The keyword itself may be incomplete, unless something follows it.
    if (contentAt + keyword.length === bytes.length) return this.#wait();
    if (RECORDINGS.has(keyword)) return this.#findEscapedEnd(from, contentAt);
    const isPicture = PICTURES.has(keyword);
    const end = isPicture || WITH_LENGTH.test(keyword) ? contentAt + length : bytes.indexOf(END, contentAt);
    if (isPicture && end - from > MAX_FRAME_LENGTH) {
      this.#skip = end + 1 - (contentAt + keyword.length);
      return this.#found('skipped', contentAt + keyword.length);
    }
    if (end === -1) return this.#waitFor(from);
    const early = findNextFrame(bytes, contentAt, Math.min(end, from + MAX_FRAME_LENGTH));
    if (early !== -1) return this.#found('frame', early);
    if (end >= bytes.length) return this.#waitFor(from);
    if (bytes[end] === END) return this.#found('frame', end + 1);
    const next = bytes.indexOf(END, end);
    return next === -1 ? this.#waitFor(from) : this.#found('frame', next + 1);
  }

  #findEscapedEnd(from: number, contentAt: number): FinderResult | null {
    const end = this.#bytes.indexOf(END, contentAt);
    return end === -1
      ? this.#waitFor(from, MAX_RECORDING_LENGTH)
      : this.#found('frame', end + 1, MAX_RECORDING_LENGTH);
  }

  /** More bytes are needed; without an end within the maximum, what is there is dropped. */
  #waitFor(from: number, maxLength = MAX_FRAME_LENGTH): FinderResult | null {
    if (this.#bytes.length - from <= maxLength) return this.#wait();
    return this.#found('oversize', this.#bytes.length);
  }

  #wait(): null {
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? EMPTY : copyToKeep(rest);
    this.#at = 0;
    return null;
  }

  #found(kind: FinderResult['kind'], end: number, maxLength = MAX_FRAME_LENGTH): FinderResult {
    const raw = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    if (kind === 'frame' && raw.length > maxLength) return { kind: 'oversize', raw };
    return { kind, raw };
  }
}

/** Reads the head of a complete frame, and its content without the closing bracket. */
export function readFrame(raw: Buffer): (Head & { readonly content: string }) | null {
  const text = raw.toString('latin1');
  const head = HEAD.exec(text);
  if (head === null) return null;
  const [matched, vendor = '', deviceId = '', index] = head;
  const content = text.slice(matched.length, text.endsWith(']') ? -1 : undefined);
  return { vendor, deviceId, index: index ?? null, content };
}

/** Encodes a frame. The content must not contain a bracket. */
export function writeFrame({ vendor, deviceId, index }: Head, content: string): Buffer {
  const length = Buffer.byteLength(content, 'latin1').toString(16).toUpperCase().padStart(4, '0');
  const parts = [vendor, deviceId, ...(index === null ? [] : [index]), length, content];
  return Buffer.from(`[${parts.join('*')}]`, 'latin1');
}

/** Offset after the bracket that another frame follows within the range; -1: none. */
function findNextFrame(bytes: Buffer, from: number, end: number): number {
  const bracket = bytes.indexOf(END, from);
  if (bracket === -1 || bracket >= end) return -1;
  const match = NEXT_FRAME.exec(bytes.toString('latin1', bracket, end));
  return match === null ? -1 : bracket + match.index + 1;
}

function findStart(bytes: Buffer, from: number): number {
  const index = bytes.indexOf(START, from);
  return index === -1 ? bytes.length : index;
}

/** Space, carriage return, line feed: between frames they have no meaning. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x0a;
}
