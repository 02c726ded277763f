/** Who keeps bytes of a device that are not whole yet, or that wait for a look-up. */
export interface PendingHolder {
  /** Whether a registered device sent some of them: those of strangers go first. */
  readonly isKnown: boolean;
  /** Lets go of them: together there are too many. */
  dropPending(): void;
}

/**
 * Counts what all devices together have sent by halves. Each connection has a limit of its own, but thousands of them at their
 * limits are more than the memory. Beyond `limit` bytes, who has waited longest for the rest loses what is there.
 */
export class PendingBytes {
  readonly #limit: number;
  readonly #known = new Map<PendingHolder, number>();
  readonly #unknown = new Map<PendingHolder, number>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Says that `holder` keeps `bytes` now. It may be told to drop them before this returns. */
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

  /** `holder` keeps nothing any more. */
  release(holder: PendingHolder): void {
    for (const holders of [this.#known, this.#unknown]) {
      this.#total -= holders.get(holder) ?? 0;
      holders.delete(holder);
    }
  }
}
