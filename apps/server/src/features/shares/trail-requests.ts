import { NamedError } from '@wakeline/contract/errors';

/** Maximum number of requests of one requester that wait behind the running one. */
const MAX_WAITING_PER_REQUESTER = 3;
/** Maximum numbers of running and waiting requests of all requesters together. */
const MAX_CONCURRENT = 3;
const MAX_WAITING = 60;
const RETRY_AFTER_SECONDS = 5;
/** Maximum number of cached results, of some megabytes each at most. */
const MAX_CACHED = 32;

export interface TrailRequest {
  /** A user or a link, which may have many viewers. Each has one running request at a time. */
  readonly requester: string;
  /** Identifies the query: equal ones run once. */
  readonly query: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Cache time of the result in milliseconds. */
  readonly ttlMs: number;
}

/**
 * Limits requests for trails. Each one is a query over the history, and every viewer of a link can send it. So each
 * requester runs one at a time, all together run a few, and equal requests within seconds share a result.
 */
export class TrailRequestQueue<Result> {
  readonly #last = new Map<string, { waiting: number; done: Promise<unknown> }>();
  readonly #cache = new Map<string, { readonly until: number; readonly result: Promise<Result> }>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  /** @throws NamedError `too-many-requests` when this requester, or all together, have too many requests waiting. */
  request({ requester, query, now, ttlMs }: TrailRequest, read: () => Promise<Result>): Promise<Result> {
    for (const [key, { until }] of this.#cache) {
      if (until <= now) this.#cache.delete(key);
    }
    const key = `${requester} ${query}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached.result;
    const result = this.#runSequentially(requester, read);
    if (ttlMs === 0) return result;
    this.#cache.set(key, { until: now + ttlMs, result });
    for (const [oldest] of this.#cache) {
      if (this.#cache.size <= MAX_CACHED) break;
      this.#cache.delete(oldest);
    }
    // Failures are not cached.
    result.catch(() => {
      if (this.#cache.get(key)?.result === result) this.#cache.delete(key);
    });
    return result;
  }

  async #runSequentially(requester: string, read: () => Promise<Result>): Promise<Result> {
    const previous = this.#last.get(requester) ?? { waiting: 0, done: Promise.resolve() };
    if (previous.waiting > MAX_WAITING_PER_REQUESTER || this.#queue.length >= MAX_WAITING) {
      throw new NamedError('too-many-requests', { seconds: RETRY_AFTER_SECONDS });
    }
    const execution = previous.done.then(() => this.#runLimited(read));
    const entry = { waiting: previous.waiting + 1, done: execution.catch(() => undefined) };
    this.#last.set(requester, entry);
    try {
      return await execution;
    } finally {
      const now = this.#last.get(requester);
      if (now === undefined || now === entry) this.#last.delete(requester);
      else now.waiting -= 1;
    }
  }

  async #runLimited(read: () => Promise<Result>): Promise<Result> {
    if (this.#running >= MAX_CONCURRENT) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running += 1;
    try {
      return await read();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
