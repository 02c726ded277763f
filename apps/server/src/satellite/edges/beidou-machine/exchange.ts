import type { BeidouEvent, FeedbackEvent, ReceiptsEvent } from '@wakeline/protocols/satellite/beidou/event';
import type { BeidouRefusal, BeidouRequest } from '@wakeline/protocols/satellite/beidou/request';

/** Milliseconds for the response to a request that uses the radio. */
const RESPONSE_TIMEOUT_MS = 30_000;

export type Response = FeedbackEvent | ReceiptsEvent;
/** `timeout`, `lost`: the request was written, and whether the radio sent it is not known. */
export type ExchangeResult = Response | BeidouRefusal | 'offline' | 'timeout' | 'lost';

interface Pending {
  readonly isResponse: (event: BeidouEvent) => boolean;
  readonly deadline: number;
  readonly resolve: (result: ExchangeResult) => void;
}

/** Requests that use the radio: one at a time, because feedback does not say to which request it belongs. */
export class Exchange {
  readonly #write: (request: BeidouRequest) => BeidouRefusal | 'offline' | null;
  #last: Promise<unknown> = Promise.resolve();
  #pending: Pending | null = null;

  constructor(write: (request: BeidouRequest) => BeidouRefusal | 'offline' | null) {
    this.#write = write;
  }

  /** Runs a job after the ones before it. */
  exclusively<Result>(job: () => Promise<Result>): Promise<Result> {
    const run = this.#last.then(job);
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Writes a request and waits for its response; only within `exclusively`. */
  request(
    request: BeidouRequest,
    isResponse: (event: BeidouEvent) => boolean,
    now: number,
  ): Promise<ExchangeResult> {
    const refusal = this.#write(request);
    if (refusal !== null) return Promise.resolve(refusal);
    return new Promise((resolve) => {
      this.#pending = { isResponse, deadline: now + RESPONSE_TIMEOUT_MS, resolve };
    });
  }

  /** Whether the event is the response to the request in flight. */
  receive(event: Response): boolean {
    if (this.#pending?.isResponse(event) !== true) return false;
    this.#settle(event);
    return true;
  }

  /** Ends a request whose time is over. */
  expire(now: number): void {
    if (this.#pending !== null && this.#pending.deadline <= now) this.#settle('timeout');
  }

  /** The connection was lost. */
  lose(): void {
    this.#settle('lost');
  }

  /** Resolves when all jobs have ended. */
  async ended(): Promise<void> {
    await this.#last;
  }

  #settle(result: ExchangeResult): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve(result);
  }
}
