import { xorOf } from './checksum.ts';
import { type Scan, StreamReader } from './stream-reader.ts';

/**
 * Framing of the 4.0 protocol, big-endian.
 *
 * | bytes | meaning                                        |
 * | ----- | ---------------------------------------------- |
 * | 5     | `$` and four letters                           |
 * | 2     | length of the frame, from `$` to the checksum  |
 * | 3     | card of the machine; 0 in most requests        |
 * | n     | body                                           |
 * | 1     | XOR of all bytes before it                     |
 *
 * There is no end mark.
 */
const START = 0x24;
const LENGTH_AT = 5;
const CARD_AT = 7;
const BODY_AT = 10;
const MIN_LENGTH = 11;
/** The longest message has 210 bytes, a list of subordinates 3 bytes for each of at most some hundred cards. */
export const MAX_FRAME_LENGTH = 1_024;

export interface Frame {
  /** The four letters. */
  readonly name: string;
  readonly card: number;
  readonly body: Buffer;
}

export function createFrameReader(): StreamReader {
  return new StreamReader(scanFrame, findStart);
}

/** Decodes a frame with a right checksum. */
export function readFrame(raw: Buffer): Frame {
  return {
    name: raw.toString('latin1', 1, LENGTH_AT),
    card: raw.readUIntBE(CARD_AT, 3),
    body: raw.subarray(BODY_AT, raw.length - 1),
  };
}

export function writeFrame(name: string, card: number, body: Uint8Array): Buffer {
  const frame = Buffer.alloc(BODY_AT + body.length + 1);
  frame.write(`$${name}`, 'latin1');
  frame.writeUInt16BE(frame.length, LENGTH_AT);
  frame.writeUIntBE(card, CARD_AT, 3);
  frame.set(body, BODY_AT);
  frame[frame.length - 1] = xorOf(frame, 0, frame.length - 1);
  return frame;
}

function scanFrame(bytes: Buffer): Scan {
  const start = findStart(bytes, 0);
  if (start > 0) return { kind: 'garbage', length: start };
  if (bytes.length < CARD_AT) return 'wait';
  const length = bytes.readUInt16BE(LENGTH_AT);
  if (length > MAX_FRAME_LENGTH) return { kind: 'oversize', length: findStart(bytes, 1) };
  if (length < MIN_LENGTH) return { kind: 'malformed', length: findStart(bytes, 1) };
  if (bytes.length < length) return 'wait';
  if (xorOf(bytes, 0, length - 1) === bytes[length - 1]) return { kind: 'frame', length };
  // The length can be damaged as well: the next frame may begin within it.
  return { kind: 'checksum', length: Math.min(length, findStart(bytes, 1)) };
}

/** Offset of the next `$` with four capital letters, as far as they have arrived. */
function findStart(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(START, from); at !== -1; at = bytes.indexOf(START, at + 1)) {
    if (bytes.subarray(at + 1, at + LENGTH_AT).every(isCapital)) return at;
  }
  return bytes.length;
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
