interface RepeatedTask {
  readonly every: number;
  readonly task: () => void;
  due: number;
}

/** The repeated tasks of a clock whose time passes in steps. */
export class RepeatedTasks {
  readonly #tasks = new Set<RepeatedTask>();

  /** Runs `task` every `ms` milliseconds from `now`, until the returned function is called. */
  add(now: number, ms: number, task: () => void): () => void {
    const repeated = { every: ms, task, due: now + ms };
    this.#tasks.add(repeated);
    return () => this.#tasks.delete(repeated);
  }

  /** Runs each due task once, like after a suspend. */
  run(now: number): void {
    for (const repeated of [...this.#tasks]) {
      if (repeated.due > now) continue;
      repeated.due = now + repeated.every;
      repeated.task();
    }
  }
}
