import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two reloads of an account. */
const MIN_RELOAD_INTERVAL = 1_000;

/**
 * Reloads what the engine keeps in memory of an account. Requests during a reload are merged into one more reload after
 * it, so the last state wins and a hundred changes do not cause a hundred reloads. The first starts at once, the next a
 * second later.
 */
export class AccountReloads {
  readonly #read: (accountId: number) => Promise<void>;
  readonly #stopping: AbortSignal;
  /** By account: the reload in progress, and whether it must be repeated. */
  readonly #reloading = new Map<number, { again: boolean; done: Promise<void> }>();
  /** By account: when it was last reloaded. */
  readonly #reloadedAt = new Map<number, number>();

  constructor(read: (accountId: number) => Promise<void>, stopping: AbortSignal) {
    this.#read = read;
    this.#stopping = stopping;
  }

  /** Resolves when the present state is loaded. */
  request(accountId: number): Promise<void> {
    const reload = this.#reloading.get(accountId);
    if (reload !== undefined) {
      reload.again = true;
      return reload.done;
    }
    const next = { again: false, done: Promise.resolve() };
    this.#reloading.set(accountId, next);
    next.done = this.#reloadUntilCurrent(accountId, next).finally(() => this.#reloading.delete(accountId));
    return next.done;
  }

  async #reloadUntilCurrent(accountId: number, reload: { again: boolean }): Promise<void> {
    do {
      await this.#waitUntilDue(accountId);
      reload.again = false;
      this.#reloadedAt.set(accountId, performance.now());
      await this.#read(accountId);
    } while (reload.again);
  }

  async #waitUntilDue(accountId: number): Promise<void> {
    const wait =
      (this.#reloadedAt.get(accountId) ?? Number.NEGATIVE_INFINITY) + MIN_RELOAD_INTERVAL - performance.now();
    if (wait > 0) await delay(wait, undefined, { signal: this.#stopping, ref: false });
  }
}
