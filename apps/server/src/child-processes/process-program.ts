import { flushCompileCache } from 'node:module';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';

/** The message a process sends for each requested result. */
export type ProcessMessage =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'failure';
      readonly errorName: ErrorName;
      readonly details: Readonly<Record<string, string | number>>;
    }
  | { readonly kind: 'error'; readonly error: Error };

/**
 * Serves the child process that this program runs in: its first message is the request, each further message requests one result.
 * The process ends with its parent. Counterpart of `runInProcess`.
 */
export function serveProcess<Request, Result>(
  produce: (request: Request) => AsyncGenerator<Result, void> | Generator<Result, void>,
): void {
  if (process.send === undefined) throw new Error('this program must run in a child process');
  process.on('disconnect', () => process.exit());
  // The parent kills this process, which would then not save what it has compiled.
  flushCompileCache();
  process.once('message', (request) => {
    const iterator = produce(request as Request);
    process.on('message', async () => process.send?.(await nextMessage(iterator)));
  });
}

async function nextMessage(
  iterator: AsyncGenerator<unknown, void> | Generator<unknown, void>,
): Promise<ProcessMessage> {
  try {
    const next = await iterator.next();
    return next.done === true ? { kind: 'end' } : { kind: 'result', result: next.value };
  } catch (error) {
    // Error classes cannot be sent between processes; names can.
    if (error instanceof NamedError)
      return { kind: 'failure', errorName: error.errorName, details: error.details };
    return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) };
  }
}
