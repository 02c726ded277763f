import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';

/**
 * Framing of @Track (Queclink GV300 @Track Air Interface Protocol 0.7, GL300 1.02): a text from `+RESP:`, `+BUFF:` or
 * `+ACK:` to `$`. Devices that are set to the binary format send `+RSP`, `+EVT` and others without a colon, to CR LF;
 * these are recognized only to name them.
 */
const TEXT_STARTS = ['+RESP:', '+BUFF:', '+ACK:'].map((start) => Buffer.from(start, 'latin1'));
const BINARY_STARTS = ['+RSP', '+EVT', '+INF', '+HBD', '+CRD', '+ATI', '+ACK', '+BSP', '+BVT', '+BNF'].map(
  (start) => Buffer.from(start, 'latin1'),
);
const PLUS = 0x2b;
const TEXT_END = 0x24;
const BINARY_END = Buffer.from('\r\n', 'latin1');
/** Between frames these have no meaning: NUL, LF, CR and space. */
const FILLERS: ReadonlySet<number | undefined> = new Set([0x00, 0x0a, 0x0d, 0x20]);

/** Reports with 15 positions have 2 kilobytes; the complete configuration is longer. */
export const MAX_FRAME_LENGTH = 4096;

const EMPTY: Buffer = Buffer.alloc(0);

type StartKind = 'text' | 'binary' | 'partial' | 'none';

export interface FinderResult {
  /** `binary`: in a format that is not supported; `garbage`: bytes outside frames; `oversize`: a frame without an end. */
  readonly kind: 'text' | 'binary' | 'garbage' | 'oversize';
  /** A view of the bytes passed to `feed`, or of this finder's own copy. */
  readonly raw: Buffer;
}

/**
 * Splits a stream into frames. A frame that is interrupted by the start of another one is damaged, so that a lost `$`
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
    while (FILLERS.has(bytes[this.#at])) this.#at++;
    const from = this.#at;
    if (from === bytes.length) return this.#wait();
    const kind = startKindAt(bytes, from);
    if (kind === 'partial') return this.#wait();
    if (kind === 'none') return this.#found('garbage', findStart(bytes, from + 1));
    const end = findEnd(bytes, from, kind);
    const restart = findTextStart(bytes, from + 1, end === -1 ? bytes.length : end);
    if (restart !== -1) return this.#found('garbage', restart);
    if (end !== -1 && end - from <= MAX_FRAME_LENGTH) return this.#found(kind, end);
    if ((end === -1 ? bytes.length : end) - from <= MAX_FRAME_LENGTH) return this.#wait();
    return this.#found('oversize', end === -1 ? bytes.length : end);
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

function startKindAt(bytes: Buffer, offset: number): StartKind {
  if (bytes[offset] !== PLUS) return 'none';
  if (TEXT_STARTS.some((start) => isAt(bytes, offset, start))) return 'text';
  if (TEXT_STARTS.some((start) => isPartAt(bytes, offset, start))) return 'partial';
  if (BINARY_STARTS.some((start) => isAt(bytes, offset, start))) return 'binary';
  return BINARY_STARTS.some((start) => isPartAt(bytes, offset, start)) ? 'partial' : 'none';
}

function isAt(bytes: Buffer, offset: number, start: Buffer): boolean {
  // A loop, because a call of `compare` takes longer than these few bytes.
  for (let index = 0; index < start.length; index++) if (bytes[offset + index] !== start[index]) return false;
  return true;
}

/** Whether the bytes end before it can be decided. */
function isPartAt(bytes: Buffer, offset: number, start: Buffer): boolean {
  const rest = bytes.length - offset;
  return rest < start.length && bytes.compare(start, 0, rest, offset, bytes.length) === 0;
}

/** Offset after the end of the frame; -1: it has not arrived. */
function findEnd(bytes: Buffer, from: number, kind: 'text' | 'binary'): number {
  if (kind === 'text') return bytes.indexOf(TEXT_END, from) + 1 || -1;
  const end = bytes.indexOf(BINARY_END, from);
  return end === -1 ? -1 : end + BINARY_END.length;
}

/** Offset of the next start of any kind, otherwise the end of the bytes. */
function findStart(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(PLUS, from); at !== -1; at = bytes.indexOf(PLUS, at + 1)) {
    if (startKindAt(bytes, at) !== 'none') return at;
  }
  return bytes.length;
}

/** Offset of a complete start of a text before `end`; -1: there is none. */
function findTextStart(bytes: Buffer, from: number, end: number): number {
  for (let at = bytes.indexOf(PLUS, from); at !== -1 && at < end; at = bytes.indexOf(PLUS, at + 1)) {
    if (TEXT_STARTS.some((start) => isAt(bytes, at, start))) return at;
  }
  return -1;
}
