import { Worker } from 'node:worker_threads';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { ThreadMessage } from './thread-program.ts';

/** Limits of a thread; exceeding them ends it. */
export interface ThreadBudget {
  /** Milliseconds of work. Time between two requested results does not count. */
  readonly milliseconds: number;
  /** Megabytes of JavaScript objects. */
  readonly megabytes: number;
}

export interface ThreadOptions<Request> {
  /** A file that calls `serveThread`. */
  readonly program: URL;
  /** Copied to the thread. */
  readonly request: Request;
  readonly budget: ThreadBudget;
  /** Error for exceeding the budget. */
  readonly budgetError: ErrorName;
  /** Ends the thread immediately. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Processes untrusted input in a separate thread, so that it blocks nothing else. The thread ends when it exceeds its budget,
 * when `signal` is aborted, and when the consumer of its results stops.
 *
 * @throws NamedError of the thread, or `budgetError`; the reason of `signal`
 */
export async function* runInThread<Request, Result>(
  options: ThreadOptions<Request>,
): AsyncGenerator<Result, void> {
  const { program, request, budget, budgetError, signal } = options;
  signal?.throwIfAborted();
  const worker = new Worker(program, {
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: budget.megabytes },
  });
  // A stopping server does not wait for it.
  worker.unref();
  // An error between two results is reported by the next wait. Without a listener it would crash the server.
  worker.on('error', () => undefined);
  try {
    for (let remainingMs = budget.milliseconds; ; ) {
      const startedAt = performance.now();
      const message = await receiveMessage(worker, { remainingMs, budgetError, signal });
      remainingMs -= performance.now() - startedAt;
      if (message.kind === 'end') return;
      if (message.kind === 'failure') throw new NamedError(message.errorName, message.details);
      yield message.result as Result;
    }
  } finally {
    await worker.terminate();
  }
}

interface WaitOptions {
  /** Milliseconds left of its budget. */
  readonly remainingMs: number;
  readonly budgetError: ErrorName;
  readonly signal: AbortSignal | undefined;
}

/** Listeners are removed after each message: a promise for all of them would retain all results in memory. */
function receiveMessage(
  worker: Worker,
  { remainingMs, budgetError, signal }: WaitOptions,
): Promise<ThreadMessage> {
  return new Promise<ThreadMessage>((resolve, reject) => {
    const fail = (error: unknown) => {
      cleanUp();
      reject(error);
    };
    const onMessage = (message: ThreadMessage) => {
      cleanUp();
      resolve(message);
    };
    const failOverBudget = () => fail(new NamedError(budgetError));
    const onError = (error: unknown) => (isOutOfMemory(error) ? failOverBudget() : fail(error));
    const onExit = () => fail(new Error('the thread has ended'));
    const onAbort = () => fail(signal?.reason);
    const timer = setTimeout(failOverBudget, Math.max(1, remainingMs));
    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    worker.postMessage(null);
  });
}

function isOutOfMemory(error: unknown): boolean {
  return Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY';
}
