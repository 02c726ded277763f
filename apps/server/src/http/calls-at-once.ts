import { NamedError } from '@wakeline/contract/errors';

/** Calls in the works at once, from their first line until their answer is there; those above are told to come again, before they cost anything. */
const MOST_CALLS_AT_ONCE = 500;
/** Those of them from one address whose bodies are still on their way: with these one caller could keep all others out. */
export const MOST_BODIES_PER_ADDRESS = MOST_CALLS_AT_ONCE / 2;
/** A body that is not there by then is not coming. */
const COME_AGAIN_SECONDS = 10;

/** A call that was let in. */
export interface CallInWork {
  /** Its body is there, and it is carried out: from now on it lasts until `end`, whether anybody waits for it or not. */
  begin(): void;
  /** Its caller was answered or is gone: this ends it where it has not begun. */
  leave(): void;
  end(): void;
  /** Calls `then` when this is over, at once where it is. */
  whenOver(then: () => void): void;
}

/** Counts the calls that are in the works. */
export class CallsAtOnce {
  #calls = 0;
  /** Calls whose body is on its way, by address. */
  readonly #bodies = new Map<string, number>();

  /**
   * Lets a call in; whoever asks says when it ends.
   *
   * @throws NamedError `overloaded` when there are too many, `too-many-requests` when too many bodies of `address` are on their way.
   */
  enter(address: string): CallInWork {
    if (this.#calls >= MOST_CALLS_AT_ONCE) throw new NamedError('overloaded');
    const bodies = this.#bodies.get(address) ?? 0;
    if (bodies >= MOST_BODIES_PER_ADDRESS)
      throw new NamedError('too-many-requests', { seconds: COME_AGAIN_SECONDS });
    this.#calls += 1;
    this.#bodies.set(address, bodies + 1);
    let state: 'reading' | 'begun' | 'over' = 'reading';
    const waiting: (() => void)[] = [];
    const become = (next: 'begun' | 'over'): void => {
      if (state === 'over') return;
      if (state === 'reading') this.#bodyRead(address);
      state = next;
      if (next === 'begun') return;
      this.#calls -= 1;
      for (const then of waiting.splice(0)) then();
    };
    return {
      begin: () => become('begun'),
      leave() {
        if (state === 'reading') become('over');
      },
      end: () => become('over'),
      whenOver(then) {
        if (state === 'over') then();
        else waiting.push(then);
      },
    };
  }

  #bodyRead(address: string): void {
    const left = (this.#bodies.get(address) ?? 1) - 1;
    if (left === 0) this.#bodies.delete(address);
    else this.#bodies.set(address, left);
  }
}
