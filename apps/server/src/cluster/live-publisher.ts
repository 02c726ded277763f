import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { LoggedEntry } from '../db/account-log.ts';
import type { LiveFeed, StateChange } from '../live/feed.ts';
import { followConnection } from './follow-connection.ts';
import { encodeLiveMessage, type LiveMessage, STATES_PER_LIVE_MESSAGE } from './live-messages.ts';
import type { LiveMetrics } from './live-metrics.ts';
import type { NatsConnection } from './nats-connection.ts';
import type { Subjects } from './subjects.ts';

/** Bytes that the NATS server has not confirmed. Beyond it messages are dropped, because they would fill the memory. */
const MAX_UNCONFIRMED_BYTES = 8 * 1024 * 1024;

export interface LivePublisherOptions {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly log: FastifyBaseLogger;
  readonly metrics: LiveMetrics;
}

/**
 * Publishes the changes of this process's commits to the processes that serve consoles. What cannot be sent is dropped: its
 * number is missing, and afterwards all subscribers are notified that there is a gap.
 */
export class LivePublisher implements LiveFeed {
  readonly #options: LivePublisherOptions;
  readonly #id = randomUUID();
  /** The number of the last message of each account. */
  readonly #numbers = new Map<number, number>();
  #isConnected = true;
  #hasGap = false;
  #unconfirmedBytes = 0;
  #isConfirming = false;

  constructor(options: LivePublisherOptions) {
    this.#options = options;
    followConnection(options.nats, {
      onLost: () => {
        this.#isConnected = false;
        // Messages that were sent last may not have arrived.
        this.#hasGap = true;
      },
      onRestored: () => {
        this.#isConnected = true;
        this.publishGap();
      },
    });
  }

  publishStates(changes: readonly StateChange[]): void {
    for (const [accountId, states] of Map.groupBy(changes, (change) => change.accountId)) {
      for (let start = 0; start < states.length; start += STATES_PER_LIVE_MESSAGE) {
        const chunk = states.slice(start, start + STATES_PER_LIVE_MESSAGE);
        this.#publish(accountId, { states: chunk, logSeq: null });
      }
    }
  }

  publishLog(entries: readonly LoggedEntry[]): void {
    const last = new Map(entries.map(({ accountId, seq }) => [accountId, seq]));
    for (const [accountId, logSeq] of last) this.#publish(accountId, { states: [], logSeq });
  }

  /**
   * Makes all consoles read the database, also because of commits of another process, for example one that ended before it
   * published them.
   */
  publishGap(): void {
    this.#hasGap = true;
    if (!this.#isConnected || this.#unconfirmedBytes > MAX_UNCONFIRMED_BYTES) return;
    this.#hasGap = false;
    this.#send(this.#options.subjects.liveGap, Buffer.from(this.#id));
  }

  #publish(accountId: number, content: Pick<LiveMessage, 'states' | 'logSeq'>): void {
    const number = (this.#numbers.get(accountId) ?? 0) + 1;
    this.#numbers.set(accountId, number);
    if (!this.#isConnected || this.#unconfirmedBytes > MAX_UNCONFIRMED_BYTES) {
      this.#drop();
      return;
    }
    this.#send(
      this.#options.subjects.live(accountId),
      encodeLiveMessage({ publisher: this.#id, number, ...content }),
    );
    this.#options.metrics.messages.inc({ outcome: 'published' });
  }

  #send(subject: string, content: Buffer): void {
    const { nats, log } = this.#options;
    try {
      nats.publish(subject, content);
      this.#unconfirmedBytes += content.length;
    } catch (error) {
      // The connection is closed, or the server accepts only small messages. The next number shows the gap.
      log.warn({ err: error }, 'live: publishing failed');
      this.#drop();
      return;
    }
    if (!this.#isConfirming) void this.#confirm();
  }

  #drop(): void {
    this.#hasGap = true;
    this.#options.metrics.messages.inc({ outcome: 'dropped' });
  }

  /** Waits until the NATS server has received everything, one request at a time. */
  async #confirm(): Promise<void> {
    this.#isConfirming = true;
    while (this.#unconfirmedBytes > 0) {
      const sent = this.#unconfirmedBytes;
      // Rejected: the connection was lost, and these bytes with it.
      await this.#options.nats.flush().catch(() => undefined);
      this.#unconfirmedBytes -= sent;
    }
    this.#isConfirming = false;
    if (this.#hasGap) this.publishGap();
  }
}
