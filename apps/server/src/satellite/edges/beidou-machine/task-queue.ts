import { setTimeout as delay } from 'node:timers/promises';
import { NamedError } from '@wakeline/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { classifyFailure } from '../../../db/database-failure.ts';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** Tasks at which no more is read, and at which it is again. */
const FULL = 1_000;
const NEARLY_EMPTY = 100;

interface Task {
  readonly label: string;
  readonly run: () => Promise<void>;
}

/** Runs tasks on the database one after the other; while it is unavailable, the task is repeated. */
export class TaskQueue {
  readonly #log: FastifyBaseLogger;
  readonly #setFull: (isFull: boolean) => void;
  readonly #stopping = new AbortController();
  #tasks: Task[] = [];
  #isFull = false;
  #running: Promise<void> | null = null;

  /** @param setFull is called when tasks become too many, and when they no longer are */
  constructor(log: FastifyBaseLogger, setFull: (isFull: boolean) => void) {
    this.#log = log;
    this.#setFull = setFull;
  }

  add(label: string, run: () => Promise<void>): void {
    this.#tasks.push({ label, run });
    if (!this.#isFull && this.#tasks.length >= FULL) this.#changeFull(true);
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
  }

  /** Resolves when all tasks have ended; while the database is unavailable, they are dropped. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #work(): Promise<void> {
    for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
      await this.#repeat(task);
      if (this.#isFull && this.#tasks.length <= NEARLY_EMPTY) this.#changeFull(false);
    }
  }

  async #repeat({ label, run }: Task): Promise<void> {
    for (let wait = FIRST_DELAY_MS; ; wait = Math.min(MAX_DELAY_MS, wait * 2)) {
      try {
        await run();
        return;
      } catch (error) {
        this.#log.warn({ err: error }, `${label} failed`);
        if (!canSucceedLater(error) || this.#stopping.signal.aborted) return;
      }
      await delay(wait, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  #changeFull(isFull: boolean): void {
    this.#isFull = isFull;
    this.#setFull(isFull);
  }
}

/** Not so for errors of a task itself, which would hold up all others. */
function canSucceedLater(error: unknown): boolean {
  if (error instanceof NamedError || error instanceof TypeError || error instanceof RangeError) return false;
  return classifyFailure(error) === 'away';
}
