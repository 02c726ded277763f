import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@wakeline/client/client';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const LOGIN = { account: 'tester', password: 'tester123' };

/** A real server in a process of its own, on a database of its own. */
export interface RunningServer {
  readonly url: string;
  readonly ports: Readonly<Record<string, number>>;
  readonly login: typeof LOGIN;
  /** Signed in. */
  readonly client: Client;
  stop(): Promise<void>;
}

/** Ports that are free now. The server takes no port 0 for its device listeners: there it means off. */
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

export async function startServer(): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'wakeline-simulator-'));
  const [jt808 = 0, gt06 = 0, osmand = 0] = await freePorts(3);
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...environment,
      WAKELINE_PORT: '0',
      WAKELINE_DATA: data,
      WAKELINE_ACCOUNT: LOGIN.account,
      WAKELINE_PASSWORD: LOGIN.password,
      WAKELINE_PORT_JT808: String(jt808),
      WAKELINE_PORT_GT06: String(gt06),
      WAKELINE_PORT_OSMAND: String(osmand),
      WAKELINE_LOG: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await servingAt(child);
  let token: string | null = null;
  const client = createClient({ baseUrl: url, prefix: '/service', token: () => token });
  const pd = createHash('md5').update(LOGIN.password).digest('hex');
  token = (await client.call('loginByCodeOrPd', { phone: LOGIN.account, pd })).accountMsg.token;
  return {
    url,
    ports: { jt808, gt06, osmand },
    login: LOGIN,
    client,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await rm(data, { recursive: true });
    },
  };
}

async function servingAt(child: ChildProcess): Promise<string> {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it served`);
  });
  const [message] = await Promise.race([once(child, 'message'), failed]);
  return (message as { url: string }).url;
}

/** Runs a program of the simulator to its end. */
export async function run(
  program: 'simulate' | 'demo',
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const path = fileURLToPath(new URL(`./cli/${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    texts.out += data;
  });
  child.stderr.on('data', (data) => {
    texts.err += data;
  });
  const [code] = await once(child, 'close');
  return { code, ...texts };
}
