import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { TrafficChanges } from '../live/feed.ts';
import type { TrafficSource } from '../live/traffic-stream.ts';
import type { NatsConnection } from './nats-connection.ts';
import { requestFirst } from './requests.ts';
import type { Subjects } from './subjects.ts';
import {
  decodeTrafficMessage,
  type TrafficMessage,
  type TrafficPosition,
  WATCH_INTERVAL_MS,
  type WatchRequest,
  type WatchResponse,
} from './traffic-messages.ts';

export interface TrafficSubscriberOptions {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

interface Watched {
  readonly unsubscribe: () => void;
  /** Null: the objects are not known, or are requested again. */
  position: TrafficPosition | null;
  version: number | null;
  /** In the order of their last message. */
  objects: Map<string, TrafficObject>;
  changed: Set<string>;
  removed: Set<string>;
  isRequesting: boolean;
  /** Requests in a row that nobody responded to. */
  failures: number;
}

/** Requests without a response after which nobody receives the feeds: one can be lost. */
const MAX_FAILURES = 3;

/** The traffic that another process receives, of the accounts that consoles of this one draw. */
export class TrafficSubscriber implements TrafficSource {
  readonly #options: TrafficSubscriberOptions;
  readonly #watched = new Map<number, Watched>();
  readonly #stopRequesting: () => void;
  #lastVersion = 0;

  constructor(options: TrafficSubscriberOptions) {
    this.#options = options;
    this.#stopRequesting = options.clock.every(WATCH_INTERVAL_MS, () => {
      for (const accountId of this.#watched.keys()) void this.#request(accountId);
    });
  }

  readonly all = (accountId: number): readonly TrafficObject[] =>
    [...(this.#watched.get(accountId)?.objects.values() ?? [])].reverse();

  readonly version = (accountId: number): number | null => this.#watched.get(accountId)?.version ?? null;

  readonly takeChanges = (accountId: number): TrafficChanges => {
    const account = this.#watched.get(accountId) ?? this.#watch(accountId);
    const { objects, changed, removed } = account;
    const changes = {
      changed: [...changed].flatMap((objectId) => objects.get(objectId) ?? []),
      removed: [...removed],
    };
    changed.clear();
    removed.clear();
    return changes;
  };

  readonly stopWatching = (accountId: number): void => {
    this.#watched.get(accountId)?.unsubscribe();
    this.#watched.delete(accountId);
  };

  stop(): void {
    this.#stopRequesting();
    for (const accountId of [...this.#watched.keys()]) this.stopWatching(accountId);
  }

  #watch(accountId: number): Watched {
    const { nats, subjects } = this.#options;
    const subscription = nats.isClosed()
      ? null
      : nats.subscribe(subjects.traffic(accountId), {
          callback: (_, { data }) => this.#receive(account, data),
        });
    const account: Watched = {
      unsubscribe: () => subscription?.unsubscribe(),
      position: null,
      version: null,
      objects: new Map(),
      changed: new Set(),
      removed: new Set(),
      isRequesting: false,
      failures: 0,
    };
    this.#watched.set(accountId, account);
    void this.#request(accountId);
    return account;
  }

  /** Keeps the account watched, and gets all objects when some changes were missed. */
  async #request(accountId: number): Promise<void> {
    const account = this.#watched.get(accountId);
    if (account === undefined || account.isRequesting) return;
    const { nats, subjects, log } = this.#options;
    account.isRequesting = true;
    try {
      const request: WatchRequest = { accountId, known: account.position };
      this.#accept(
        account,
        await requestFirst<WatchResponse>(nats, subjects.request('watch-traffic'), request),
      );
    } catch (error) {
      log.warn({ err: error, account: accountId }, 'requesting traffic failed');
    } finally {
      account.isRequesting = false;
    }
  }

  #accept(account: Watched, response: WatchResponse | null): void {
    if (response === null) {
      account.failures += 1;
      if (account.version === null || account.failures === MAX_FAILURES) this.#replace(account, null, []);
      return;
    }
    account.failures = 0;
    const { position, objects } = response;
    if (objects !== null) this.#replace(account, position, objects);
    // What was published before the response has arrived, or is lost: all objects are requested in the next interval.
    else if (account.position === null || position.number > account.position.number) account.position = null;
  }

  #replace(account: Watched, position: TrafficPosition | null, objects: readonly TrafficObject[]): void {
    account.position = position;
    account.objects = new Map(objects.toReversed().map((object) => [object.objectId, object]));
    account.changed.clear();
    account.removed.clear();
    this.#lastVersion += 1;
    account.version = this.#lastVersion;
  }

  #receive(account: Watched, data: Uint8Array): void {
    try {
      this.#apply(account, decodeTrafficMessage(data));
    } catch (error) {
      // Thrown further, it would end the connection.
      this.#options.log.warn({ err: error }, 'traffic of another process could not be decoded');
      account.position = null;
    }
  }

  #apply(account: Watched, { publisher, number, changes }: TrafficMessage): void {
    const { position, objects, changed, removed } = account;
    if (position === null) return;
    if (publisher === position.publisher && number <= position.number) return;
    if (publisher !== position.publisher || number !== position.number + 1) {
      // Requested again in the next interval.
      account.position = null;
      return;
    }
    account.position = { publisher, number };
    for (const objectId of changes.removed) {
      objects.delete(objectId);
      changed.delete(objectId);
      removed.add(objectId);
    }
    for (const object of changes.changed) {
      objects.delete(object.objectId);
      objects.set(object.objectId, object);
      changed.add(object.objectId);
      removed.delete(object.objectId);
    }
  }
}
