import type { Clock } from '../../clock.ts';
import type { Seal } from '../../db/seal.ts';
import { DELIVERED, type Outcome, outcome } from '../../delivery/channels/channel.ts';
import { networkFailure } from '../../delivery/channels/network-failure.ts';
import type { OutgoingGuard } from '../../outgoing/guard.ts';
import type { ForwardMessage } from '../request-body.ts';
import { MqttConnection } from './mqtt-connection.ts';
import type { Destination } from './sender.ts';

/** Server unavailable, server busy, message rate too high, quota exceeded, connection rate exceeded: MQTT 5, 2.4. */
const BUSY: ReadonlySet<number> = new Set([3, 136, 137, 150, 151, 159]);

export interface MqttOptions {
  readonly guard: OutgoingGuard;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

interface OpenConnection {
  readonly connection: MqttConnection;
  /** With which details it was opened. */
  readonly login: string;
  usedAt: number;
}

/** Connections to brokers: one for each target, open between messages. */
export class MqttConnections {
  readonly #options: MqttOptions;
  readonly #open = new Map<number, OpenConnection>();

  constructor(options: MqttOptions) {
    this.#options = options;
  }

  /** Publishes a message. A target gets one at a time. */
  async publish(target: Destination, message: ForwardMessage): Promise<Outcome> {
    const { seal } = this.#options;
    const { target_id: targetId, sealed_password: sealed, topic } = target;
    const password = sealed === null ? null : seal.open(sealed);
    if (sealed !== null && password === null) return outcome('retry', 'not-configured');
    try {
      const { connection } = await this.#connect(target, password);
      await connection.publish(topic ?? '', message);
      return DELIVERED;
    } catch (error) {
      this.#open.delete(targetId);
      return await brokerFailure(error);
    }
  }

  async close(unusedSince: number | null): Promise<void> {
    const unused = [...this.#open].filter(([, { usedAt }]) => unusedSince === null || usedAt < unusedSince);
    for (const [targetId] of unused) this.#open.delete(targetId);
    await Promise.all(unused.map(([, { connection }]) => connection.close()));
  }

  async #connect(target: Destination, password: string | null): Promise<OpenConnection> {
    const { guard, clock, timeoutMs } = this.#options;
    const { target_id: targetId, url, user_name: userName, protocol_version: version } = target;
    const login = JSON.stringify([url, version, userName, password]);
    const before = this.#open.get(targetId);
    if (before?.connection.isOpen === true && before.login === login) {
      before.usedAt = clock.now();
      return before;
    }
    this.#open.delete(targetId);
    await before?.connection.close();
    const details = { url, version: version ?? '5', userName, password } as const;
    const connection = await MqttConnection.open(guard, details, timeoutMs);
    const opened = { connection, login, usedAt: clock.now() };
    this.#open.set(targetId, opened);
    return opened;
  }
}

async function brokerFailure(error: unknown): Promise<Outcome> {
  const { ErrorWithReasonCode } = await import('mqtt');
  if (!(error instanceof ErrorWithReasonCode)) return networkFailure(error);
  return outcome('retry', BUSY.has(error.code) ? 'busy' : 'rejected', `${error.code} ${error.message}`);
}
