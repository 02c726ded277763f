import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProcessMessage } from '../../child-processes/process-program.ts';
import type { CutTilesRequest } from '../cut-tiles-process.ts';

const PROGRAM = fileURLToPath(new URL('../cut-tiles-process.ts', import.meta.url));

/** Cuts tiles in a child process. Memory: the largest resident set of the process (proc(5), VmHWM), on Linux only. */
export async function measureCut(
  request: CutTilesRequest,
): Promise<{ readonly seconds: number; readonly peakMegabytes: number }> {
  const startedAt = performance.now();
  const child = fork(PROGRAM, [], { execArgv: ['--max-old-space-size=512'], serialization: 'advanced' });
  child.send({ ...request });
  let peakMegabytes = 0;
  for (let isRunning = true; isRunning; ) {
    child.send({ kind: 'next' });
    const [message] = (await once(child, 'message')) as [ProcessMessage];
    if (message.kind === 'error') throw message.error;
    if (message.kind === 'failure') throw new Error(message.errorName);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peakMegabytes = (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024) / 1e6;
    isRunning = message.kind !== 'end';
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  child.disconnect();
  await once(child, 'exit');
  return { seconds, peakMegabytes };
}
