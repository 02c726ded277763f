import { NamedError } from '@wakeline/contract/errors';
import { serveThread } from '../thread-program.ts';

/** What the test thread does after its first result. */
export type TestRequest = 'end' | 'refuse' | 'break' | 'spin' | 'fill' | 'wait';

serveThread<TestRequest, string>(async function* (request) {
  yield 'first';
  switch (request) {
    case 'end':
      yield 'second';
      return;
    case 'refuse':
      throw new NamedError('gps-file-malformed', { line: 7 });
    case 'break':
      throw new Error('unexpected error');
    case 'spin':
      for (;;);
    case 'fill':
      for (const retained: string[][] = []; ; ) retained.push(Array.from({ length: 10_000 }, String));
    case 'wait':
      await new Promise(() => undefined);
  }
});
