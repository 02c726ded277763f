import { NamedError } from '@wakeline/contract/errors';

/**
 * Concurrent hashes. Node has four threads for them, for files and for DNS look-ups (libuv's pool); one is left free.
 */
const MAX_CONCURRENT = 3;
/** Concurrent hashes of one pool; the other pool always keeps one slot. */
const MAX_CONCURRENT_PER_POOL = 2;
/** Queued hashes of one source; further requests are refused. */
export const MAX_QUEUED_PER_SOURCE = 100;

/** For whom a hash is computed. */
export interface HashSource {
  /** Before authentication (sign-in, recovery), or after it. */
  readonly pool: 'anonymous' | 'authenticated';
  /** The address, or the account: each runs one hash at a time, in turn with the others of its pool. */
  readonly key: string;
}

interface HashPool {
  running: number;
  /** Keys with a running hash. */
  readonly busy: Set<string>;
  /** Queued hashes by key; the key that is next comes first. */
  readonly waiting: Map<string, (() => void)[]>;
}

/**
 * Password hashes are slow on purpose, and every call can request one. They are scheduled round-robin, so that an
 * account that requests thousands only delays itself, not other accounts or sign-ins.
 */
export class HashQueue {
  readonly #pools: Readonly<Record<HashSource['pool'], HashPool>> = {
    anonymous: { running: 0, busy: new Set(), waiting: new Map() },
    authenticated: { running: 0, busy: new Set(), waiting: new Map() },
  };

  /** @throws NamedError `too-many-requests` when too many of the same source are queued */
  async run<Result>(source: HashSource, work: () => Promise<Result>): Promise<Result> {
    const pool = this.#pools[source.pool];
    await this.#waitForTurn(pool, source.key);
    try {
      return await work();
    } finally {
      pool.running -= 1;
      pool.busy.delete(source.key);
      // Moves the key behind all others.
      const others = pool.waiting.get(source.key);
      pool.waiting.delete(source.key);
      if (others !== undefined) pool.waiting.set(source.key, others);
      this.#start();
    }
  }

  #waitForTurn(pool: HashPool, key: string): Promise<void> {
    const waiting = pool.waiting.get(key) ?? [];
    if (waiting.length >= MAX_QUEUED_PER_SOURCE) throw new NamedError('too-many-requests', { seconds: 1 });
    return new Promise((start) => {
      waiting.push(start);
      pool.waiting.set(key, waiting);
      this.#start();
    });
  }

  #start(): void {
    const pools = Object.values(this.#pools);
    const running = () => pools.reduce((sum, pool) => sum + pool.running, 0);
    for (const pool of pools) {
      for (const [key, [start, ...others]] of pool.waiting) {
        if (running() >= MAX_CONCURRENT || pool.running >= MAX_CONCURRENT_PER_POOL) break;
        if (start === undefined || pool.busy.has(key)) continue;
        pool.running += 1;
        pool.busy.add(key);
        if (others.length > 0) pool.waiting.set(key, others);
        else pool.waiting.delete(key);
        start();
      }
    }
  }
}
