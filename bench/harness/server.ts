import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@wakeline/client/client';
import { childrenOf } from './child-processes.ts';
import { postmasterOf } from './data-folder.ts';
import { freePorts } from './free-ports.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** The only account. */
export const LOGIN = { account: 'bench', password: 'bench123' };
const KIB = 1024;
/** As `npm start` and the container start it. */
const NODE_OPTIONS = ['--max-semi-space-size=8', '--heap-growing-percent=100'];

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly ports: Readonly<{ jt808: number; gt06: number; osmand: number }>;
  /** Signed in to the only account. */
  readonly client: Client;
  readonly token: string;
  /** Registers devices; answers their trackers' ids, in the same order. */
  register(imeis: readonly string[]): Promise<readonly number[]>;
  /** A counter or gauge of `/metrics`, summed over its labels. */
  metric(name: string): Promise<number>;
  /** Largest resident memory so far, bytes (VmHWM). */
  peakMemory(): number;
  /** Processor time so far, seconds. */
  cpuSeconds(): number;
  /** The same of the embedded database's processes that run now. */
  databaseCpuSeconds(): number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when it has ended in order. */
  stop(): Promise<void>;
}

export interface BenchServerOptions {
  readonly data: string;
  /** The same ports again, for devices that connect again. */
  readonly ports?: BenchServer['ports'];
  readonly env?: Readonly<Record<string, string>>;
  /** Further options of Node, such as `--cpu-prof`. */
  readonly execArgv?: readonly string[];
}

/** The real server in a process of its own, on the embedded database. */
export async function startServer(options: BenchServerOptions): Promise<BenchServer> {
  const ports = options.ports ?? (await devicePorts());
  const { DATABASE_URL: _, TEST_POSTGRES_URL: __, ...environment } = process.env;
  const child = fork(MAIN, {
    execArgv: [...NODE_OPTIONS, ...(options.execArgv ?? [])],
    env: {
      ...environment,
      WAKELINE_PORT: '0',
      WAKELINE_DATA: options.data,
      WAKELINE_BASE_LAYERS: 'none',
      WAKELINE_ACCOUNT: LOGIN.account,
      WAKELINE_PASSWORD: LOGIN.password,
      WAKELINE_PORT_JT808: String(ports.jt808),
      WAKELINE_PORT_GT06: String(ports.gt06),
      WAKELINE_PORT_OSMAND: String(ports.osmand),
      // What goes wrong with the database is done on purpose here.
      WAKELINE_LOG: 'fatal',
      ...options.env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = await servingAt(child);
  const pid = child.pid ?? 0;
  let token: string | null = null;
  const client = createClient({ baseUrl: url, prefix: '/service', token: () => token });
  const pd = createHash('md5').update(LOGIN.password).digest('hex');
  token = (await client.call('loginByCodeOrPd', { phone: LOGIN.account, pd })).accountMsg.token;

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  return {
    url,
    pid,
    ports,
    client,
    token,
    register: (imeis) => register(client, imeis),
    metric: (name) => readMetric(url, name),
    peakMemory: () => statusField(pid, 'VmHWM') * KIB,
    cpuSeconds: () => cpuSecondsOf(pid),
    databaseCpuSeconds: () => databaseCpuSeconds(options.data),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

async function devicePorts(): Promise<BenchServer['ports']> {
  const [jt808 = 0, gt06 = 0, osmand = 0] = await freePorts(3);
  return { jt808, gt06, osmand };
}

async function servingAt(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended (${code}) before it served`);
  });
  for (;;) {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    if (message?.type === 'serving') {
      // It ends later, when it is told to.
      ended.catch(() => undefined);
      return message.url;
    }
  }
}

/** As many as one call takes. */
const AT_ONCE = 500;

async function register(client: Client, imeis: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let at = 0; at < imeis.length; at += AT_ONCE) {
    const trackers = imeis.slice(at, at + AT_ONCE).map((imei) => ({ trackerName: imei, imei }));
    const { added, failed } = await client.call('batchAddTrackers', { trackers });
    if (failed.length > 0) throw new Error(`not registered: ${JSON.stringify(failed[0])}`);
    for (const { trackerId } of added) ids.push(trackerId);
  }
  return ids;
}

async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** A field of /proc/<pid>/status in kB; 0 where there is no such file. */
function statusField(pid: number, field: string): number {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${field}:`));
    return Number(line?.match(/\d+/)?.[0] ?? 0);
  } catch {
    return 0;
  }
}

function databaseCpuSeconds(data: string): number {
  const postmaster = postmasterOf(data);
  if (postmaster === null) return 0;
  return childrenOf(postmaster).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}

/** Fields 14 and 15 of /proc/<pid>/stat are user and system time in ticks of 10 ms (proc(5)). */
function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
