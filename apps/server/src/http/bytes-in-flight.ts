import { NamedError } from '@wakeline/contract/errors';

/**
 * Maximum bytes of large bodies that one user has in transfer or in processing. Parsing and validating a body takes about
 * twenty times its size.
 */
export const MAX_BYTES_PER_USER = 4 * 1_048_576;
/** The same for all users together: about 350 MB of memory at most. */
export const MAX_TOTAL_BYTES = 16 * 1_048_576;
const RETRY_AFTER_SECONDS = 10;

/** Counts the bytes of bodies larger than `LIMITS.bodyBytes`, from before they are read until their calls end. */
export class BytesInFlight {
  #total = 0;
  readonly #byUser = new Map<number, number>();

  /**
   * Counts a body of `bytes` and returns the function that releases them.
   *
   * @throws NamedError `bytes-in-flight` if the user exceeds their limit, `overloaded` if all users together do.
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
      const remaining = (this.#byUser.get(user) ?? 0) - bytes;
      if (remaining > 0) this.#byUser.set(user, remaining);
      else this.#byUser.delete(user);
    };
  }
}
