import { createHash } from 'node:crypto';
import { CommandError } from '../command-error.ts';

/**
 * The content of a backup, compressed by gzip (RFC 1952) after the first line (`file.ts`): frames of a type letter, the length
 * of the content (4 bytes, big-endian), and the content. The last frame is the SHA-256 of all bytes before it.
 */
export const FRAME = {
  /** JSON: `Header`. */
  header: 'H',
  /** JSON: `Table`; data until `end`, in the text format of COPY. */
  table: 'T',
  data: 'D',
  /** JSON: `End`, of a table or a file. */
  end: 'E',
  /** JSON: `Sequence`. */
  sequence: 'S',
  /** JSON: `StoredFile`; data until `end`. */
  file: 'F',
  seal: 'Z',
} as const;

type FrameType = (typeof FRAME)[keyof typeof FRAME];

export interface Frame {
  readonly type: FrameType;
  readonly bytes: Buffer;
}

const FRAME_HEADER_BYTES = 5;
/** Longer data is split into several frames, to limit the reader's memory. */
const MAX_CHUNK_BYTES = 1_048_576;

export function* framesOf(type: FrameType, content: Uint8Array | object): Generator<Buffer> {
  const bytes = content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content));
  for (let from = 0; from === 0 || from < bytes.byteLength; from += MAX_CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + MAX_CHUNK_BYTES);
    const frameHeader = Buffer.alloc(FRAME_HEADER_BYTES);
    frameHeader.write(type, 'latin1');
    frameHeader.writeUInt32BE(chunk.byteLength, 1);
    yield frameHeader;
    if (chunk.byteLength > 0) yield Buffer.from(chunk);
  }
}

/** Appends the checksum frame. */
export async function* sealFrames(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of frames) {
    hash.update(bytes);
    yield bytes;
  }
  yield* framesOf(FRAME.seal, hash.digest());
}

/**
 * Splits a stream into frames. Yields all but the checksum frame; when the generator ends, the checksum was valid.
 *
 * @throws CommandError for a truncated or damaged stream.
 */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  let isSealed = false;
  for await (const bytes of stream) {
    rest = rest.byteLength === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      const parsed = parseFrame(rest, isSealed);
      if (parsed === null) break;
      const { frame, length } = parsed;
      if (frame.type === FRAME.seal) {
        isSealed = true;
        if (!frame.bytes.equals(hash.digest())) throw damaged('checksum mismatch');
      } else {
        hash.update(rest.subarray(0, length));
        yield frame;
      }
      rest = rest.subarray(length);
    }
  }
  if (!isSealed || rest.byteLength > 0) throw damaged('unexpected end of file');
}

export function damaged(reason: string): CommandError {
  return new CommandError(`the backup is damaged: ${reason}`);
}

/** The frame at the start of `bytes`; null if it is incomplete. */
function parseFrame(
  bytes: Buffer,
  isSealed: boolean,
): { readonly frame: Frame; readonly length: number } | null {
  if (bytes.byteLength < FRAME_HEADER_BYTES) return null;
  const type = Object.values(FRAME).find((one) => one === String.fromCharCode(bytes[0] ?? 0));
  const length = bytes.readUInt32BE(1);
  if (type === undefined || length > MAX_CHUNK_BYTES) throw damaged('invalid frame');
  if (isSealed) throw damaged('data after the end');
  if (bytes.byteLength < FRAME_HEADER_BYTES + length) return null;
  return {
    frame: { type, bytes: bytes.subarray(FRAME_HEADER_BYTES, FRAME_HEADER_BYTES + length) },
    length: FRAME_HEADER_BYTES + length,
  };
}
