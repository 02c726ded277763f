import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';

/**
 * Framing of JT/T 808 (2013 section 4.4, 2019 section 4.4).
 *
 * | bytes | meaning                                                        |
 * | ----- | -------------------------------------------------------------- |
 * | 1     | flag 0x7e                                                      |
 * | n     | header and body, escaped                                       |
 * | 1..2  | checksum: XOR of header and body, escaped                      |
 * | 1     | flag 0x7e                                                      |
 *
 * Escaping: 0x7e is sent as 0x7d 0x02, 0x7d as 0x7d 0x01. The checksum is computed before escaping.
 *
 * Some trackers have the flag 0xe7 and an id of 7 bytes instead (as in Traccar). They send 0xe7 as 0xe6 0x02, 0xe6 as
 * 0xe6 0x01, 0x3d as 0x3e 0x02 and 0x3e as 0x3e 0x01. Others send texts in parentheses between frames.
 */
const FLAG = 0x7e;
const ESCAPE = 0x7d;
export const ALTERNATIVE_FLAG = 0xe7;
/** Escaped bytes of the alternative frames, and what they are sent as. */
const ALTERNATIVE_ESCAPES: ReadonlyMap<number, readonly [escape: number, code: number]> = new Map([
  [0xe7, [0xe6, 0x02]],
  [0xe6, [0xe6, 0x01]],
  [0x3d, [0x3e, 0x02]],
  [0x3e, [0x3e, 0x01]],
]);
const TEXT_START = 0x28;
const TEXT_END = 0x29;
const MAX_TEXT_LENGTH = 256;

/** Maximum header (21), body (1023: ten bits) and checksum, all bytes escaped, plus two flags. */
export const MAX_FRAME_LENGTH = (21 + 1023 + 1) * 2 + 2;

const EMPTY: Buffer = Buffer.alloc(0);
const SINGLE_FLAGS = { [FLAG]: Buffer.of(FLAG), [ALTERNATIVE_FLAG]: Buffer.of(ALTERNATIVE_FLAG) } as const;

export interface FinderResult {
  /**
   * `text`: in parentheses; `garbage`: bytes before the first flag; `oversize`: more bytes without a flag than the
   * longest frame has.
   */
  readonly kind: 'frame' | 'text' | 'garbage' | 'oversize';
  /** A frame includes both flags, a text its parentheses. A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Splits a stream at its flags. All bytes between two flags are a frame, so that a lost flag loses only one frame, and
 * devices may send a single flag between two frames. Call `feed`, then `next` until it returns null; only then are the
 * remaining bytes copied.
 */
export class FrameFinder {
  /** After the first flag: empty, or starts with a flag. */
  #bytes: Buffer = EMPTY;
  #at = 0;
  #bytesSinceFlag = 0;
  #flag: typeof FLAG | typeof ALTERNATIVE_FLAG = FLAG;
  #isStart = true;
  #isConfirmed = false;

  /** Bytes of an incomplete frame. A single flag is the end of the previous frame. */
  get pendingBytes(): number {
    return this.#bytes.length > 1 ? this.#bytes.length : 0;
  }

  feed(bytes: Uint8Array): void {
    const input = asBuffer(bytes);
    if (this.#isStart && input.length > 0) {
      this.#isStart = false;
      if (input[0] === ALTERNATIVE_FLAG) this.#flag = ALTERNATIVE_FLAG;
    }
    // The usual case: only complete frames so far, and the next one starts with its own flag.
    const pending = this.#bytes.length === 1 && input[0] === this.#flag ? EMPTY : this.#bytes;
    this.#bytes = pending.length === 0 ? input : Buffer.concat([pending, input]);
    this.#at = 0;
  }

  /** The last frame was valid: the connection keeps the flag with which it started. */
  confirmFlag(): void {
    this.#isConfirmed = true;
  }

