import { NamedError } from '@wakeline/contract/errors';
import { serveThread } from '../thread-program.ts';

/** What the thread of the tests does after its first answer. */
export type TestRequest = 'end' | 'refuse' | 'break' | 'spin' | 'fill' | 'wait';

serveThread<TestRequest, string>(async function* (work) {
  yield 'first';
  switch (work) {
    case 'end':
      yield 'second';
      return;
    case 'refuse':
      throw new NamedError('gps-file-malformed', { line: 7 });
    case 'break':
      throw new Error('a fault of ours');
    case 'spin':
      for (;;);
    case 'fill':
      for (const kept: string[][] = []; ; ) kept.push(Array.from({ length: 10_000 }, String));
    case 'wait':
      await new Promise(() => undefined);
  }
});
