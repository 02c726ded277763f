import { asBuffer } from '../as-buffer.ts';

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
 */
const FLAG = 0x7e;
const ESCAPE = 0x7d;

/** Maximum header (21), body (1023: ten bits) and checksum, all bytes escaped, plus two flags. */
export const MAX_FRAME_LENGTH = (21 + 1023 + 1) * 2 + 2;

const EMPTY: Buffer = Buffer.alloc(0);
const SINGLE_FLAG: Buffer = Buffer.of(FLAG);

export interface FinderResult {
  /** `garbage`: bytes before the first flag; `oversize`: more bytes without a flag than the longest frame has. */
  readonly kind: 'frame' | 'garbage' | 'oversize';
  /** A frame includes both flags. A view of the bytes passed to `feed`, or of this finder's own copy. */
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

  /** Bytes of an incomplete frame. A single flag is the end of the previous frame. */
  get pendingBytes(): number {
    return this.#bytes.length > 1 ? this.#bytes.length : 0;
  }

  feed(bytes: Uint8Array): void {
    const input = asBuffer(bytes);
    // The usual case: only complete frames so far, and the next one starts with its own flag.
    const pending = this.#bytes.length === 1 && input[0] === FLAG ? EMPTY : this.#bytes;
    this.#bytes = pending.length === 0 ? input : Buffer.concat([pending, input]);
    this.#at = 0;
  }

  next(): FinderResult | null {
    const bytes = this.#bytes;
    if (bytes[this.#at] !== FLAG) {
      const garbage = this.#skipToFirstFlag(bytes);
      if (garbage !== null) return garbage;
    }
    while (bytes[this.#at + 1] === FLAG) this.#at++;
    if (this.#at >= bytes.length) return this.#keepRest(EMPTY);

    const end = bytes.indexOf(FLAG, this.#at + 1);
    const length = (end < 0 ? bytes.length : end + 1) - this.#at;
    if (length > MAX_FRAME_LENGTH) {
      const raw = bytes.subarray(this.#at, this.#at + MAX_FRAME_LENGTH);
      this.#at = end < 0 ? bytes.length : end;
      this.#bytesSinceFlag = 0;
      return { kind: 'oversize', raw };
    }
    if (end < 0) return this.#keepRest(length === 1 ? SINGLE_FLAG : Buffer.from(bytes.subarray(this.#at)));
    const raw = bytes.subarray(this.#at, end + 1);
    this.#at = end;
    return { kind: 'frame', raw };
  }

  #skipToFirstFlag(bytes: Buffer): FinderResult | null {
    const flag = bytes.indexOf(FLAG, this.#at);
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

/** Unescapes header and body of a frame and verifies the checksum, or returns what is wrong. */
export function decodeFrame(raw: Buffer): Buffer | 'checksum' | 'escape' {
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
