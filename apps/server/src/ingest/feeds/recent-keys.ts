/** Most keys that are kept; then the oldest are dropped before their time. */
const MAX_KEYS = 50_000;

/** Finds messages that were received before within a time, from any feed of the account. */
export class RecentKeys {
  readonly #seen = new Map<string, number>();
  readonly #window: number;

  /** @param window milliseconds */
  constructor(window: number) {
    this.#window = window;
  }

  /** Whether the key was added within the time before `now`; otherwise it is added. */
  isDuplicate(key: string, now: number): boolean {
    for (const [oldest, at] of this.#seen) {
      if (now - at < this.#window && this.#seen.size < MAX_KEYS) break;
      this.#seen.delete(oldest);
    }
    if (this.#seen.has(key)) return true;
    this.#seen.set(key, now);
    return false;
  }
}
