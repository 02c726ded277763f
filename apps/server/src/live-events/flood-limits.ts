import { NamedError } from '@wakeline/contract/errors';

/** A limit as a bucket: it holds `burst` and gains `perSecond`. */
export interface FloodLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** Keys in memory of one limit; the ones that were not used for the longest time leave, and by then are full again. */
const MAX_KEYS = 100_000;

interface Bucket {
  level: number;
  /** Epoch milliseconds. */
  at: number;
}

/** Counts what each viewer or address sends to this server. */
export class FloodGuard {
  readonly #limit: FloodLimit;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: FloodLimit) {
    this.#limit = limit;
  }

  /**
   * Takes one from the bucket of a key.
   *
   * @param now epoch milliseconds
   * @throws NamedError `too-many-requests` with the `seconds` until there is one again
   */
  take(key: string, now: number): void {
    const { burst, perSecond } = this.#limit;
    const bucket = this.#fill(key, now);
    if (bucket.level < 1)
      throw new NamedError('too-many-requests', { seconds: Math.ceil((1 - bucket.level) / perSecond) });
    bucket.level = Math.min(burst, bucket.level) - 1;
  }

  /** Puts back what was taken: it was no attempt to guess. */
  giveBack(key: string, now: number): void {
    const bucket = this.#fill(key, now);
    bucket.level = Math.min(this.#limit.burst, bucket.level + 1);
  }

  #fill(key: string, now: number): Bucket {
    const { burst, perSecond } = this.#limit;
    const known = this.#buckets.get(key) ?? { level: burst, at: now };
    const seconds = Math.max(0, now - known.at) / 1_000;
    const bucket = { level: Math.min(burst, known.level + seconds * perSecond), at: now };
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > MAX_KEYS) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return bucket;
  }
}
