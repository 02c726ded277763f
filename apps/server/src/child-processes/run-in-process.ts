import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { ProcessMessage } from './process-program.ts';

/** Limits of a child process; exceeding them ends it. */
export interface ProcessBudget {
  /** Milliseconds of work. Time between two requested results does not count. */
  readonly milliseconds: number;
  /** Megabytes of JavaScript objects. */
  readonly megabytes: number;
}

export interface ProcessOptions<Request> {
  /** A file that calls `serveProcess`. */
  readonly program: URL;
  /** Copied to the process. */
  readonly request: Request;
  readonly budget: ProcessBudget;
  /** Error for exceeding the budget. */
  readonly budgetError: ErrorName;
  /** Ends the process immediately. */
  readonly signal?: AbortSignal | undefined;
}

/** Signals by which V8 ends a process without memory (abort or trap, by version), and the kernel one of too large a size. */
const OUT_OF_MEMORY_SIGNALS: ReadonlySet<string | null> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGKILL',
]);
/** Last characters of standard error that the error of an unexpected end quotes. */
const MAX_ERROR_OUTPUT = 2_000;

/**
 * Processes untrusted input in a child process, so that it blocks nothing else. The process ends when it exceeds its budget,
 * when `signal` is aborted, and when the consumer of its results stops.
 *
 * A worker thread does not suffice: V8 can end the complete process when a thread exceeds its memory limit.
 *
 * @throws NamedError of the program, or `budgetError`; the reason of `signal`
 */
export async function* runInProcess<Request, Result>(
  options: ProcessOptions<Request>,
): AsyncGenerator<Result, void> {
  const { program, request, budget, budgetError, signal } = options;
  signal?.throwIfAborted();
  const child = startProcess(program, budget.megabytes);
  const errorOutput = collectErrorOutput(child);
  // An error between two results is reported by the next wait. Without a listener it would crash the server.
  child.on('error', () => undefined);
  try {
    send(child, request);
    for (let remainingMs = budget.milliseconds; ; ) {
      const startedAt = performance.now();
      const message = await receiveMessage(child, { remainingMs, budgetError, signal, errorOutput });
      remainingMs -= performance.now() - startedAt;
      if (message.kind === 'end') return;
      if (message.kind === 'failure') throw new NamedError(message.errorName, message.details);
      if (message.kind === 'error') throw message.error;
      yield message.result as Result;
    }
  } finally {
    await endProcess(child);
  }
}

function startProcess(program: URL, megabytes: number): ChildProcess {
  const child = fork(fileURLToPath(program), [], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // Structured clones, as between threads.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The server's environment contains secrets.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  // A stopping server does not wait for it; without its channel, the process ends.
  child.unref();
  child.channel?.unref();
  // Reports of devices come first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** The returned function yields the end of standard error. */
function collectErrorOutput({ stderr }: ChildProcess): () => string {
  let text = '';
  if (stderr instanceof Socket) stderr.unref();
  stderr?.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-MAX_ERROR_OUTPUT);
  });
  return () => text;
}

function send(child: ChildProcess, message: unknown): void {
  // With a callback, a closed channel raises no error event: the end of the process is reported anyway.
  child.send(message as object, () => undefined);
}

async function endProcess(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

interface WaitOptions {
  /** Milliseconds left of its budget. */
  readonly remainingMs: number;
  readonly budgetError: ErrorName;
  readonly signal: AbortSignal | undefined;
  readonly errorOutput: () => string;
}

const NEXT_RESULT = { kind: 'next' };

/** Listeners are removed after each message: a promise for all of them would retain all results in memory. */
function receiveMessage(
  child: ChildProcess,
  { remainingMs, budgetError, signal, errorOutput }: WaitOptions,
): Promise<ProcessMessage> {
  return new Promise<ProcessMessage>((resolve, reject) => {
    const fail = (error: unknown) => {
      cleanUp();
      reject(error);
    };
    const onMessage = (message: unknown) => {
      cleanUp();
      resolve(message as ProcessMessage);
    };
    const failOverBudget = () => fail(new NamedError(budgetError));
    const onExit = () => {
      const { exitCode, signalCode } = child;
      if (OUT_OF_MEMORY_SIGNALS.has(signalCode)) failOverBudget();
      else fail(new Error(`the process has ended with ${signalCode ?? exitCode}: ${errorOutput()}`));
    };
    const onAbort = () => fail(signal?.reason);
    const timer = setTimeout(failOverBudget, Math.max(1, remainingMs));
    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('error', fail).off('exit', onExit);
    };
    child.on('message', onMessage).on('error', fail).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    if (child.exitCode !== null || child.signalCode !== null) onExit();
    else send(child, NEXT_RESULT);
  });
}
