import { ExternalServiceError } from './fetch-external-json.ts';

export interface LimiterOptions {
  /** Maximum number of running jobs, and of queued ones. */
  readonly concurrency: number;
  readonly maxQueued: number;
  /** After this many consecutive failures, requests are paused for `pauseMs` milliseconds. */
  readonly maxFailures: number;
  readonly pauseMs: number;
  readonly now: () => number;
  /** The external service has failed repeatedly, and is paused. */
  readonly onPause: (error: unknown) => void;
}

/** Limits the requests to an external service: a few at once, none while it is down. */
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

  /**
   * @throws ExternalServiceError while the service is paused or too many jobs are queued; else whatever `work`
   * throws.
   */
  async run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#requireAvailable();
    if (this.#running >= this.#options.concurrency) {
      if (this.#queue.length >= this.#options.maxQueued)
        throw new ExternalServiceError('too many requests are queued');
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      // While this job was queued, others may have found the service down.
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

  /** Aborts running and queued jobs. */
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
    super('requests to the service are paused');
  }
}
