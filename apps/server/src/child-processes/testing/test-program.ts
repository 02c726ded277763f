import { NamedError } from '@wakeline/contract/errors';
import { serveProcess } from '../process-program.ts';

/** What the test program does after its first result. */
export type TestRequest = 'end' | 'refuse' | 'break' | 'spin' | 'fill' | 'wait' | 'crash' | 'environment';

serveProcess<TestRequest, string>(async function* (request) {
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
    case 'crash':
      process.kill(process.pid, 'SIGSEGV');
      await new Promise(() => undefined);
      return;
    case 'environment':
      yield JSON.stringify(Object.keys(process.env));
      return;
    case 'wait':
      await new Promise(() => undefined);
  }
});
