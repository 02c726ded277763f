import { createHash } from 'node:crypto';
import { CommandError } from '../command-error.ts';

/**
 * What a backup is made of, packed by gzip (RFC 1952) behind the line of `file.ts`: frames of a letter, the length of what follows
 * (4 bytes, big-endian), and that many bytes. The last one is the SHA-256 of all bytes before it.
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

type Letter = (typeof FRAME)[keyof typeof FRAME];

export interface Frame {
  readonly letter: Letter;
  readonly bytes: Buffer;
}

const HEAD_BYTES = 5;
/** Longer data goes into several frames, so that a reader never holds more than this. */
const MAX_BYTES = 1_048_576;

export function* framesOf(letter: Letter, content: Uint8Array | object): Generator<Buffer> {
  const bytes = content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content));
  for (let from = 0; from === 0 || from < bytes.byteLength; from += MAX_BYTES) {
    const part = bytes.subarray(from, from + MAX_BYTES);
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(letter, 'latin1');
    head.writeUInt32BE(part.byteLength, 1);
    yield head;
    if (part.byteLength > 0) yield Buffer.from(part);
  }
}

/** The frames, and behind them what they add up to. */
export async function* sealed(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of frames) {
    hash.update(bytes);
    yield bytes;
  }
  yield* framesOf(FRAME.seal, hash.digest());
}

/**
 * Cuts frames out of a stream. All but the seal are given out; when the generator ends, the seal was right.
 *
 * @throws CommandError for a stream that is cut off, or that is not what was written.
 */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  let isSealed = false;
  for await (const bytes of stream) {
    rest = rest.byteLength === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      const whole = wholeFrame(rest, isSealed);
      if (whole === null) break;
      const { frame, length } = whole;
      if (frame.letter === FRAME.seal) {
        isSealed = true;
        if (!frame.bytes.equals(hash.digest())) throw damaged('its checksum is wrong');
      } else {
        hash.update(rest.subarray(0, length));
        yield frame;
      }
      rest = rest.subarray(length);
    }
  }
  if (!isSealed || rest.byteLength > 0) throw damaged('it is cut off');
}

export function damaged(why: string): CommandError {
  return new CommandError(`the backup is damaged: ${why}`);
}

/** The frame at the beginning of `bytes`; null when it is not all there. */
function wholeFrame(
  bytes: Buffer,
  isSealed: boolean,
): { readonly frame: Frame; readonly length: number } | null {
  if (bytes.byteLength < HEAD_BYTES) return null;
  const letter = Object.values(FRAME).find((one) => one === String.fromCharCode(bytes[0] ?? 0));
  const length = bytes.readUInt32BE(1);
  if (letter === undefined || length > MAX_BYTES) throw damaged('it has something in it that no backup has');
  if (isSealed) throw damaged('something follows its end');
  if (bytes.byteLength < HEAD_BYTES + length) return null;
  return {
    frame: { letter, bytes: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length) },
    length: HEAD_BYTES + length,
  };
}