  /** The last frame was not valid: without a valid one before, the first byte was noise and no alternative flag. */
  rejectFlag(): void {
    if (!this.#isConfirmed) this.#flag = FLAG;
  }

  next(): FinderResult | null {
    const bytes = this.#bytes;
    const text = this.#findText(bytes);
    if (text === 'incomplete') return this.#keepRest(copyToKeep(bytes.subarray(this.#at)));
    if (text !== null) return text;
    if (bytes[this.#at] !== this.#flag) {
      const garbage = this.#skipToFirstFlag(bytes);
      if (garbage !== null) return garbage;
    }
    while (bytes[this.#at + 1] === this.#flag) this.#at++;
    if (this.#at >= bytes.length) return this.#keepRest(EMPTY);

    const end = bytes.indexOf(this.#flag, this.#at + 1);
    const length = (end < 0 ? bytes.length : end + 1) - this.#at;
    if (length > MAX_FRAME_LENGTH && this.#flag === ALTERNATIVE_FLAG && !this.#isConfirmed) {
      this.rejectFlag();
      return this.next();
    }
    if (length > MAX_FRAME_LENGTH) {
      const raw = bytes.subarray(this.#at, this.#at + MAX_FRAME_LENGTH);
      this.#at = end < 0 ? bytes.length : end;
      this.#bytesSinceFlag = 0;
      return { kind: 'oversize', raw };
    }
    if (end < 0)
      return this.#keepRest(length === 1 ? SINGLE_FLAGS[this.#flag] : copyToKeep(bytes.subarray(this.#at)));
    const raw = bytes.subarray(this.#at, end + 1);
    this.#at = end;
    return { kind: 'frame', raw };
  }

  /** A text where a frame could start. No message of the standard has an id that starts like a text. */
  #findText(bytes: Buffer): FinderResult | 'incomplete' | null {
    const start = bytes[this.#at] === this.#flag ? this.#at + 1 : this.#at;
    if (bytes[start] !== TEXT_START) return null;
    const found = bytes.subarray(start, start + MAX_TEXT_LENGTH).indexOf(TEXT_END);
    const end = found < 0 ? bytes.length : start + found + 1;
    if (end - start > MAX_TEXT_LENGTH || !isPrintable(bytes, start, end)) return null;
    if (found < 0) return 'incomplete';
    this.#at = end;
    return { kind: 'text', raw: bytes.subarray(start, end) };
  }

  #skipToFirstFlag(bytes: Buffer): FinderResult | null {
    const flag = bytes.indexOf(this.#flag, this.#at);
    const end = flag < 0 ? bytes.length : flag;
    const raw = bytes.subarray(this.#at, end);
    this.#at = end;
    if (raw.length === 0) return null;
    this.#bytesSinceFlag += raw.length;
    const kind = this.#bytesSinceFlag > MAX_FRAME_LENGTH ? 'oversize' : 'garbage';
    if (flag >= 0 || kind === 'oversize') this.#bytesSinceFlag = 0;
    return { kind, raw };
  }

  #keepRest(rest: Buffer): null {
    this.#bytes = rest;
    this.#at = 0;
    return null;
  }
}

function isPrintable(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte > 0x7d) return false;
  }
  return true;
}

/** Unescapes header and body of a frame and verifies the checksum, or returns what is wrong. */
export function decodeFrame(raw: Buffer): Buffer | 'checksum' | 'escape' {
  if (raw[0] === ALTERNATIVE_FLAG) return decodeAlternative(raw);
  const end = raw.length - 1;
  let xor = 0;
  for (let i = 1; i < end; i++) {
    const byte = raw[i] ?? 0;
    if (byte === ESCAPE) return decodeEscaped(raw);
    xor ^= byte;
  }
  return xor === 0 ? raw.subarray(1, end - 1) : 'checksum';
}

function decodeEscaped(raw: Buffer): Buffer | 'checksum' | 'escape' {
  const end = raw.length - 1;
  const unescaped = Buffer.allocUnsafe(end - 1);
  let length = 0;
  let xor = 0;
  for (let i = 1; i < end; i++) {
    let byte = raw[i] ?? 0;
    if (byte === ESCAPE) {
      i++;
      const code = raw[i];
      if (code === 0x01) byte = ESCAPE;
      else if (code === 0x02) byte = FLAG;
      else return 'escape';
    }
    unescaped[length++] = byte;
    xor ^= byte;
  }
  return xor === 0 ? unescaped.subarray(0, length - 1) : 'checksum';
}

function decodeAlternative(raw: Buffer): Buffer | 'checksum' | 'escape' {
  const unescaped: number[] = [];
  for (let i = 1; i < raw.length - 1; i++) {
    const byte = raw[i] ?? 0;
    const code = raw[i + 1];
    const escaped = [...ALTERNATIVE_ESCAPES].find(([, sent]) => sent[0] === byte && sent[1] === code);
    if (escaped !== undefined) {
      unescaped.push(escaped[0]);
      i++;
    } else if (ALTERNATIVE_ESCAPES.has(byte)) return 'escape';
    else unescaped.push(byte);
  }
  const xor = unescaped.reduce((sum, byte) => sum ^ byte, 0);
  return xor === 0 ? Buffer.from(unescaped.slice(0, -1)) : 'checksum';
}

/** Encodes an alternative frame from the first `length` bytes of `unescaped`. */
export function encodeAlternative(unescaped: Buffer, length: number): Buffer {
  const content = [...unescaped.subarray(0, length)];
  content.push(content.reduce((sum, byte) => sum ^ byte, 0));
  const escaped = content.flatMap((byte) => ALTERNATIVE_ESCAPES.get(byte) ?? [byte]);
  return Buffer.from([ALTERNATIVE_FLAG, ...escaped, ALTERNATIVE_FLAG]);
}

/** How many bytes of a frame the byte at `offset` takes: 2 if it is escaped. */
export function escapedLength(raw: Buffer, offset: number): 1 | 2 {
  const byte = raw[offset];
  if (raw[0] !== ALTERNATIVE_FLAG) return byte === ESCAPE ? 2 : 1;
  return byte === 0xe6 || byte === 0x3e ? 2 : 1;
}

/** Encodes a frame from the first `length` bytes of `unescaped` (header and body). */
export function encodeFrame(unescaped: Buffer, length: number): Buffer {
  let xor = 0;
  let escapes = 0;
  for (let i = 0; i < length; i++) {
    const byte = unescaped[i] ?? 0;
    xor ^= byte;
    if (byte === FLAG || byte === ESCAPE) escapes++;
  }
  if (xor === FLAG || xor === ESCAPE) escapes++;
  const frame = Buffer.allocUnsafe(length + escapes + 3);
  let offset = 0;
  frame[offset++] = FLAG;
  for (let i = 0; i <= length; i++) {
    const byte = i === length ? xor : (unescaped[i] ?? 0);
    if (byte === FLAG || byte === ESCAPE) {
      frame[offset++] = ESCAPE;
      frame[offset++] = byte === FLAG ? 0x02 : 0x01;
    } else {
      frame[offset++] = byte;
    }
  }
  frame[offset] = FLAG;
  return frame;
}
