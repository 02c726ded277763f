import { NamedError } from '@wakeline/contract/errors';

/** Who asks may have so many questions wait behind the one that is being answered. */
const MAX_WAITING_PER_REQUESTER = 3;
/** Questions that are answered at once, of everybody together, and that wait for it. */
const MAX_CONCURRENT = 3;
const MAX_WAITING = 60;
const RETRY_AFTER_SECONDS = 5;
/** Answers that are kept, some megabytes each at most. */
const MAX_CACHED = 32;

export interface TrailRequest {
  /** One question at a time of each: a user, or a link, which anybody may have. */
  readonly requester: string;
  /** What is asked: the same is asked for once. */
  readonly query: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** How long its answer is given again, milliseconds. */
  readonly ttlMs: number;
}

/**
 * Where trails are asked for. Each is a query over the history, and whoever has a link may ask: so each asker gets one
 * at a time, all together a few, and the same question within some seconds gets the same answer.
 */
export class TrailRequestQueue<Answer> {
  readonly #last = new Map<string, { waiting: number; done: Promise<unknown> }>();
  readonly #cache = new Map<string, { readonly until: number; readonly result: Promise<Answer> }>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  /** @throws NamedError `too-many-requests` when this asker, or everybody together, has too many questions waiting. */
  request({ requester, query, now, ttlMs }: TrailRequest, read: () => Promise<Answer>): Promise<Answer> {
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
    // A failure is no answer.
    result.catch(() => {
      if (this.#cache.get(key)?.result === result) this.#cache.delete(key);
    });
    return result;
  }

  async #runSequentially(requester: string, read: () => Promise<Answer>): Promise<Answer> {
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

  async #runLimited(read: () => Promise<Answer>): Promise<Answer> {
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
