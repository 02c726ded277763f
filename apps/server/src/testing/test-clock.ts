import type { Clock } from '../clock.ts';

interface RepeatedTask {
  readonly every: number;
  readonly task: () => void;
  due: number;
}

/** A clock that the test controls: time passes only by `advance`. */
export class TestClock implements Clock {
  #now: number;
  readonly #repeated = new Set<RepeatedTask>();

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

  /** Advances the time by `ms` milliseconds in one step, like after a suspend: due tasks run once. */
  advance(ms: number): void {
    this.#now += ms;
    for (const repeated of [...this.#repeated]) {
      if (repeated.due > this.#now) continue;
      repeated.due = this.#now + repeated.every;
      repeated.task();
    }
  }
}
