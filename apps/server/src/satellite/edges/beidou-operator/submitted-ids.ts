/** Milliseconds within which the response to a message is stored. */
const RETENTION_MS = 60_000;

/**
 * Ids of messages that this server gave to the platform lately: their receipts can overtake its response. A server that is
 * started again knows none: the response to what it had submitted is lost, so no receipt has a message.
 */
export class SubmittedIds {
  readonly #times = new Map<string, number>();

  add(id: string, now: number): void {
    for (const [old, time] of this.#times) {
      if (now - time < RETENTION_MS) break;
      this.#times.delete(old);
    }
    this.#times.set(id, now);
  }

  has(id: string, now: number): boolean {
    const time = this.#times.get(id);
    return time !== undefined && now - time < RETENTION_MS;
  }
}
