/** External requests that the users and programs of an account may cause per minute. */
export const EXTERNAL_REQUESTS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;

/** Counts external requests by account, which limits the operator's costs and the data that leaves the server. */
export class ExternalRequestBudget {
  readonly #counts = new Map<number, number>();
  #minuteStart = 0;

  /** Whether the account may send one more request in this minute; if so, it is counted. */
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
