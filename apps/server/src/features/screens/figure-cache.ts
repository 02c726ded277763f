/** A value with the time at which it was read, epoch milliseconds. */
export interface Cached<Value> {
  readonly asOf: number;
  readonly value: Value;
}

/** Maximum number of values: those that were not requested for the longest time leave. */
const MAX_ENTRIES = 2_000;

/**
 * Figures of screens. Several screens of an account request the same ones each minute, and a screen has several boxes
 * of the same figures; so a read is shared by all who request it, also while it is in flight.
 */
export class FigureCache {
  readonly #entries = new Map<string, { readonly asOf: number; readonly value: Promise<unknown> }>();

  /** @param key names the value and whose it is: the scope of its reader must be part of it */
  async get<Value>(
    key: string,
    { now, ttlMs }: { readonly now: number; readonly ttlMs: number },
    read: () => Promise<Value>,
  ): Promise<Cached<Value>> {
    const known = this.#entries.get(key);
    this.#entries.delete(key);
    const isFresh = known !== undefined && now - known.asOf < ttlMs && now >= known.asOf;
    const entry = isFresh ? known : { asOf: now, value: read() };
    this.#entries.set(key, entry);
    if (this.#entries.size > MAX_ENTRIES) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    try {
      return { asOf: entry.asOf, value: (await entry.value) as Value };
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }
}
