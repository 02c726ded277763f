import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient } from '@wakeline/client/client';
import { accountServerVariables, newSession } from '@wakeline/server/testing/account-server';
import { type DevicePorts, freeServerPorts } from '@wakeline/server/testing/free-ports';
import { createTestDatabase, stopOwnCluster, type TestDatabase } from '@wakeline/server/testing/postgres';
import { ServerProcess as Process } from '@wakeline/server/testing/server-process';

const OPERATOR = fileURLToPath(new URL('../../apps/server/src/operator/', import.meta.url));
const CLOCK = new URL('clock.ts', import.meta.url).href;

export const LOGIN = { account: 'harbour', password: 'harbour123' } as const;

/** A real server in a separate process with its own database, on ports that stay the same after a restart. */
export class ServerProcess {
  readonly url: string;
  readonly databaseUrl: string;
  readonly ports: DevicePorts;
  /** Signed in as the holder once the server is started. */
  readonly client: Client;
  readonly #data: string;
  readonly #database: TestDatabase;
  readonly #environment: Readonly<Record<string, string>>;
  #process: Process | null = null;
  #token: string | null = null;
  #ahead = 0;

  private constructor(details: {
    readonly data: string;
    readonly database: TestDatabase;
    readonly port: number;
    readonly devicePorts: DevicePorts;
    readonly environment: Readonly<Record<string, string>>;
  }) {
    const { data, database, port, devicePorts, environment: more } = details;
    this.url = `http://127.0.0.1:${port}`;
    this.databaseUrl = database.url;
    this.ports = devicePorts;
    this.client = createClient({ baseUrl: this.url, prefix: '/service', token: () => this.#token });
    this.#data = data;
    this.#database = database;
    this.#environment = {
      // Journeys use no network: the product's base layers are external.
      ...accountServerVariables({ data, login: LOGIN, devicePorts, port }),
      DATABASE_URL: database.url,
      // Several share one PostgreSQL.
      WAKELINE_DATABASE_CONNECTIONS: '6',
      WAKELINE_LOG: 'error',
      ...more,
    };
  }

  /** @param environment variables that extend or replace the defaults of journeys. */
  static async start(environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const data = await mkdtemp(join(tmpdir(), 'wakeline-journeys-'));
    const [database, ports] = await Promise.all([createTestDatabase(), freeServerPorts()]);
    const server = new ServerProcess({ data, database, ...ports, environment: environment });
    await server.run();
    return server;
  }

  /** Starts it, also again after `halt`: with the same database, on the same ports. */
  async run(): Promise<void> {
    this.#ahead = 0;
    this.#process = new Process(this.#environment, { execArgv: ['--import', CLOCK], show: true });
    await this.#process.serving();
    this.#token = await this.newSession();
  }

  /** Signs in the holder again, optionally in a language; returns the session's token. */
  newSession(lang?: 'zh_CN' | 'en_US'): Promise<string> {
    return newSession(this.url, LOGIN, lang);
  }

  /** Runs an operator program on the database of this server, running or not; returns its output. */
  async operator(program: 'admin' | 'outbox' | 'sign', ...args: readonly string[]): Promise<string> {
    return (await this.#operate(program, args)).stdout;
  }

  /** Creates an account with all functions, a customer of the holder's account. */
  async createCustomer(login: string, name: string): Promise<void> {
    const details = ['--name', name, '--dealer', LOGIN.account, '--roles', 'all'];
    const running = this.#operate('admin', ['create-account', login, ...details]);
    running.child.stdin?.end(`${LOGIN.password}\n`);
    await running;
  }

  #operate(program: string, args: readonly string[]) {
    return promisify(execFile)(process.execPath, [join(OPERATOR, `${program}.ts`), ...args], {
      env: { PATH: process.env.PATH, ...this.#environment },
    });
  }

  /** Advances the clock of a separate server, milliseconds. The browser's clock is unchanged. */
  async advance(ms: number): Promise<void> {
    const child = this.#process?.child;
    if (child === undefined) throw new Error('the server is not running');
    const done = once(child, 'message');
    child.send({ advance: ms });
    await done;
    this.#ahead += ms;
  }

  /** Time of its clock, epoch milliseconds. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  async halt(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    await running?.end('SIGTERM');
  }

  async remove(): Promise<void> {
    await this.halt();
    await this.#database.drop();
    // Outside of a Playwright run, this process has its own PostgreSQL.
    await stopOwnCluster();
    await rm(this.#data, { recursive: true });
  }
}
