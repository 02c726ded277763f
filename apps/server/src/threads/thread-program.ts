import { parentPort, workerData } from 'node:worker_threads';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';

/** What a thread sends for each answer that it is asked for. */
export type ThreadMessage =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'failure';
      readonly errorName: ErrorName;
      readonly details: Readonly<Record<string, string | number>>;
    };

/** Serves the thread that this program runs in: the next answer whenever the other side wants one. Counterpart of `runInThread`. */
export function serveThread<Work, Answer>(
  produce: (request: Work) => AsyncGenerator<Answer, void> | Generator<Answer, void>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this program is for a thread');
  const iterator = produce(workerData as Work);
  port.on('message', async () => port.postMessage(await nextMessage(iterator)));
}

async function nextMessage(
  iterator: AsyncGenerator<unknown, void> | Generator<unknown, void>,
): Promise<ThreadMessage> {
  try {
    const next = await iterator.next();
    return next.done === true ? { kind: 'end' } : { kind: 'answer', answer: next.value };
  } catch (error) {
    // Classes do not pass from thread to thread; names do.
    if (!(error instanceof NamedError)) throw error;
    return { kind: 'failure', errorName: error.errorName, details: error.details };
  }
}
