import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@wakeline/client/client';
import { accountServerVariables, newSession } from '@wakeline/server/testing/account-server';
import { type DevicePorts, freeServerPorts } from '@wakeline/server/testing/free-ports';
import { createTestDatabase } from '@wakeline/server/testing/postgres';
import { ServerProcess } from '@wakeline/server/testing/server-process';

const LOGIN = { account: 'tester', password: 'tester123' };

/** A real server in its own process with its own database. */
export interface RunningServer {
  readonly url: string;
  readonly ports: DevicePorts;
  readonly login: typeof LOGIN;
  /** A signed-in client. */
  readonly client: Client;
  stop(): Promise<void>;
}

/** @param variables further ones of its environment */
export async function startServer(variables: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const data = await mkdtemp(join(tmpdir(), 'wakeline-simulator-'));
  const [database, { devicePorts: ports }] = await Promise.all([createTestDatabase(), freeServerPorts()]);
  const server = new ServerProcess(
    {
      ...accountServerVariables({ data, login: LOGIN, devicePorts: ports }),
      DATABASE_URL: database.url,
      WAKELINE_LOG: 'warn',
      ...variables,
    },
    { show: true },
  );
  const { url } = await server.serving();
  const token = await newSession(url, LOGIN);
  return {
    url,
    ports,
    login: LOGIN,
    client: createClient({ baseUrl: url, prefix: '/service', token: () => token }),
    async stop() {
      await server.end('SIGTERM');
      await database.drop();
      await rm(data, { recursive: true });
    },
  };
}

/** Runs a program of the simulator until it exits. */
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
