import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '../ingest/testing/eventually.ts';
import { freePorts } from './free-ports.ts';

/** Where `scripts/setup/nats-server.ts` installs it. */
const INSTALLED = join(import.meta.dirname, '../../../../node_modules/.cache/wakeline/nats/bin');

/** Path of nats-server; null: it is not installed, and `npm test -- --cluster` installs it. */
export const NATS_SERVER: string | null =
  [...(process.env.PATH ?? '').split(delimiter), INSTALLED]
    .map((folder) => join(folder, 'nats-server'))
    .find((path) => existsSync(path)) ?? null;

interface NatsPorts {
  readonly client: number;
  /** HTTP, for the health. */
  readonly monitor: number;
  /** Of the other servers. */
  readonly cluster: number;
}

/** One NATS server with JetStream, or a cluster of three, on free ports of this machine. Their streams are in a temporary folder. */
export class NatsServers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wakeline-nats-'));
  readonly #ports: readonly NatsPorts[];
  readonly #children: (ChildProcess | null)[];
  /** The complete output of each process, of the last start. */
  readonly logs: string[];

  private constructor(ports: readonly NatsPorts[]) {
    this.#ports = ports;
    this.#children = ports.map(() => null);
    this.logs = ports.map(() => '');
    for (const index of ports.keys())
      writeFileSync(this.#configFile(index), JSON.stringify(this.#config(index)));
  }

  /** Resolves when each server and JetStream can be used. */
  static async start(count: 1 | 3 = 1): Promise<NatsServers> {
    const ports = await freePorts(count * 3);
    const servers = new NatsServers(
      Array.from({ length: count }, (_, index) => {
        const [client = 0, monitor = 0, cluster = 0] = ports.slice(index * 3);
        return { client, monitor, cluster };
      }),
    );
    try {
      for (const index of servers.#ports.keys()) servers.#spawn(index);
      for (const index of servers.#ports.keys()) await servers.run(index);
    } catch (error) {
      await servers.stop();
      throw error;
    }
    return servers;
  }

  /** Of each server, in order. */
  get urls(): readonly string[] {
    return this.#ports.map(({ client }) => `nats://127.0.0.1:${client}`);
  }

  /** Value of `NATS_URL`. */
  get url(): string {
    return this.urls.join(',');
  }

  /** Of the running servers. */
  get pids(): readonly number[] {
    return this.#children.flatMap((child) => child?.pid ?? []);
  }

  /** Starts a server again, with its former ports and streams; resolves when it can be used. */
  async run(index = 0): Promise<void> {
    await eventually(`NATS server ${index}`, async () => {
      // Another program can have a port for a moment.
      if (!this.#isRunning(index)) this.#spawn(index);
      return this.#isHealthy(index);
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${this.logs[index]}`, { cause: error });
    });
  }

  /** Ends a server with a signal: SIGKILL as a crash does. */
  async end(index = 0, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#children[index];
    this.#children[index] = null;
    if (child == null || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    // A stopped process does not handle other signals.
    child.kill('SIGCONT');
    child.kill(signal);
    await closed;
  }

  /** Suspends a server: its connections stay open and silent. */
  suspend(index = 0): void {
    const child = this.#children[index];
    child?.kill('SIGSTOP');
    // The signal takes effect some time later; on Linux the state of the process shows it (proc_pid_stat(5)).
    const stat = `/proc/${child?.pid}/stat`;
    let isStopped = !existsSync(stat);
    while (!isStopped) isStopped = readFileSync(stat, 'utf8').includes(') T ');
  }

  /** Continues a suspended server. */
  resume(index = 0): void {
    this.#children[index]?.kill('SIGCONT');
  }

  /** Ends all servers and deletes their streams. */
  async stop(): Promise<void> {
    await Promise.all(this.#ports.map((_, index) => this.end(index)));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #isRunning(index: number): boolean {
    const child = this.#children[index];
    return child != null && child.exitCode === null && child.signalCode === null;
  }

  async #isHealthy(index: number): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.#ports[index]?.monitor}/healthz`, {
        signal: AbortSignal.timeout(1_000),
      });
      return response.ok;
    } catch {
      return false;
    }
  }

  #configFile(index: number): string {
    return join(this.#folder, `server-${index}.conf`);
  }

  #config(index: number): object {
    const { client = 0, monitor = 0, cluster = 0 } = this.#ports[index] ?? {};
    return {
      server_name: `server-${index}`,
      listen: `127.0.0.1:${client}`,
      http: `127.0.0.1:${monitor}`,
      jetstream: { store_dir: join(this.#folder, `server-${index}`) },
      ...(this.#ports.length > 1 && {
        cluster: {
          name: 'wakeline-test',
          listen: `127.0.0.1:${cluster}`,
          routes: this.#ports.map((port) => `nats-route://127.0.0.1:${port.cluster}`),
        },
      }),
    };
  }

  #spawn(index: number): void {
    this.logs[index] = '';
    const child = spawn(NATS_SERVER ?? 'nats-server', ['--config', this.#configFile(index)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.logs[index] += text;
    });
    child.on('error', (error) => {
      this.logs[index] += String(error);
    });
    this.#children[index] = child;
  }
}
