import { NamedError } from '@wakeline/contract/errors';

/**
 * Bytes of large bodies that one user has on the way or in the works. A body costs some twenty times as much while it is parsed
 * and checked.
 */
export const MAX_BYTES_PER_USER = 4 * 1_048_576;
/** The same of all users: at the most some 350 MB of memory. */
export const MAX_TOTAL_BYTES = 16 * 1_048_576;
const RETRY_AFTER_SECONDS = 10;

/** Counts the bytes of bodies above `LIMITS.bodyBytes`, from before they are read until their calls are over. */
export class BytesInFlight {
  #total = 0;
  readonly #byUser = new Map<number, number>();

  /**
   * Counts a body of `bytes`, and answers what ends it.
   *
   * @throws NamedError `bytes-in-flight` when the user has too much on the way, `overloaded` when all together have.
   */
  acquire(user: number, bytes: number): () => void {
    const used = this.#byUser.get(user) ?? 0;
    if (used + bytes > MAX_BYTES_PER_USER)
      throw new NamedError('bytes-in-flight', { seconds: RETRY_AFTER_SECONDS });
    if (this.#total + bytes > MAX_TOTAL_BYTES) throw new NamedError('overloaded');
    this.#total += bytes;
    this.#byUser.set(user, used + bytes);
    return () => {
      this.#total -= bytes;
      const left = (this.#byUser.get(user) ?? 0) - bytes;
      if (left > 0) this.#byUser.set(user, left);
      else this.#byUser.delete(user);
    };
  }
}
