import { NamedError } from '@wakeline/contract/errors';

/**
 * Hashes that run at once. Node has four threads for them, for files and for names of hosts (libuv's pool); one stays free.
 */
const MAX_CONCURRENT = 3;
/** Of these each side has one at any time, whatever the other does. */
const MAX_CONCURRENT_PER_POOL = 2;
/** Hashes of one source that wait; who asks for more is refused. */
export const MAX_QUEUED_PER_SOURCE = 100;

/** Who a hash is computed for. */
export interface HashSource {
  /** Somebody who signs in, or somebody who has. */
  readonly pool: 'signing in' | 'signed in';
  /** The address, or the account: each has one hash running, and takes turns with the others of its side. */
  readonly key: string;
}

interface HashPool {
  running: number;
  /** Keys that have a hash running. */
  readonly busy: Set<string>;
  /** What waits by key; the key whose turn is next comes first. */
  readonly waiting: Map<string, (() => void)[]>;
}

/**
 * Password hashes are slow on purpose, and every call can ask for one. They are computed in turns, so that an account that asks
 * for thousands delays itself, and neither other accounts nor who signs in.
 */
export class HashQueue {
  readonly #pools: Readonly<Record<HashSource['pool'], HashPool>> = {
    'signing in': { running: 0, busy: new Set(), waiting: new Map() },
    'signed in': { running: 0, busy: new Set(), waiting: new Map() },
  };

  /** @throws NamedError `too-many-requests` where too many of the same source wait */
  async run<Result>(source: HashSource, work: () => Promise<Result>): Promise<Result> {
    const pool = this.#pools[source.pool];
    await this.#waitForTurn(pool, source.key);
    try {
      return await work();
    } finally {
      pool.running -= 1;
      pool.busy.delete(source.key);
      // Behind all others that wait.
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
