import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@wakeline/client/client';
import { endLeases } from '@wakeline/server/satellite/testing/end-leases';
import { accountServerVariables, newSession } from '@wakeline/server/testing/account-server';
import { freeServerPorts } from '@wakeline/server/testing/free-ports';
import { createTestDatabase, type TestDatabase } from '@wakeline/server/testing/postgres';
import { ServerProcess } from '@wakeline/server/testing/server-process';

const LOGIN = { account: 'tester', password: 'tester123' };
/** A server that is killed whenever it has done so much of something, and started again with the same ports. */
export class KillableServer {
  readonly url: string;
  readonly #database: TestDatabase;
  readonly #data: string;
  readonly #variables: Readonly<Record<string, string>>;
  readonly #kills: Readonly<Record<string, number[]>>;
  readonly #counts = new Map<string, number>();
  #process: ServerProcess | null = null;
  #restarting = Promise.resolve();
  #failure: unknown = null;
  #token: string | null = null;
  #killed = 0;

  private constructor(
    database: TestDatabase,
    data: string,
    variables: Readonly<Record<string, string>>,
    kills: Readonly<Record<string, readonly number[]>>,
  ) {
    this.#database = database;
    this.#data = data;
    this.#variables = { ...variables, DATABASE_URL: database.url };
    this.#kills = Object.fromEntries(Object.entries(kills).map(([name, counts]) => [name, [...counts]]));
    this.url = `http://127.0.0.1:${variables.WAKELINE_PORT}`;
  }

  /** @param kills counts of events at which it is killed, ascending */
  static async start(
    environment: Readonly<Record<string, string>>,
    kills: Readonly<Record<string, readonly number[]>>,
  ): Promise<KillableServer> {
    const data = mkdtempSync(join(tmpdir(), 'wakeline-killed-'));
    const [database, { port, devicePorts }] = await Promise.all([createTestDatabase(), freeServerPorts()]);
    const variables = accountServerVariables({ data, login: LOGIN, devicePorts, port });
    const server = new KillableServer(database, data, { ...variables, ...environment }, kills);
    await server.#run();
    server.#token = await newSession(server.url, LOGIN);
    return server;
  }

  /** A signed-in client: sessions outlive the process. */
  get client(): Client {
    return createClient({ baseUrl: this.url, prefix: '/service', token: () => this.#token });
  }

  /** How often it was killed. */
  get killed(): number {
    return this.#killed;
  }

  /** Kills that are still to come. */
  get remainingKills(): number {
    return Object.values(this.#kills).flat().length;
  }

  /** Counts an event, and kills the server if it is time to. Throws if it could not be started again. */
  note(event: string): void {
    if (this.#failure !== null) throw this.#failure;
    const count = (this.#counts.get(event) ?? 0) + 1;
    this.#counts.set(event, count);
    const [next = Number.POSITIVE_INFINITY] = this.#kills[event] ?? [];
    const running = this.#process;
    if (count < next || running === null) return;
    this.#kills[event]?.shift();
    this.#process = null;
    this.#killed += 1;
    running.child.kill('SIGKILL');
    this.#restarting = this.#restart(running).catch((error: unknown) => {
      this.#failure = error;
    });
  }

  async stop(): Promise<void> {
    await this.#restarting;
    await this.#process?.end('SIGTERM');
    await this.#database.drop();
    rmSync(this.#data, { recursive: true, force: true });
  }

  async #restart(killed: ServerProcess): Promise<void> {
    await killed.end();
    const lostAt = Date.now();
    await this.#run();
    await endLeases(this.#database.url, lostAt);
  }

  async #run(): Promise<void> {
    const started = new ServerProcess({ ...this.#variables, WAKELINE_LOG: 'warn' });
    await started.serving();
    this.#process = started;
  }
}
