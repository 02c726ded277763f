import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';

/**
 * Framing of TK103: a text from `(` to `)` (KX402 GPRS protocol 1.5, section 2). The text of ZC03 can contain
 * parentheses: it ends with `$)`.
 */
const START = 0x28;
const END = 0x29;
const TEXT_START = /^\(\d{5,20},ZC03,/;
const TEXT_END = '$)';
/** Longest head of a text that `TEXT_START` matches. */
const MAX_HEAD = 27;
/** Digits of the id by which the start of another frame is recognized inside a damaged one. */
const ID_DIGITS = 5;

/** Longer than every supported message; lists of access points are the longest. */
export const MAX_FRAME_LENGTH = 1024;

const EMPTY: Buffer = Buffer.alloc(0);

export interface FinderResult {
  /** `garbage`: bytes outside frames; `oversize`: a frame without an end. */
  readonly kind: 'frame' | 'garbage' | 'oversize';
  /** A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Splits a stream into frames. A frame that is interrupted by the start of another one is damaged, so that a lost `)`
 * costs one message. Call `feed`, then `next` until it returns null; only then are the remaining bytes copied.
 */
export class FrameFinder {
  #bytes: Buffer = EMPTY;
  #at = 0;

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
    while (isSpace(bytes[this.#at])) this.#at++;
    const from = this.#at;
    if (from === bytes.length) return this.#wait();
    if (bytes[from] !== START) return this.#found('garbage', indexOrEnd(bytes, bytes.indexOf(START, from)));
    const end = findEnd(bytes, from);
    const restart = findRestart(bytes, from + 1, end === -1 ? bytes.length : end);
    if (restart !== -1) return this.#found('garbage', restart);
    if (end !== -1 && end - from <= MAX_FRAME_LENGTH) return this.#found('frame', end);
    return (end === -1 ? bytes.length : end) - from > MAX_FRAME_LENGTH
      ? this.#found('oversize', indexOrEnd(bytes, end))
      : this.#wait();
  }

  #wait(): null {
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = rest.length === 0 ? EMPTY : copyToKeep(rest);
    this.#at = 0;
    return null;
  }

  #found(kind: FinderResult['kind'], end: number): FinderResult {
    const raw = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return { kind, raw };
  }
}

/** Space, carriage return, line feed: between frames they have no meaning. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x0a;
}

function indexOrEnd(bytes: Buffer, index: number): number {
  return index === -1 ? bytes.length : index;
}

/** Offset after the frame at `from`; -1: its end is missing. */
function findEnd(bytes: Buffer, from: number): number {
  const isText = TEXT_START.test(bytes.toString('latin1', from, from + MAX_HEAD));
  const end = isText ? bytes.indexOf(TEXT_END, from) : bytes.indexOf(END, from);
  if (end === -1) return -1;
  return end + (isText ? TEXT_END.length : 1);
}

/** Offset of the first `(` with digits in the range; -1: none. */
function findRestart(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(START, from); at !== -1 && at < end; at = bytes.indexOf(START, at + 1)) {
    let digits = 0;
    while (isDigit(bytes[at + 1 + digits])) digits++;
    if (digits >= ID_DIGITS) return at;
  }
  return -1;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
