import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';

/** The message a thread sends for each requested result. */
export type ThreadMessage =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'failure';
      readonly errorName: ErrorName;
      readonly details: Readonly<Record<string, string | number>>;
    };

/** Serves the thread that this program runs in: sends one result per request. Counterpart of `runInThread`. */
export function serveThread<Request, Result>(
  produce: (request: Request) => AsyncGenerator<Result, void> | Generator<Result, void>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this program must run in a worker thread');
  const iterator = produce(workerData as Request);
  port.on('message', async () => port.postMessage(await nextMessage(iterator)));
}

async function nextMessage(
  iterator: AsyncGenerator<unknown, void> | Generator<unknown, void>,
): Promise<ThreadMessage> {
  try {
    const next = await iterator.next();
    return next.done === true ? { kind: 'end' } : { kind: 'result', result: next.value };
  } catch (error) {
    // Error classes cannot be sent between threads; names can.
    if (!(error instanceof NamedError)) throw error;
    return { kind: 'failure', errorName: error.errorName, details: error.details };
  }
}
