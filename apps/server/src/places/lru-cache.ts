/** A cache with a maximum number of entries; the least recently used one is evicted first. */
export class LruCache<Value> {
  readonly #maxEntries: number;
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** `now` in epoch milliseconds; undefined when missing or expired. */
  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= now) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, expiresAt: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: expiresAt });
    if (this.#entries.size <= this.#maxEntries) return;
    for (const [oldest] of this.#entries) {
      this.#entries.delete(oldest);
      break;
    }
  }
}
