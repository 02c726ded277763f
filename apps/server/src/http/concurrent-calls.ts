import { NamedError } from '@wakeline/contract/errors';

/** Maximum concurrent calls, from the request line to the finished response. Calls above it are refused before they cost anything. */
const MAX_CONCURRENT_CALLS = 500;
/** Maximum calls from one address whose bodies are still arriving; otherwise one caller could keep out all others. */
export const MAX_BODIES_PER_ADDRESS = MAX_CONCURRENT_CALLS / 2;
/** By then, a pending body has arrived or has timed out. */
const RETRY_AFTER_SECONDS = 10;

/** An admitted call. */
export interface ActiveCall {
  /** The body has arrived and the call runs: it now lasts until `end`, even if the client disconnects. */
  start(): void;
  /** The response was sent or the client disconnected: ends the call if it has not started. */
  abandon(): void;
  end(): void;
  /** Calls `listener` when the call ends, immediately if it already has. */
  onEnd(listener: () => void): void;
}

/** Counts and limits concurrent calls. */
export class ConcurrentCalls {
  #calls = 0;
  /** Calls whose body is still arriving, by address. */
  readonly #pendingBodies = new Map<string, number>();

  /**
   * Admits a call; the caller of this function has to end it.
   *
   * @throws NamedError `overloaded` when there are too many, `too-many-requests` when too many bodies from `address` are still arriving.
   */
  acquire(address: string): ActiveCall {
    if (this.#calls >= MAX_CONCURRENT_CALLS) throw new NamedError('overloaded');
    const bodies = this.#pendingBodies.get(address) ?? 0;
    if (bodies >= MAX_BODIES_PER_ADDRESS)
      throw new NamedError('too-many-requests', { seconds: RETRY_AFTER_SECONDS });
    this.#calls += 1;
    this.#pendingBodies.set(address, bodies + 1);
    let state: 'reading' | 'started' | 'ended' = 'reading';
    const endListeners: (() => void)[] = [];
    const setState = (next: 'started' | 'ended'): void => {
      if (state === 'ended') return;
      if (state === 'reading') this.#finishBody(address);
      state = next;
      if (next === 'started') return;
      this.#calls -= 1;
      for (const listener of endListeners.splice(0)) listener();
    };
    return {
      start: () => setState('started'),
      abandon() {
        if (state === 'reading') setState('ended');
      },
      end: () => setState('ended'),
      onEnd(listener) {
        if (state === 'ended') listener();
        else endListeners.push(listener);
      },
    };
  }

  #finishBody(address: string): void {
    const remaining = (this.#pendingBodies.get(address) ?? 1) - 1;
    if (remaining === 0) this.#pendingBodies.delete(address);
    else this.#pendingBodies.set(address, remaining);
  }
}
