import { MESSAGE, RtmpError, type RtmpMessage } from './message.ts';

/** Limits of what a peer can make the server allocate. */
export interface ChunkLimits {
  /** Bytes of a message. */
  readonly messageBytes: number;
  /** Bytes of all unfinished messages. */
  readonly unfinishedBytes: number;
}

/** Encoders use up to five: control, commands, metadata, audio and video. */
const MAX_CHUNK_STREAMS = 16;
/** RTMP specification 1.0, 5.4.1. */
const DEFAULT_CHUNK_SIZE = 128;
const EXTENDED = 0xff_ff_ff;
/** Bytes of the message header by format (5.3.1.2). */
const HEADER_BYTES = [11, 7, 3, 0] as const;

interface ChunkStream {
  timestamp: number;
  /** Timestamp field of the last header: absolute in format 0, a difference in the others. */
  field: number;
  isExtended: boolean;
  length: number;
  type: number;
  streamId: number;
  payload: Buffer | null;
  filled: number;
}

/**
 * Reads messages from the chunks of a connection (RTMP specification 1.0, 5.3). Chunks can be cut anywhere. It applies the
 * peer's chunk size and aborts.
 */
export class ChunkReader {
  limits: ChunkLimits;
  readonly #streams = new Map<number, ChunkStream>();
  readonly #header = Buffer.alloc(18);
  #headerBytes = 0;
  #current: ChunkStream | null = null;
  #chunkLeft = 0;
  #chunkSize = DEFAULT_CHUNK_SIZE;
  #unfinishedBytes = 0;

  constructor(limits: ChunkLimits) {
    this.limits = limits;
  }

  /** The messages that these bytes complete. @throws RtmpError */
  *push(data: Buffer): Generator<RtmpMessage, void> {
    for (let offset = 0; offset < data.length; ) {
      if (this.#current === null) {
        this.#header[this.#headerBytes] = data[offset] ?? 0;
        this.#headerBytes += 1;
        offset += 1;
        this.#parseHeader();
      } else offset += this.#fill(this.#current, data.subarray(offset));
      const message = this.#takeMessage();
      if (message !== null && !this.#applyControl(message)) yield message;
    }
  }

  #fill(stream: ChunkStream, data: Buffer): number {
    const taken = Math.min(this.#chunkLeft, data.length);
    if (stream.payload !== null) data.copy(stream.payload, stream.filled, 0, taken);
    stream.filled += taken;
    this.#chunkLeft -= taken;
    return taken;
  }

  #takeMessage(): RtmpMessage | null {
    const stream = this.#current;
    if (stream === null || this.#chunkLeft > 0) return null;
    this.#current = null;
    this.#headerBytes = 0;
    if (stream.payload === null || stream.filled < stream.length) return null;
    const { type, streamId, timestamp, payload } = stream;
    this.#dropPayload(stream);
    return { type, streamId, timestamp, payload };
  }

  #dropPayload(stream: ChunkStream): void {
    if (stream.payload === null) return;
    this.#unfinishedBytes -= stream.length;
    stream.payload = null;
    stream.filled = 0;
  }

  /** Begins a chunk once its header is complete. */
  #parseHeader(): void {
    const header = this.#header;
    const basicBytes = basicHeaderBytes(header[0] ?? 0);
    if (this.#headerBytes < basicBytes) return;
    const format = (header[0] ?? 0) >> 6;
    const id = chunkStreamId(header);
    const known = this.#streams.get(id);
    if (known === undefined && format !== 0) throw new RtmpError('a chunk stream without its first header');
    const fixedBytes = basicBytes + (HEADER_BYTES[format] ?? 0);
    if (this.#headerBytes < fixedBytes) return;
    const isExtended =
      format === 3 ? known?.isExtended === true : header.readUIntBE(basicBytes, 3) === EXTENDED;
    if (this.#headerBytes < fixedBytes + (isExtended ? 4 : 0)) return;
    const stream = known ?? this.#addStream(id);
    const field = isExtended
      ? header.readUInt32BE(fixedBytes)
      : format === 3
        ? stream.field
        : header.readUIntBE(basicBytes, 3);
    this.#startChunk(stream, { format, at: basicBytes, field, isExtended });
  }

  #addStream(id: number): ChunkStream {
    if (this.#streams.size >= MAX_CHUNK_STREAMS) throw new RtmpError('too many chunk streams');
    const stream = { timestamp: 0, field: 0, isExtended: false, length: 0, type: 0, streamId: 0 };
    const added: ChunkStream = { ...stream, payload: null, filled: 0 };
    this.#streams.set(id, added);
    return added;
  }

  #startChunk(
    stream: ChunkStream,
    { format, at, field, isExtended }: { format: number; at: number; field: number; isExtended: boolean },
  ): void {
    const isContinued = stream.payload !== null;
    if (isContinued && format !== 3) throw new RtmpError('a message within an unfinished one');
    if (format <= 1) {
      stream.length = this.#header.readUIntBE(at + 3, 3);
      stream.type = this.#header[at + 6] ?? 0;
    }
    if (format === 0) stream.streamId = this.#header.readUInt32LE(at + 7);
    if (!isContinued) {
      stream.timestamp = (format === 0 ? field : stream.timestamp + field) >>> 0;
      stream.field = field;
      stream.isExtended = isExtended;
      this.#allocate(stream);
    }
    this.#current = stream;
    this.#chunkLeft = Math.min(this.#chunkSize, stream.length - stream.filled);
  }

  #allocate(stream: ChunkStream): void {
    if (stream.length > this.limits.messageBytes) throw new RtmpError('a message is too large');
    this.#unfinishedBytes += stream.length;
    if (this.#unfinishedBytes > this.limits.unfinishedBytes) throw new RtmpError('too many unfinished bytes');
    stream.payload = Buffer.alloc(stream.length);
    stream.filled = 0;
  }

  /** @returns whether the message was for the reader */
  #applyControl({ type, payload }: RtmpMessage): boolean {
    if (type !== MESSAGE.setChunkSize && type !== MESSAGE.abort) return false;
    if (payload.length < 4) throw new RtmpError('a control message is too short');
    const value = payload.readUInt32BE();
    if (type === MESSAGE.abort) {
      const stream = this.#streams.get(value);
      if (stream !== undefined) this.#dropPayload(stream);
    } else if (value === 0 || value > 0x7f_ff_ff_ff) throw new RtmpError('an invalid chunk size');
    else this.#chunkSize = value;
    return true;
  }
}

/** RTMP specification 1.0, 5.3.1.1. */
function basicHeaderBytes(first: number): 1 | 2 | 3 {
  const id = first & 0x3f;
  if (id === 0) return 2;
  return id === 1 ? 3 : 1;
}

function chunkStreamId(header: Buffer): number {
  const [first = 0, second = 0, third = 0] = header;
  const id = first & 0x3f;
  if (id === 0) return 64 + second;
  return id === 1 ? 64 + second + third * 256 : id;
}
