import type { Clock } from '../clock.ts';

interface Repeated {
  readonly every: number;
  readonly task: () => void;
  due: number;
}

/** A clock in the test's hand: time passes when it is told to, and what repeats runs as often as it would have. */
export class TestClock implements Clock {
  #now: number;
  readonly #repeated = new Set<Repeated>();

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  every(ms: number, task: () => void): () => void {
    const repeated = { every: ms, task, due: this.#now + ms };
    this.#repeated.add(repeated);
    return () => this.#repeated.delete(repeated);
  }

  /** Lets `ms` milliseconds pass. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#repeated].sort((a, b) => a.due - b.due)[0];
      if (next === undefined || next.due > end) break;
      this.#now = next.due;
      next.due += next.every;
      next.task();
    }
    this.#now = end;
  }
}
