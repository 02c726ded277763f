import { OutsideError } from './outside-json.ts';

export interface GateOptions {
  /** How many works run at once, and how many wait. */
  readonly atOnce: number;
  readonly waiting: number;
  /** After so many failures in a row nothing is let through for a time, in milliseconds. */
  readonly failures: number;
  readonly pause: number;
  readonly now: () => number;
  /** The service outside has begun to fail. */
  readonly onPause: (error: unknown) => void;
}

/** Guards a service outside, and us from it: a few questions at once, none while it is down. */
export class Gate {
  readonly #options: GateOptions;
  readonly #stopping = new AbortController();
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #failed = 0;
  #closedUntil = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** @throws OutsideError when the service is left alone for now, or too many wait for it; else whatever `work` throws. */
  async pass<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#require();
    if (this.#running >= this.#options.atOnce) {
      if (this.#queue.length >= this.#options.waiting) throw new OutsideError('too many wait already');
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      // While it waited, the others may have found the service down.
      this.#require();
      const result = await work(this.#stopping.signal);
      this.#failed = 0;
      return result;
    } catch (error) {
      if (error instanceof OutsideError && !(error instanceof GateClosed)) this.#fail(error);
      throw error;
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Gives up what runs and what waits. */
  close(): void {
    this.#stopping.abort();
  }

  #require(): void {
    if (this.#stopping.signal.aborted || this.#options.now() < this.#closedUntil) throw new GateClosed();
  }

  #fail(error: unknown): void {
    this.#failed += 1;
    if (this.#failed < this.#options.failures || this.#stopping.signal.aborted) return;
    this.#failed = 0;
    this.#closedUntil = this.#options.now() + this.#options.pause;
    this.#options.onPause(error);
  }
}

class GateClosed extends OutsideError {
  constructor() {
    super('the service is left alone for now');
  }
}
