import { MAX_COALESCE_MS, REST_FACTOR } from './limits.ts';

/**
 * When the live side sends, for all accounts together: at once while sending is cheap. After each round it rests for a multiple
 * of what the round took, so that many consoles, or a machine with other work, get fewer and fuller messages.
 */
export class SendScheduler {
  readonly #tasks = new Set<() => void>();
  readonly #now: () => number;
  #idleUntil = 0;
  #cancel: (() => void) | null = null;

  /** @param now milliseconds of a clock that never goes back. */
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
    // Not now: devices are acknowledged first.
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
