import { type AmfValue, decodeAmf, encodeAmf } from './amf0.ts';
import { ChunkReader } from './chunk-reader.ts';
import { Handshake } from './handshake.ts';
import { MESSAGE, RtmpError, type RtmpMessage } from './message.ts';
import { CHUNK_STREAM, writeMessage } from './write-message.ts';

/** What a publisher does with its connection. */
export type RtmpEvent =
  | { readonly kind: 'publish'; readonly app: string; readonly name: string }
  | { readonly kind: 'media'; readonly message: RtmpMessage }
  | { readonly kind: 'end' };

/** Before a publisher is accepted it sends commands only. */
const LIMITS_BEFORE = { messageBytes: 16_384, unfinishedBytes: 65_536 };
/** A key frame of 4K video at 50 Mbit/s has about 2 MB. */
const LIMITS_PUBLISHING = { messageBytes: 8 * 1_048_576, unfinishedBytes: 16 * 1_048_576 };
const CHUNK_SIZE = 4_096;
/** Bytes after which each side acknowledges the other's. */
const WINDOW_BYTES = 2_500_000;
/** RTMP specification 1.0, 7.1.7. */
const PING_REQUEST = 6;
const PING_RESPONSE = 7;
const STREAM_ID = 1;
/** The only id of messages of the connection itself. */
const CONNECTION = 0;

/**
 * The server's side of a publisher's RTMP connection, without its socket: bytes in, bytes and events out. It plays nothing.
 */
export class RtmpConnection {
  readonly #send: (bytes: Buffer) => void;
  readonly #handshake = new Handshake();
  readonly #reader = new ChunkReader(LIMITS_BEFORE);
  #isShaken = false;
  #app: string | null = null;
  #state: 'connecting' | 'asking' | 'publishing' | 'ended' = 'connecting';
  #received = 0;
  #acknowledged = 0;
  #window = WINDOW_BYTES;

  constructor(send: (bytes: Buffer) => void) {
    this.#send = send;
  }

  /** @throws RtmpError, AmfError: close the connection */
  *push(data: Buffer): Generator<RtmpEvent, void> {
    this.#received += data.length;
    let chunks = data;
    if (!this.#isShaken) {
      const { reply, rest } = this.#handshake.push(data);
      if (reply.length > 0) this.#send(reply);
      if (rest === null) return;
      this.#isShaken = true;
      chunks = rest;
    }
    for (const message of this.#reader.push(chunks)) {
      const event = this.#handle(message);
      if (event !== null) yield event;
    }
    this.#acknowledge();
  }

  /** Accepts the publisher of the last `publish` event. */
  accept(): void {
    this.#state = 'publishing';
    this.#reader.limits = LIMITS_PUBLISHING;
    this.#sendStatus('status', 'NetStream.Publish.Start', 'publishing');
  }

  /** Refuses it; close the connection afterwards. */
  refuse(reason: string): void {
    this.#state = 'ended';
    this.#sendStatus('error', 'NetStream.Publish.BadName', reason);
  }

  #handle(message: RtmpMessage): RtmpEvent | null {
    switch (message.type) {
      case MESSAGE.command:
        return this.#handleCommand(message.payload);
      case MESSAGE.amf3Command:
        // AMF 3 commands begin with a zero byte and then use AMF 0.
        return this.#handleCommand(message.payload.subarray(1));
      case MESSAGE.windowSize:
        if (message.payload.length >= 4) this.#window = Math.max(1, message.payload.readUInt32BE());
        return null;
      case MESSAGE.userControl:
        this.#respondToPing(message.payload);
        return null;
      case MESSAGE.audio:
      case MESSAGE.video:
      case MESSAGE.data:
      case MESSAGE.amf3Data:
        if (this.#state === 'connecting') throw new RtmpError('media before publishing');
        return this.#state === 'publishing' ? { kind: 'media', message } : null;
      default:
        return null;
    }
  }

  #handleCommand(payload: Buffer): RtmpEvent | null {
    const [command, transaction = 0, object = null, argument = null] = decodeAmf(payload);
    switch (command) {
      case 'connect':
        this.#connect(transaction, object);
        return null;
      case 'createStream':
        this.#sendCommand('_result', transaction, null, STREAM_ID);
        return null;
      case 'FCPublish':
        this.#sendCommand('onFCPublish', 0, null, { code: 'NetStream.Publish.Start', description: '' });
        return null;
      case 'publish':
        if (this.#state !== 'connecting' || this.#app === null || typeof argument !== 'string')
          throw new RtmpError('an unexpected publish command');
        this.#state = 'asking';
        return { kind: 'publish', app: this.#app, name: argument };
      case 'play':
      case 'play2':
        throw new RtmpError('nothing is played over RTMP');
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        if (this.#state === 'connecting') return null;
        this.#state = 'ended';
        return { kind: 'end' };
      default:
        return null;
    }
  }

  #connect(transaction: AmfValue, object: AmfValue): void {
    const { app } = Object(object) as { app?: unknown };
    if (typeof app !== 'string') throw new RtmpError('a connect command without an application');
    // Some encoders add a slash, or the query of the address.
    this.#app = app.replace(/\?.*$/s, '').replace(/\/+$/, '');
    this.#sendControl(MESSAGE.windowSize, uint32(WINDOW_BYTES));
    this.#sendControl(MESSAGE.peerBandwidth, Buffer.concat([uint32(WINDOW_BYTES), Buffer.from([2])]));
    this.#sendControl(MESSAGE.setChunkSize, uint32(CHUNK_SIZE));
    this.#sendCommand(
      '_result',
      transaction,
      { fmsVer: 'FMS/3,5,7,7009', capabilities: 31 },
      {
        level: 'status',
        code: 'NetConnection.Connect.Success',
        description: 'Connection succeeded.',
        objectEncoding: 0,
      },
    );
  }

  #respondToPing(payload: Buffer): void {
    if (payload.length < 6 || payload.readUInt16BE() !== PING_REQUEST) return;
    const response = Buffer.from(payload.subarray(0, 6));
    response.writeUInt16BE(PING_RESPONSE);
    this.#sendControl(MESSAGE.userControl, response);
  }

  #acknowledge(): void {
    if (this.#received - this.#acknowledged < this.#window) return;
    this.#acknowledged = this.#received;
    this.#sendControl(MESSAGE.acknowledgement, uint32(this.#received >>> 0));
  }

  #sendStatus(level: 'status' | 'error', code: string, description: string): void {
    const payload = encodeAmf('onStatus', 0, null, { level, code, description });
    this.#write({ type: MESSAGE.command, streamId: STREAM_ID, timestamp: 0, payload }, CHUNK_STREAM.data);
  }

  #sendCommand(...values: readonly AmfValue[]): void {
    const payload = encodeAmf(...values);
    const message = { type: MESSAGE.command, streamId: CONNECTION, timestamp: 0, payload };
    this.#write(message, CHUNK_STREAM.command);
  }

  #sendControl(type: number, payload: Buffer): void {
    const message = { type, streamId: CONNECTION, timestamp: 0, payload };
    // Commands are shorter than the default chunk size until the peer has received the new one.
    this.#write(message, CHUNK_STREAM.control);
  }

  #write(message: RtmpMessage, chunkStream: number): void {
    this.#send(writeMessage(message, chunkStream, CHUNK_SIZE));
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
