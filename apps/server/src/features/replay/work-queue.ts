/** Runs a limited number of jobs at once; the others wait in order. The callers limit the number of waiting jobs. */
export class WorkQueue {
  readonly #concurrency: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  async run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#concurrency) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
