import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { ChangeReceiver, ChangeSource } from '../live/change-source.ts';
import { followConnection } from './follow-connection.ts';
import { decodeLiveMessage, type LiveMessage } from './live-messages.ts';
import type { LiveMetrics } from './live-metrics.ts';
import type { NatsConnection } from './nats-connection.ts';
import type { Subjects } from './subjects.ts';

/** Milliseconds between two readings of the database because of gaps. */
export const GAP_INTERVAL_MS = 1_000;
/** A subscription takes effect on the other NATS servers a moment later: so many intervals are read afterwards. */
const READINGS_AFTER_SUBSCRIBING = 2;
/** Intervals after which the database is read anyway: NATS does not store the messages, so any can be lost. */
export const INTERVALS_WITHOUT_READING = 30;

export interface LiveSubscriberOptions {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly metrics: LiveMetrics;
}

interface Follower {
  readonly accountId: number;
  readonly receiver: ChangeReceiver;
  /** The last number of each publisher. */
  readonly numbers: Map<string, number>;
  /** Whether the database was read in this interval. */
  isRead: boolean;
  /** Following intervals in which it is read. */
  dueReadings: number;
  intervalsUntilReading: number;
}

/** Receives the changes that the engines of a cluster publish. */
export class LiveSubscriber implements ChangeSource {
  readonly #options: LiveSubscriberOptions;
  readonly #followers = new Set<Follower>();
  readonly #cleanups: (() => void)[];
  #isConnected = true;

  constructor(options: LiveSubscriberOptions) {
    this.#options = options;
    const { nats, subjects, clock } = options;
    followConnection(nats, {
      onLost: () => {
        this.#isConnected = false;
      },
      onRestored: () => {
        this.#isConnected = true;
        for (const { numbers } of this.#followers) numbers.clear();
        this.#readWhenSubscribed([...this.#followers]);
      },
    });
    const gaps = nats.subscribe(subjects.liveGap, {
      callback: () => {
        for (const follower of this.#followers) this.#readGap(follower);
      },
    });
    this.#cleanups = [
      () => gaps.unsubscribe(),
      clock.every(GAP_INTERVAL_MS, () => {
        for (const follower of this.#followers) this.#endInterval(follower);
      }),
    ];
  }

  isComplete(): boolean {
    return this.#isConnected;
  }

  follow(accountId: number, receiver: ChangeReceiver): () => void {
    const { nats } = this.#options;
    // While the process stops.
    if (nats.isClosed()) return () => undefined;
    const follower: Follower = {
      accountId,
      receiver,
      numbers: new Map(),
      isRead: false,
      dueReadings: 0,
      intervalsUntilReading: INTERVALS_WITHOUT_READING,
    };
    const subscription = nats.subscribe(this.#options.subjects.live(accountId), {
      callback: (_, { data }) => this.#receive(follower, data),
    });
    this.#followers.add(follower);
    this.#readWhenSubscribed([follower]);
    return () => {
      this.#followers.delete(follower);
      subscription.unsubscribe();
    };
  }

  stop(): void {
    for (const cleanup of this.#cleanups) cleanup();
  }

  #receive(follower: Follower, data: Uint8Array): void {
    try {
      if (this.#apply(follower, decodeLiveMessage(data))) return;
    } catch (error) {
      // For example a message of a newer version. Thrown further, it would end the connection.
      this.#options.log.warn({ err: error }, 'live: a message of an engine could not be applied');
    }
    this.#readGap(follower);
  }

  /** Returns whether no message is missing before this one. */
  #apply(follower: Follower, { publisher, number, states, logSeq }: LiveMessage): boolean {
    const { accountId, receiver, numbers } = follower;
    const last = numbers.get(publisher);
    numbers.set(publisher, number);
    receiver.publishStates(states.map((state) => ({ accountId, ...state })));
    if (logSeq !== null) receiver.advanceLog(logSeq);
    // Of a new publisher, or the one whose trackers it has taken over, messages may be missing.
    return last !== undefined && number === last + 1;
  }

  /** Reads what was committed before the NATS server had the subscriptions. */
  #readWhenSubscribed(followers: readonly Follower[]): void {
    const { nats } = this.#options;
    nats.flush().then(
      () => {
        for (const follower of followers) {
          follower.dueReadings = READINGS_AFTER_SUBSCRIBING;
          this.#read(follower);
        }
      },
      // The connection was lost: they are read when it is restored.
      () => undefined,
    );
  }

  #readGap(follower: Follower): void {
    this.#options.metrics.gaps.inc();
    // Gaps in a row are read together.
    if (follower.isRead) follower.dueReadings = Math.max(follower.dueReadings, 1);
    else this.#read(follower);
  }

  #read(follower: Follower): void {
    if (!this.#followers.has(follower)) return;
    follower.isRead = true;
    follower.intervalsUntilReading = INTERVALS_WITHOUT_READING;
    follower.receiver.catchUp().catch((error: unknown) => {
      this.#options.log.warn(
        { err: error, account: follower.accountId },
        'live: reading missed changes failed',
      );
      follower.dueReadings = Math.max(follower.dueReadings, 1);
    });
  }

  #endInterval(follower: Follower): void {
    follower.isRead = false;
    follower.intervalsUntilReading -= 1;
    // Without a connection the hub reads every second.
    if (!this.#isConnected) return;
    if (follower.dueReadings > 0) follower.dueReadings -= 1;
    else if (follower.intervalsUntilReading > 0) return;
    this.#read(follower);
  }
}
