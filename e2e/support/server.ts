import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Client, createClient } from '@wakeline/client/client';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const OPERATOR = fileURLToPath(new URL('../../apps/server/src/operator/', import.meta.url));
const CLOCK = new URL('clock.ts', import.meta.url).href;

export const LOGIN = { account: 'harbour', password: 'harbour123' } as const;

/** Ports that are free now. A device listener takes no port 0: there it means off. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** A real server in a process of its own, with a database of its own, on ports that it keeps when it is started again. */
export class ServerProcess {
  readonly url: string;
  readonly ports: { readonly jt808: number; readonly gt06: number; readonly osmand: number };
  /** Signed in as the holder once it is started. */
  readonly client: Client;
  readonly #data: string;
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #token: string | null = null;
  #ahead = 0;

  private constructor(
    data: string,
    [port = 0, jt808 = 0, gt06 = 0, osmand = 0]: readonly number[],
    more: NodeJS.ProcessEnv,
  ) {
    const { DATABASE_URL: _, ...environment } = process.env;
    this.url = `http://127.0.0.1:${port}`;
    this.ports = { jt808, gt06, osmand };
    this.client = createClient({ baseUrl: this.url, prefix: '/service', token: () => this.#token });
    this.#data = data;
    this.#environment = {
      ...environment,
      WAKELINE_PORT: String(port),
      WAKELINE_DATA: data,
      WAKELINE_ACCOUNT: LOGIN.account,
      WAKELINE_PASSWORD: LOGIN.password,
      WAKELINE_PORT_JT808: String(jt808),
      WAKELINE_PORT_GT06: String(gt06),
      WAKELINE_PORT_OSMAND: String(osmand),
      WAKELINE_LOG: 'error',
      // No journey leaves this machine: the maps of the product's list are others'.
      WAKELINE_BASE_LAYERS: 'none',
      ...more,
    };
  }

  /** @param environment variables besides, or instead of those that journeys usually have. */
  static async start(environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const data = await mkdtemp(join(tmpdir(), 'wakeline-journeys-'));
    const server = new ServerProcess(data, await freePorts(4), environment);
    await server.run();
    return server;
  }

  /** Starts it, also again after `halt`: with the same database, on the same ports. */
  async run(): Promise<void> {
    this.#ahead = 0;
    const child = spawn(process.execPath, ['--import', CLOCK, MAIN], {
      env: this.#environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended with ${code} before it served`);
    });
    await Promise.race([once(child, 'message'), failed]);
    this.#token = await this.newSession();
  }

  /** Signs the holder in once more, in a language if one is named; answers the session's token. */
  async newSession(lang?: 'zh_CN' | 'en_US'): Promise<string> {
    const pd = createHash('md5').update(LOGIN.password).digest('hex');
    // As nobody: signing in ends the session that the call is made with.
    const nobody = createClient({ baseUrl: this.url, prefix: '/service', token: () => null });
    const { accountMsg } = await nobody.call('loginByCodeOrPd', {
      phone: LOGIN.account,
      pd,
      ...(lang && { lang }),
    });
    return accountMsg.token;
  }

  /** Runs a program of the operator's on this server's database, which may be at work; answers what it prints. */
  async operator(program: 'admin' | 'outbox' | 'sign', ...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(OPERATOR, `${program}.ts`), ...args],
      { env: this.#environment },
    );
    return stdout;
  }

  /** Moves the clock of a server of one's own on, in milliseconds. That of the browser stays. */
  async advance(ms: number): Promise<void> {
    const child = this.#child;
    if (child === null) throw new Error('the server does not run');
    const done = once(child, 'message');
    child.send({ advance: ms });
    await done;
    this.#ahead += ms;
  }

  /** What its clock says: epoch milliseconds. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  async halt(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  async remove(): Promise<void> {
    await this.halt();
    await rm(this.#data, { recursive: true });
  }
}
