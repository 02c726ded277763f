import { createServer, type Server, type Socket } from 'node:net';
import type { FlvTag } from '../flv/tags.ts';
import { AmfError } from '../rtmp/amf0.ts';
import { RtmpConnection, type RtmpEvent } from '../rtmp/connection.ts';
import { RtmpError } from '../rtmp/message.ts';
import type { Refusal } from './messages.ts';
import { toTag } from './to-tag.ts';

/** The application of the address: rtmp://host:port/live */
const APP = 'live';
const MAX_KEY_LENGTH = 100;
const MAX_CONNECTIONS = 200;
const MAX_CONNECTIONS_PER_ADDRESS = 20;
/** Time until a connection publishes, and without any byte of a publisher, milliseconds. */
const PUBLISH_TIMEOUT_MS = 15_000;
const IDLE_TIMEOUT_MS = 15_000;
/** Bytes of responses that a peer may leave unread. */
const MAX_UNREAD_BYTES = 262_144;

export interface PublisherCallbacks {
  /** Whether a key may publish. */
  authorize(key: string, address: string): Promise<{ matchId: number } | { refusal: Refusal }>;
  /** Opens the stream of a publisher; a refusal if it has one, or if there are too many. */
  open(matchId: number, address: string, close: () => void): Refusal | null;
  push(matchId: number, tag: FlvTag): void;
  close(matchId: number): void;
  refused(refusal: Refusal, address: string): void;
  failed(error: Error, address: string): void;
}

/** The RTMP listener: authenticates publishers and passes on what they send. */
export function createPublisherServer(callbacks: PublisherCallbacks): Server {
  const connectionsOf = new Map<string, number>();
  const server = createServer({ noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (connectionsOf.get(address) ?? 0) + 1;
    if (count > MAX_CONNECTIONS_PER_ADDRESS) {
      socket.destroy();
      return;
    }
    connectionsOf.set(address, count);
    socket.on('close', () => {
      const left = (connectionsOf.get(address) ?? 1) - 1;
      if (left === 0) connectionsOf.delete(address);
      else connectionsOf.set(address, left);
    });
    new Publisher(socket, address, callbacks);
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

class Publisher {
  readonly #socket: Socket;
  readonly #address: string;
  readonly #callbacks: PublisherCallbacks;
  readonly #connection: RtmpConnection;
  readonly #deadline: NodeJS.Timeout;
  #matchId: number | null = null;

  constructor(socket: Socket, address: string, callbacks: PublisherCallbacks) {
    this.#socket = socket;
    this.#address = address;
    this.#callbacks = callbacks;
    this.#connection = new RtmpConnection((bytes) => this.#send(bytes));
    this.#deadline = setTimeout(() => socket.destroy(), PUBLISH_TIMEOUT_MS);
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (data) => this.#receive(data));
    // Connections that break are ordinary; the close event follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#end());
  }

  #send(bytes: Buffer): void {
    this.#socket.write(bytes);
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.#socket.destroy();
  }

  #receive(data: Buffer): void {
    try {
      for (const event of this.#connection.push(data)) this.#handle(event);
    } catch (error) {
      if (!(error instanceof RtmpError || error instanceof AmfError)) throw error;
      this.#callbacks.failed(error, this.#address);
      this.#socket.destroy();
    }
  }

  #handle(event: RtmpEvent): void {
    if (event.kind === 'end') this.#socket.end();
    else if (event.kind === 'publish') void this.#publish(event);
    else if (this.#matchId !== null) {
      const tag = toTag(event.message);
      if (tag !== null) this.#callbacks.push(this.#matchId, tag);
    }
  }

  async #publish({ app, name }: { readonly app: string; readonly name: string }): Promise<void> {
    // Query parameters that some encoders append are not part of the key.
    const key = name.replace(/\?.*$/s, '');
    if (app !== APP) {
      this.#refuse('stream-app-unknown');
      return;
    }
    if (key.length > MAX_KEY_LENGTH) {
      this.#refuse('stream-key-unknown');
      return;
    }
    const result = await this.#callbacks.authorize(key, this.#address);
    if (this.#socket.destroyed) return;
    if ('refusal' in result) {
      this.#refuse(result.refusal);
      return;
    }
    const refusal = this.#callbacks.open(result.matchId, this.#address, () => this.#socket.destroy());
    if (refusal !== null) {
      this.#refuse(refusal);
      return;
    }
    clearTimeout(this.#deadline);
    this.#matchId = result.matchId;
    this.#connection.accept();
  }

  #refuse(refusal: Refusal): void {
    this.#callbacks.refused(refusal, this.#address);
    this.#connection.refuse(refusal);
    // The peer may keep its side open.
    this.#socket.destroySoon();
  }

  #end(): void {
    clearTimeout(this.#deadline);
    if (this.#matchId !== null) this.#callbacks.close(this.#matchId);
    this.#matchId = null;
  }
}
