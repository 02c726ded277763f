import { randomBytes } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { MqttVersion } from '@wakeline/domain/delivery/forwarding';
import type { MqttClient } from 'mqtt';
import { AddressRefusedError, type OutgoingGuard } from '../../outgoing/guard.ts';
import { type Broker, parseBrokerUrl } from '../broker-url.ts';
import type { ForwardMessage } from '../request-body.ts';

/** Bytes that a broker may send between two messages: acknowledgements have less than a hundred. */
const MAX_RECEIVED_BYTES = 65_536;
const KEEP_ALIVE_SECONDS = 60;
/** Milliseconds that closing waits for the broker. */
const CLOSE_TIMEOUT_MS = 2_000;

export interface BrokerLogin {
  readonly url: string;
  readonly version: MqttVersion;
  readonly userName: string | null;
  readonly password: string | null;
}

/** A connection to a broker. After any failure it is closed and cannot be used any more. */
export class MqttConnection {
  readonly #client: MqttClient;
  readonly #socket: Socket;
  /** Rejects when the connection fails or ends. */
  readonly #broken: Promise<never>;
  readonly #timeoutMs: number;
  #received = 0;

  private constructor(client: MqttClient, socket: Socket, timeoutMs: number) {
    this.#client = client;
    this.#socket = socket;
    this.#timeoutMs = timeoutMs;
    this.#broken = new Promise((_, reject) => {
      // The client does not report all errors of its socket.
      socket.on('error', reject);
      client.on('error', reject);
      client.on('close', () => reject(new ConnectionEndedError('the broker closed the connection')));
    });
    this.#broken.catch(() => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.length;
      if (this.#received > MAX_RECEIVED_BYTES) socket.destroy(new ConnectionEndedError('too many bytes'));
    });
  }

  /** Connects and logs in. Rejects with AddressRefusedError, or with the error of the connection or the broker. */
  static async open(
    guard: OutgoingGuard,
    { url, version, userName, password }: BrokerLogin,
    timeoutMs: number,
  ): Promise<MqttConnection> {
    const broker = parseBrokerUrl(url);
    // Addresses are not resolved, so that the guard's lookup does not see them.
    if (broker === null || (isIP(broker.host) !== 0 && !guard.allows(broker.host)))
      throw new AddressRefusedError('not an allowed address');
    const { MqttClient } = await import('mqtt');
    const socket = openSocket(broker, guard);
    const client = new MqttClient(() => socket, {
      protocolVersion: version === '5' ? 5 : 4,
      clientId: `wakeline-${randomBytes(8).toString('hex')}`,
      clean: true,
      keepalive: KEEP_ALIVE_SECONDS,
      // Later than the timeout of this class, which names what happened.
      connectTimeout: 2 * timeoutMs,
      // The worker tries again, after its delay.
      reconnectPeriod: 0,
      resubscribe: false,
      ...(userName !== null && { username: userName }),
      ...(password !== null && { password }),
    });
    const connection = new MqttConnection(client, socket, timeoutMs);
    await connection.#unlessBroken(new Promise<void>((resolve) => client.once('connect', () => resolve())));
    return connection;
  }

  /** Resolves when the broker has acknowledged the message (QoS 1). */
  async publish(topic: string, { key, body }: ForwardMessage): Promise<void> {
    this.#received = 0;
    const properties = { contentType: 'application/json', userProperties: { key } };
    const isVersion5 = this.#client.options.protocolVersion === 5;
    await this.#unlessBroken(
      this.#client.publishAsync(topic, body, { qos: 1, ...(isVersion5 && { properties }) }),
    );
  }

  get isOpen(): boolean {
    return this.#client.connected && !this.#socket.destroyed;
  }

  /** Says goodbye to the broker, so that it does not count as a failure there. */
  async close(): Promise<void> {
    if (this.isOpen) await within(CLOSE_TIMEOUT_MS, this.#client.endAsync()).catch(() => undefined);
    this.#abort();
  }

  async #unlessBroken<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await within(this.#timeoutMs, Promise.race([work, this.#broken]));
    } catch (error) {
      // The losing promise may reject later.
      work.catch(() => undefined);
      this.#abort();
      throw error;
    }
  }

  #abort(): void {
    this.#client.end(true);
    this.#socket.destroy();
  }
}

class ConnectionEndedError extends Error {
  override readonly name = 'ConnectionEndedError';
}

function openSocket({ host, port, isEncrypted }: Broker, { lookup }: OutgoingGuard): Socket {
  if (!isEncrypted) return connectTcp({ host, port, lookup });
  return connectTls({ host, port, lookup, ...(isIP(host) === 0 && { servername: host }) });
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('no response in time', 'TimeoutError')), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
