/** Questions to services outside that an account's people and programs may cause in a minute. */
export const EXTERNAL_REQUESTS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;

/** Counts what is asked outside for whom: what the operator pays for, and what leaves his server, has a bound. */
export class ExternalRequestBudget {
  readonly #counts = new Map<number, number>();
  #minuteStart = 0;

  /** Whether the account may have one more question asked in this minute, which then counts. */
  take(accountId: number, now: number): boolean {
    if (now - this.#minuteStart >= MINUTE_MS || now < this.#minuteStart) {
      this.#counts.clear();
      this.#minuteStart = now;
    }
    const count = this.#counts.get(accountId) ?? 0;
    if (count >= EXTERNAL_REQUESTS_PER_MINUTE) return false;
    this.#counts.set(accountId, count + 1);
    return true;
  }
}
