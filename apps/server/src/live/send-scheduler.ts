import { MAX_COALESCE_MS, REST_FACTOR } from './limits.ts';

/**
 * Schedules sending for all accounts together, at once while sending is cheap. After each round it rests for a
 * multiple of the round's duration, so that with many consoles or a busy machine there are fewer and fuller messages.
 */
export class SendScheduler {
  readonly #tasks = new Set<() => void>();
  readonly #now: () => number;
  #idleUntil = 0;
  #cancel: (() => void) | null = null;

  /** @param now milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Runs `task` in the next round, once for any number of calls. */
  request(task: () => void): void {
    this.#tasks.add(task);
    this.#cancel ??= this.#nextRound();
  }

  cancel(task: () => void): void {
    this.#tasks.delete(task);
    if (this.#tasks.size > 0) return;
    this.#cancel?.();
    this.#cancel = null;
  }

  #nextRound(): () => void {
    const rest = this.#idleUntil - this.#now();
    if (rest > 0) {
      const timer = setTimeout(() => this.#round(), rest);
      return () => clearTimeout(timer);
    }
    // Deferred, because devices are acknowledged first.
    const immediate = setImmediate(() => this.#round());
    return () => clearImmediate(immediate);
  }

  #round(): void {
    this.#cancel = null;
    const tasks = [...this.#tasks];
    this.#tasks.clear();
    const startedAt = this.#now();
    for (const task of tasks) task();
    const endedAt = this.#now();
    this.#idleUntil = endedAt + Math.min((endedAt - startedAt) * REST_FACTOR, MAX_COALESCE_MS);
  }
}
