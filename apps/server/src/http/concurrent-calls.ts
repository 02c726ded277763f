import { NamedError } from '@wakeline/contract/errors';

/** Calls in the works at once, from their first line until their answer is there; those above are told to come again, before they cost anything. */
const MAX_CONCURRENT_CALLS = 500;
/** Those of them from one address whose bodies are still on their way: with these one caller could keep all others out. */
export const MAX_BODIES_PER_ADDRESS = MAX_CONCURRENT_CALLS / 2;
/** A body that is not there by then is not coming. */
const RETRY_AFTER_SECONDS = 10;

/** A call that was let in. */
export interface ActiveCall {
  /** Its body is there, and it is carried out: from now on it lasts until `end`, whether anybody waits for it or not. */
  start(): void;
  /** Its caller was answered or is gone: this ends it where it has not begun. */
  abandon(): void;
  end(): void;
  /** Calls `then` when this is over, at once where it is. */
  onEnd(listener: () => void): void;
}

/** Counts the calls that are in the works. */
export class ConcurrentCalls {
  #calls = 0;
  /** Calls whose body is on its way, by address. */
  readonly #pendingBodies = new Map<string, number>();

  /**
   * Lets a call in; whoever asks says when it ends.
   *
   * @throws NamedError `overloaded` when there are too many, `too-many-requests` when too many bodies of `address` are on their way.
   */
  acquire(address: string): ActiveCall {
    if (this.#calls >= MAX_CONCURRENT_CALLS) throw new NamedError('overloaded');
    const bodies = this.#pendingBodies.get(address) ?? 0;
    if (bodies >= MAX_BODIES_PER_ADDRESS)
      throw new NamedError('too-many-requests', { seconds: RETRY_AFTER_SECONDS });
    this.#calls += 1;
    this.#pendingBodies.set(address, bodies + 1);
    let state: 'reading' | 'begun' | 'over' = 'reading';
    const endListeners: (() => void)[] = [];
    const setState = (next: 'begun' | 'over'): void => {
      if (state === 'over') return;
      if (state === 'reading') this.#finishBody(address);
      state = next;
      if (next === 'begun') return;
      this.#calls -= 1;
      for (const listener of endListeners.splice(0)) listener();
    };
    return {
      start: () => setState('begun'),
      abandon() {
        if (state === 'reading') setState('over');
      },
      end: () => setState('over'),
      onEnd(listener) {
        if (state === 'over') listener();
        else endListeners.push(listener);
      },
    };
  }

  #finishBody(address: string): void {
    const left = (this.#pendingBodies.get(address) ?? 1) - 1;
    if (left === 0) this.#pendingBodies.delete(address);
    else this.#pendingBodies.set(address, left);
  }
}
