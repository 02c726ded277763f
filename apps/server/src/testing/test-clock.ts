import type { Clock } from '../clock.ts';
import { RepeatedTasks } from './repeated-tasks.ts';

/** A clock that the test controls: time passes only by `advance`. */
export class TestClock implements Clock {
  #now: number;
  readonly #repeated = new RepeatedTasks();
  readonly #onAdvanced: (now: number) => void;

  /** @param onAdvanced is called before due tasks run */
  constructor(start: number, onAdvanced: (now: number) => void = () => undefined) {
    this.#now = start;
    this.#onAdvanced = onAdvanced;
  }

  now(): number {
    return this.#now;
  }

  every(ms: number, task: () => void): () => void {
    return this.#repeated.add(this.#now, ms, task);
  }

  /** Advances the time by `ms` milliseconds in one step, like after a suspend: due tasks run once. */
  advance(ms: number): void {
    this.#now += ms;
    this.#onAdvanced(this.#now);
    this.#repeated.run(this.#now);
  }
}
