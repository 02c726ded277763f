import { spawn } from 'node:child_process';

export interface Outcome {
  readonly ok: boolean;
  /** Standard output and standard error, in order. */
  readonly output: string;
  readonly seconds: number;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Shows the output directly instead of capturing it. */
  readonly show?: boolean;
}

/** Runs a program to its end. A program that cannot be started counts as failed. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: [
        'ignore',
        options.show === true ? 'inherit' : 'pipe',
        options.show === true ? 'inherit' : 'pipe',
      ],
    });
    const end = (ok: boolean) => resolve({ ok, output, seconds: (performance.now() - startedAt) / 1000 });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.on('error', (error) => {
      output += `${program}: ${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}
