import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Addresses } from '../app.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

export interface ServerProcessOptions {
  readonly args?: readonly string[];
  /** Options of Node. */
  readonly execArgv?: readonly string[];
  /** Its output goes where ours goes, instead of into `output`. */
  readonly show?: boolean;
}

/** The server as an operator starts it: a process of its own, which can be stopped or killed. */
export class ServerProcess {
  readonly child: ChildProcess;
  /** All that it printed. */
  output = '';
  readonly #serving: Promise<Addresses>;

  constructor(
    environment: Readonly<Record<string, string>>,
    { args = [], execArgv = [], show = false }: ServerProcessOptions = {},
  ) {
    const output = show ? 'inherit' : 'pipe';
    this.child = spawn(process.execPath, [...execArgv, MAIN, ...args], {
      stdio: ['ignore', output, output, 'ipc'],
      env: { PATH: process.env.PATH, ...environment },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.#serving = new Promise((resolve, reject) => {
      this.child.once('message', (message) => resolve(message as Addresses));
      this.child.once('close', () => reject(new Error(`the server has ended: ${this.output}`)));
    });
    // Who never asks for the addresses does not mind that there are none.
    this.#serving.catch(() => undefined);
  }

  /** Resolves when it serves; rejects with what it printed when it ends before. */
  serving(): Promise<Addresses> {
    return this.#serving;
  }

  /** Sends a signal, if one is given, and resolves with the exit status, or the signal that ended it. */
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
