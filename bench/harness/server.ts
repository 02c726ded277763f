import { readFileSync } from 'node:fs';
import { type Client, createClient } from '@wakeline/client/client';
import { accountServerVariables, newSession } from '@wakeline/server/testing/account-server';
import { type DevicePorts, freeServerPorts } from '@wakeline/server/testing/free-ports';
import { ServerProcess } from '@wakeline/server/testing/server-process';
import { childrenOf } from './child-processes.ts';
import { postmasterOf } from './data-folder.ts';

/** The only account. */
export const LOGIN = { account: 'bench', password: 'bench123' };
const KIB = 1024;
export const HEAP_GROWING_PERCENT = 60;
/** The options of `npm start` and of the container. */
export const NODE_OPTIONS = ['--max-semi-space-size=8', `--heap-growing-percent=${HEAP_GROWING_PERCENT}`];

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly ports: DevicePorts;
  /** Signed in to the only account. */
  readonly client: Client;
  readonly token: string;
  /** Registers devices; returns their trackers' ids in the same order. */
  register(imeis: readonly string[]): Promise<readonly number[]>;
  /** A counter or gauge of `/metrics`, summed over its labels. */
  metric(name: string): Promise<number>;
  /** Resident memory now, bytes (VmRSS). */
  memory(): number;
  /** Largest resident memory so far, bytes (VmHWM). */
  peakMemory(): number;
  /** CPU time so far, seconds. */
  cpuSeconds(): number;
  /** CPU time of the running processes of the embedded database, seconds. */
  databaseCpuSeconds(): number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM; resolves after a graceful stop. */
  stop(): Promise<void>;
}

export interface BenchServerOptions {
  readonly data: string;
  /** Reuse these ports, for reconnecting devices. */
  readonly ports?: BenchServer['ports'];
  readonly env?: Readonly<Record<string, string>>;
  /** Further options of Node, such as `--cpu-prof`. */
  readonly execArgv?: readonly string[];
}

/** The real server in a separate process, with the embedded database. */
export async function startServer(options: BenchServerOptions): Promise<BenchServer> {
  const devicePorts = options.ports ?? (await freeServerPorts()).devicePorts;
  const server = new ServerProcess(
    {
      ...accountServerVariables({ data: options.data, login: LOGIN, devicePorts }),
      // Database errors are injected on purpose here.
      WAKELINE_LOG: 'fatal',
      ...options.env,
    },
    { execArgv: [...NODE_OPTIONS, ...(options.execArgv ?? [])], show: true },
  );
  const { url } = await server.serving();
  const pid = server.child.pid ?? 0;
  const token = await newSession(url, LOGIN);
  const client = createClient({ baseUrl: url, prefix: '/service', token: () => token });

  return {
    url,
    pid,
    ports: devicePorts,
    client,
    token,
    register: (imeis) => register(client, imeis),
    metric: (name) => readMetric(url, name),
    memory: () => statusField(pid, 'VmRSS') * KIB,
    peakMemory: () => statusField(pid, 'VmHWM') * KIB,
    cpuSeconds: () => cpuSecondsOf(pid),
    databaseCpuSeconds: () => databaseCpuSeconds(options.data),
    kill: async () => void (await server.end('SIGKILL')),
    stop: async () => void (await server.end('SIGTERM')),
  };
}

/** The maximum of one call. */
const BATCH_SIZE = 500;

/** Registers devices; returns their trackers' ids in the same order. */
export async function register(client: Client, imeis: readonly string[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let at = 0; at < imeis.length; at += BATCH_SIZE) {
    const trackers = imeis.slice(at, at + BATCH_SIZE).map((imei) => ({ trackerName: imei, imei }));
    const { added, failed } = await client.call('batchAddTrackers', { trackers });
    if (failed.length > 0) throw new Error(`not registered: ${JSON.stringify(failed[0])}`);
    for (const { trackerId } of added) ids.push(trackerId);
  }
  return ids;
}

/** A counter or gauge of `/metrics`, summed over its labels. */
export async function readMetric(url: string, name: string): Promise<number> {
  // Compressing them would take processor time of the server that is measured.
  const text = await (await fetch(`${url}/metrics`, { headers: { 'accept-encoding': 'identity' } })).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** A field of /proc/<pid>/status in kB; 0 if the file does not exist. */
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
export function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
