import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type AmfValue, decodeAmf, encodeAmf } from '../rtmp/amf0.ts';
import { ChunkReader } from '../rtmp/chunk-reader.ts';
import { HANDSHAKE_BYTES } from '../rtmp/handshake.ts';
import { MESSAGE, type RtmpMessage } from '../rtmp/message.ts';
import { writeMessage } from '../rtmp/write-message.ts';

const CHUNK_SIZE = 128;
const LIMITS = { messageBytes: 65_536, unfinishedBytes: 262_144 };
/** AVCDecoderConfigurationRecord and AudioSpecificConfig with their FLV headers; contents do not matter to the server. */
export const VIDEO_CONFIGURATION = Buffer.from('17000000000164001fffe1000467640028', 'hex');
export const AUDIO_CONFIGURATION = Buffer.from('af001210', 'hex');

/** An encoder that sends made-up frames over RTMP. */
export class TestPublisher {
  readonly socket: Socket;
  readonly #responses: Promise<readonly AmfValue[]>[] = [];
  readonly #resolvers: ((response: readonly AmfValue[]) => void)[] = [];
  #timestamp = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    const reader = new ChunkReader(LIMITS);
    let handshakeLeft = 1 + 2 * HANDSHAKE_BYTES;
    socket.on('data', (data) => {
      const chunks = data.subarray(Math.min(handshakeLeft, data.length));
      handshakeLeft -= Math.min(handshakeLeft, data.length);
      for (const { type, payload } of reader.push(chunks))
        if (type === MESSAGE.command) this.#respond(decodeAmf(payload));
    });
  }

  static async connect(port: number): Promise<TestPublisher> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new TestPublisher(socket);
  }

  /** Asks to publish under this key. @returns the code and description of the response */
  async publish(key: string, app = 'live'): Promise<{ code: AmfValue; description: AmfValue }> {
    this.socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * HANDSHAKE_BYTES)]));
    this.#command(0, 'connect', 1, { app, tcUrl: `rtmp://127.0.0.1/${app}` });
    await this.#response();
    this.#command(0, 'createStream', 2, null);
    await this.#response();
    this.#command(1, 'publish', 3, null, key, 'live');
    const [, , , info = {}] = await this.#response();
    const { code = null, description = null } = info as { code?: AmfValue; description?: AmfValue };
    return { code, description };
  }

  /** Metadata, and the configurations of the decoders. */
  sendOpening(): void {
    const metadata = encodeAmf('@setDataFrame', 'onMetaData', { width: 640, height: 360, encoder: 'test' });
    this.send(MESSAGE.data, metadata);
    this.send(MESSAGE.video, VIDEO_CONFIGURATION);
    this.send(MESSAGE.audio, AUDIO_CONFIGURATION);
  }

  /** A frame of video, with the time at byte 5, and one of audio, 40 ms after the last ones. */
  sendFrame(isKey: boolean, bytes = 300): void {
    this.#timestamp += 40;
    const video = Buffer.alloc(bytes, this.#timestamp / 40);
    video.set([isKey ? 0x17 : 0x27, 1, 0, 0, 0]);
    video.writeDoubleBE(Date.now(), 5);
    this.send(MESSAGE.video, video);
    this.send(MESSAGE.audio, Buffer.from([0xaf, 1, 0x21, 0x10]));
  }

  send(type: number, payload: Buffer): void {
    this.#write({ type, streamId: 1, timestamp: this.#timestamp, payload });
  }

  /** Resolves when the server has closed the connection. */
  closed(): Promise<void> {
    if (this.socket.closed) return Promise.resolve();
    // `once` of node:events would reject when the connection is reset.
    return new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  end(): void {
    this.socket.destroy();
  }

  #command(streamId: number, ...values: readonly AmfValue[]): void {
    this.#write({ type: MESSAGE.command, streamId, timestamp: 0, payload: encodeAmf(...values) });
  }

  #write(message: RtmpMessage): void {
    this.socket.write(writeMessage(message, 3, CHUNK_SIZE));
  }

  #respond(response: readonly AmfValue[]): void {
    const resolve = this.#resolvers.shift();
    if (resolve === undefined) this.#responses.push(Promise.resolve(response));
    else resolve(response);
  }

  #response(): Promise<readonly AmfValue[]> {
    const received = this.#responses.shift();
    return received ?? new Promise((resolve) => this.#resolvers.push(resolve));
  }
}
