import { NamedError } from '@wakeline/contract/errors';

/**
 * Hashes that run at once. Node has four threads for them, for files and for names of hosts (libuv's pool); one stays free.
 */
const AT_ONCE = 3;
/** Of these each side has one at any time, whatever the other does. */
const AT_ONCE_OF_SIDE = 2;
/** Hashes of one source that wait; who asks for more is refused. */
export const MOST_WAITING = 100;

/** Who a hash is computed for. */
export interface HashSource {
  /** Somebody who signs in, or somebody who has. */
  readonly side: 'signing in' | 'signed in';
  /** The address, or the account: each has one hash running, and takes turns with the others of its side. */
  readonly key: string;
}

interface Side {
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
  readonly #sides: Readonly<Record<HashSource['side'], Side>> = {
    'signing in': { running: 0, busy: new Set(), waiting: new Map() },
    'signed in': { running: 0, busy: new Set(), waiting: new Map() },
  };

  /** @throws NamedError `too-many-requests` where too many of the same source wait */
  async run<Result>(source: HashSource, work: () => Promise<Result>): Promise<Result> {
    const side = this.#sides[source.side];
    await this.#turn(side, source.key);
    try {
      return await work();
    } finally {
      side.running -= 1;
      side.busy.delete(source.key);
      // Behind all others that wait.
      const others = side.waiting.get(source.key);
      side.waiting.delete(source.key);
      if (others !== undefined) side.waiting.set(source.key, others);
      this.#start();
    }
  }

  #turn(side: Side, key: string): Promise<void> {
    const waiting = side.waiting.get(key) ?? [];
    if (waiting.length >= MOST_WAITING) throw new NamedError('too-many-requests', { seconds: 1 });
    return new Promise((begin) => {
      waiting.push(begin);
      side.waiting.set(key, waiting);
      this.#start();
    });
  }

  #start(): void {
    const sides = Object.values(this.#sides);
    const running = () => sides.reduce((sum, side) => sum + side.running, 0);
    for (const side of sides) {
      for (const [key, [begin, ...others]] of side.waiting) {
        if (running() >= AT_ONCE || side.running >= AT_ONCE_OF_SIDE) break;
        if (begin === undefined || side.busy.has(key)) continue;
        side.running += 1;
        side.busy.add(key);
        if (others.length > 0) side.waiting.set(key, others);
        else side.waiting.delete(key);
        begin();
      }
    }
  }
}
