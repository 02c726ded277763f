/** A viewer counts for this time after their last request, milliseconds. */
const PRESENT_MS = 15_000;
/** Viewers that one address can make count: a hall of spectators behind one router. */
const MAX_PER_ADDRESS = 1_000;
const MAX_VIEWERS = 200_000;

/** Counts those who watch a public page: browsers with a random key of their own. */
export class Viewers {
  /** When each was last seen, epoch milliseconds, and their first address. */
  readonly #seen = new Map<string, { at: number; readonly address: string }>();
  readonly #addresses = new Map<string, number>();

  /** @param now epoch milliseconds */
  note(key: string, address: string, now: number): void {
    const known = this.#seen.get(key);
    if (known !== undefined) {
      known.at = now;
      return;
    }
    const ofAddress = this.#addresses.get(address) ?? 0;
    if (ofAddress >= MAX_PER_ADDRESS || this.#seen.size >= MAX_VIEWERS) return;
    this.#addresses.set(address, ofAddress + 1);
    this.#seen.set(key, { at: now, address });
  }

  count(now: number): number {
    for (const [key, { at, address }] of this.#seen) {
      if (at >= now - PRESENT_MS) continue;
      this.#seen.delete(key);
      const left = (this.#addresses.get(address) ?? 1) - 1;
      if (left === 0) this.#addresses.delete(address);
      else this.#addresses.set(address, left);
    }
    return this.#seen.size;
  }
}
