/** Holds bytes of a device that are incomplete, or that wait for a look-up. */
export interface PendingHolder {
  /** Whether a registered device sent some of them: those of unknown devices are dropped first. */
  readonly isKnown: boolean;
  /** Drops the bytes because the total exceeds the limit. */
  dropPending(): void;
}

/**
 * Counts the incomplete input of all devices together. Each connection has its own limit, but thousands of
 * connections at their limits would exceed the memory. Beyond `limit` bytes, the holder that has waited longest loses
 * its bytes.
 */
export class PendingBytes {
  readonly #limit: number;
  readonly #known = new Map<PendingHolder, number>();
  readonly #unknown = new Map<PendingHolder, number>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Sets the number of bytes that `holder` holds. May call its `dropPending` before returning. */
  set(holder: PendingHolder, bytes: number): void {
    this.release(holder);
    if (bytes === 0) return;
    (holder.isKnown ? this.#known : this.#unknown).set(holder, bytes);
    this.#total += bytes;
    while (this.#total > this.#limit) {
      const [oldest] = this.#unknown.size > 0 ? this.#unknown.keys() : this.#known.keys();
      if (oldest === undefined) return;
      this.release(oldest);
      oldest.dropPending();
    }
  }

  /** Removes `holder`, which holds nothing any more. */
  release(holder: PendingHolder): void {
    this.#releaseFrom(this.#known, holder);
    this.#releaseFrom(this.#unknown, holder);
  }

  #releaseFrom(holders: Map<PendingHolder, number>, holder: PendingHolder): void {
    const bytes = holders.get(holder);
    if (bytes === undefined) return;
    this.#total -= bytes;
    holders.delete(holder);
  }
}
