import { Worker } from 'node:worker_threads';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { ThreadMessage } from './thread-program.ts';

/** What a thread may use; what goes beyond ends it. */
export interface ThreadBudget {
  /** Milliseconds for which it may work. While nobody wants its next answer, no time is counted. */
  readonly milliseconds: number;
  /** Megabytes of JavaScript objects. */
  readonly megabytes: number;
}

export interface ThreadOptions<Work> {
  /** A file that calls `serveThread`. */
  readonly program: URL;
  /** Copied to the thread. */
  readonly request: Work;
  readonly budget: ThreadBudget;
  /** Failure of work that takes more than its budget. */
  readonly budgetError: ErrorName;
  /** Ends the thread where it is. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Work on what others sent, in a thread of its own: it holds up nothing else, and ends when it costs too much, when `signal` is
 * aborted, and when the consumer of its results stops.
 *
 * @throws NamedError of the work itself, or `costly`; the reason of `signal`
 */
export async function* runInThread<Work, Answer>(options: ThreadOptions<Work>): AsyncGenerator<Answer, void> {
  const { program, request, budget, budgetError, signal } = options;
  signal?.throwIfAborted();
  const worker = new Worker(program, {
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: budget.megabytes },
  });
  // A server that ends does not wait for it.
  worker.unref();
  // An error between two answers is told by the next: the thread has ended. Without a listener it would end the server.
  worker.on('error', () => undefined);
  try {
    for (let remainingMs = budget.milliseconds; ; ) {
      const startedAt = performance.now();
      const message = await receiveMessage(worker, { remainingMs, budgetError, signal });
      remainingMs -= performance.now() - startedAt;
      if (message.kind === 'end') return;
      if (message.kind === 'failure') throw new NamedError(message.errorName, message.details);
      yield message.answer as Answer;
    }
  } finally {
    await worker.terminate();
  }
}

interface WaitOptions {
  /** Milliseconds that are left to it. */
  readonly remainingMs: number;
  readonly budgetError: ErrorName;
  readonly signal: AbortSignal | undefined;
}

/** Every listener goes with its answer: what waits for all of them would keep all answers in memory. */
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
