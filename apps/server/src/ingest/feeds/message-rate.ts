const SECONDS = 10;

/** Messages per second, averaged over the last ten seconds. */
export class MessageRate {
  readonly #counts = new Array<number>(SECONDS).fill(0);
  #second = 0;

  add(now: number): void {
    this.#advance(now);
    const slot = this.#second % SECONDS;
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
  }

  perSecond(now: number): number {
    this.#advance(now);
    const total = this.#counts.reduce((sum, count) => sum + count, 0);
    return Math.round((total / SECONDS) * 10) / 10;
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1_000);
    const passed = Math.min(SECONDS, Math.max(0, second - this.#second));
    for (let step = 1; step <= passed; step++) this.#counts[(second - passed + step) % SECONDS] = 0;
    this.#second = Math.max(this.#second, second);
  }
}
