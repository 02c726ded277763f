import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Addresses } from '../app.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

export interface ServerProcessOptions {
  readonly args?: readonly string[];
  /** Options of Node. */
  readonly execArgv?: readonly string[];
  /** Inherits standard output instead of collecting it in `output`. */
  readonly show?: boolean;
  /** Processors on which it may run, as for taskset(1); any by default. */
  readonly cores?: string;
}

/** The server as a separate process, as operators start it, which can be stopped or killed. */
export class ServerProcess {
  readonly child: ChildProcess;
  /** Its complete output. */
  output = '';
  readonly #serving: Promise<Addresses>;

  constructor(
    environment: Readonly<Record<string, string>>,
    { args = [], execArgv = [], show = false, cores }: ServerProcessOptions = {},
  ) {
    const output = show ? 'inherit' : 'pipe';
    const [command = process.execPath, ...before] =
      cores === undefined ? [process.execPath] : ['taskset', '--cpu-list', cores, process.execPath];
    this.child = spawn(command, [...before, ...execArgv, MAIN, ...args], {
      stdio: ['ignore', output, output, 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...environment,
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.#serving = new Promise((resolve, reject) => {
      this.child.once('message', (message) => resolve(message as Addresses));
      this.child.once('close', () => reject(new Error(`the server has exited: ${this.output}`)));
    });
    // Without a caller of `serving`, the rejection must not be unhandled.
    this.#serving.catch(() => undefined);
  }

  /** Resolves when it serves; rejects with its output if it exits before. */
  serving(): Promise<Addresses> {
    return this.#serving;
  }

  /** Sends a signal, if given, and resolves with the exit status or the signal that ended it. */
  async end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    const { child } = this;
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close');
      if (signal !== undefined) child.kill(signal);
      await closed;
    }
    return child.exitCode ?? child.signalCode;
  }
}
