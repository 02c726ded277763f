import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '../../ingest/testing/eventually.ts';
import { freePorts } from '../../testing/free-ports.ts';

/** Debian installs the broker where only the PATH of root has it. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Path of a program of Mosquitto; null: it is not installed, and `npm test` says so. */
function findProgram(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

export const MOSQUITTO = findProgram('mosquitto');

export const BROKER_USER = 'wakeline';
export const BROKER_PASSWORD = 'p\u00e4ss w\u00f6rd';

/** A real broker on a free port, with one user and their password. */
export class Mosquitto {
  readonly port: number;
  readonly #folder: string;
  #child: ChildProcess | null = null;
  /** Its complete log. */
  log = '';

  private constructor(port: number) {
    this.port = port;
    this.#folder = mkdtempSync(join(tmpdir(), 'wakeline-mosquitto-'));
    const passwords = join(this.#folder, 'passwords');
    const rights = join(this.#folder, 'rights');
    execFileSync(findProgram('mosquitto_passwd') ?? 'mosquitto_passwd', [
      '-c',
      '-b',
      passwords,
      BROKER_USER,
      BROKER_PASSWORD,
    ]);
    writeFileSync(rights, `user ${BROKER_USER}\ntopic readwrite wakeline/#\n`);
    const settings = [
      // Root would become another user, who cannot read the files.
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${passwords}`,
      `acl_file ${rights}`,
      'log_dest stderr',
      'log_type all',
    ];
    writeFileSync(join(this.#folder, 'mosquitto.conf'), `${settings.join('\n')}\n`);
  }

  static async start(): Promise<Mosquitto> {
    const [port = 0] = await freePorts(1);
    const broker = new Mosquitto(port);
    await broker.run();
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** Starts it again on its port. */
  async run(): Promise<void> {
    await eventually('the broker', () => {
      // Another program can have the port for a moment.
      if (this.#child === null || this.#child.exitCode !== null) this.#spawn();
      return this.log.includes(' running');
    });
  }

  #spawn(): void {
    this.log = '';
    const child = spawn(MOSQUITTO ?? 'mosquitto', ['-c', join(this.#folder, 'mosquitto.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.log += text;
    });
    this.#child = child;
  }

  /** Ends the process. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
