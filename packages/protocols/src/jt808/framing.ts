import { asBuffer } from '../as-buffer.ts';

/**
 * Frames of JT/T 808 (2013 section 4.4, 2019 section 4.4): finding them, apart from understanding them.
 *
 * | bytes | meaning                                                        |
 * | ----- | -------------------------------------------------------------- |
 * | 1     | flag 0x7e                                                      |
 * | n     | header and body, escaped                                       |
 * | 1..2  | checksum: XOR of all of header and body, escaped               |
 * | 1     | flag 0x7e                                                      |
 *
 * Escape: 0x7e is sent as 0x7d 0x02, 0x7d as 0x7d 0x01. The checksum is of the bytes before escaping.
 */
const FLAG = 0x7e;
const ESCAPE = 0x7d;

/** Largest header (21), body (1023: ten bits) and checksum, each byte escaped, between two flags. */
export const MAX_FRAME_LENGTH = (21 + 1023 + 1) * 2 + 2;

const EMPTY: Buffer = Buffer.alloc(0);
const SINGLE_FLAG: Buffer = Buffer.of(FLAG);

export interface FinderResult {
  /** `garbage`: bytes before a first flag; `oversize`: a run without a flag longer than any frame. */
  readonly kind: 'frame' | 'garbage' | 'oversize';
  /** With both flags for a frame. A view of the bytes that were fed, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Cuts a stream at its flags. Every run of bytes between two flags is a frame, so that a lost flag costs no
 * more than the frame it belonged to, and devices that send one flag between two frames are understood as well.
 * Call `feed`, then `next` until it answers null: only then is what is left copied.
 */
export class FrameFinder {
  /** Starts with a flag whenever it is not empty, once a flag has been seen. */
  #bytes: Buffer = EMPTY;
  #at = 0;
  #bytesSinceFlag = 0;

  /** Bytes of a frame that is not whole yet. A flag alone is the end of the frame before. */
  get pendingBytes(): number {
    return this.#bytes.length > 1 ? this.#bytes.length : 0;
  }

  feed(bytes: Uint8Array): void {
    const input = asBuffer(bytes);
    // The usual case: whole frames came before, and a new one starts with its own flag.
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

/** Header and body of a frame, unescaped and with the checksum verified; or what is wrong with it. */
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

/** A whole frame around the first `length` bytes of `plain` (header and body). */
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
