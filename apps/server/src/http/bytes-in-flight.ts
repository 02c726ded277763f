import { NamedError } from '@wakeline/contract/errors';

/**
 * Bytes of large bodies that one user has on the way or in the works. A body costs some twenty times as much while it is parsed
 * and checked.
 */
export const BYTES_PER_USER = 4 * 1_048_576;
/** The same of all users: at the most some 350 MB of memory. */
export const BYTES_OF_ALL = 16 * 1_048_576;
const COME_AGAIN_SECONDS = 10;

/** Counts the bytes of bodies above `LIMITS.bodyBytes`, from before they are read until their calls are over. */
export class BytesInFlight {
  #all = 0;
  readonly #ofUser = new Map<number, number>();

  /**
   * Counts a body of `bytes`, and answers what ends it.
   *
   * @throws NamedError `bytes-in-flight` when the user has too much on the way, `overloaded` when all together have.
   */
  enter(user: number, bytes: number): () => void {
    const own = this.#ofUser.get(user) ?? 0;
    if (own + bytes > BYTES_PER_USER)
      throw new NamedError('bytes-in-flight', { seconds: COME_AGAIN_SECONDS });
    if (this.#all + bytes > BYTES_OF_ALL) throw new NamedError('overloaded');
    this.#all += bytes;
    this.#ofUser.set(user, own + bytes);
    return () => {
      this.#all -= bytes;
      const left = (this.#ofUser.get(user) ?? 0) - bytes;
      if (left > 0) this.#ofUser.set(user, left);
      else this.#ofUser.delete(user);
    };
  }
}
