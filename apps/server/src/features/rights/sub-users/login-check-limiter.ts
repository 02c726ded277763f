import { NamedError } from '@wakeline/contract/errors';

/** Logins that one user may check per minute: enough for typing, too few to enumerate names. */
export const CHECKS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Limits checks whether a login is free per user: the result covers every account of the server. */
export class LoginCheckLimiter {
  readonly #counts = new Map<number, number>();
  #windowStart = 0;

  /** @throws NamedError `too-many-requests` with the `seconds` until the next minute. */
  count(userId: number, now: number): void {
    if (now - this.#windowStart >= MINUTE_MS || now < this.#windowStart) {
      this.#counts.clear();
      this.#windowStart = now;
    }
    const count = (this.#counts.get(userId) ?? 0) + 1;
    this.#counts.set(userId, count);
    if (count > CHECKS_PER_MINUTE) {
      throw new NamedError('too-many-requests', {
        seconds: Math.ceil((this.#windowStart + MINUTE_MS - now) / 1000),
      });
    }
  }
}
