import { ExternalServiceError } from './fetch-external-json.ts';

export interface LimiterOptions {
  /** How many works run at once, and how many wait. */
  readonly concurrency: number;
  readonly maxQueued: number;
  /** After so many failures in a row nothing is let through for a time, in milliseconds. */
  readonly maxFailures: number;
  readonly pauseMs: number;
  readonly now: () => number;
  /** The service outside has begun to fail. */
  readonly onPause: (error: unknown) => void;
}

/** Guards a service outside, and us from it: a few questions at once, none while it is down. */
export class ServiceLimiter {
  readonly #options: LimiterOptions;
  readonly #stopping = new AbortController();
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #failures = 0;
  #pausedUntil = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** @throws ExternalServiceError when the service is left alone for now, or too many wait for it; else whatever `work` throws. */
  async run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#requireAvailable();
    if (this.#running >= this.#options.concurrency) {
      if (this.#queue.length >= this.#options.maxQueued)
        throw new ExternalServiceError('too many wait already');
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      // While it waited, the others may have found the service down.
      this.#requireAvailable();
      const result = await work(this.#stopping.signal);
      this.#failures = 0;
      return result;
    } catch (error) {
      if (error instanceof ExternalServiceError && !(error instanceof ServicePausedError))
        this.#countFailure(error);
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

  #requireAvailable(): void {
    if (this.#stopping.signal.aborted || this.#options.now() < this.#pausedUntil)
      throw new ServicePausedError();
  }

  #countFailure(error: unknown): void {
    this.#failures += 1;
    if (this.#failures < this.#options.maxFailures || this.#stopping.signal.aborted) return;
    this.#failures = 0;
    this.#pausedUntil = this.#options.now() + this.#options.pauseMs;
    this.#options.onPause(error);
  }
}

class ServicePausedError extends ExternalServiceError {
  constructor() {
    super('the service is left alone for now');
  }
}
