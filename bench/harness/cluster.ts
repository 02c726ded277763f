import { join } from 'node:path';
import { type Client, createClient } from '@wakeline/client/client';
import {
  type ReplicatedCluster,
  startReplicatedCluster,
} from '@wakeline/server/db/testing/replicated-cluster';
import { accountServerVariables, newSession } from '@wakeline/server/testing/account-server';
import { startDatabase } from '@wakeline/server/testing/embedded-database';
import { type DevicePorts, freePorts, freeServerPorts } from '@wakeline/server/testing/free-ports';
import { NatsServers } from '@wakeline/server/testing/nats-servers';
import { ServerProcess } from '@wakeline/server/testing/server-process';
import { childrenOf } from './child-processes.ts';
import { ClickHouseServers } from './clickhouse-servers.ts';
import { makeDataFolder, postmasterOf, removeDataFolder } from './data-folder.ts';
import { type BenchServer, cpuSecondsOf, LOGIN, NODE_OPTIONS, readMetric, register } from './server.ts';
import { TcpProxy } from './tcp-proxy.ts';

export type ClusterRole = 'gateway' | 'engine' | 'api' | 'worker';

export interface ClusterSizes {
  readonly gateways: number;
  readonly engines: number;
  readonly apis: number;
  readonly workers: number;
  readonly partitions: number;
  /** NATS servers, each of which stores every report. */
  readonly natsServers: 1 | 3;
  /** Replicas of the history in ClickHouse; 0: it is in PostgreSQL. */
  readonly clickHouse?: number;
  /** Whether PostgreSQL has a synchronous standby. */
  readonly standby?: boolean;
}

/** The settings of the embedded PostgreSQL that matter for its rate, and room for the connections of all processes. */
const DATABASE_SETTINGS = {
  ...{ fsync: 'on', synchronous_commit: 'on', shared_buffers: '128MB', max_connections: '200', jit: 'off' },
  ...{ wal_compression: 'on', max_wal_size: '1GB', checkpoint_timeout: '15min', wal_keep_size: '256MB' },
  ...{ timezone: 'UTC' },
};

/** PostgreSQL alone, or with a standby. */
interface ClusterDatabase {
  /** Of `DATABASE_URL`. */
  readonly url: string;
  /** Of the server that accepts writes. */
  readonly primaryUrl: string;
  /** Null: there is no standby. */
  readonly replicated: ReplicatedCluster | null;
  /** Of the server that accepts writes; null: it does not run. */
  postmaster(): number | null;
  stop(): Promise<void>;
}

interface Member {
  readonly role: ClusterRole;
  readonly environment: Readonly<Record<string, string>>;
  readonly devicePorts: DevicePorts;
  /** Processors on which it may run; null: any. */
  readonly cores: string | null;
  process: ServerProcess;
  url: string;
}

/**
 * A cluster of real processes on this machine: PostgreSQL, NATS servers, ClickHouse servers if wanted, and processes of each
 * role.
 */
export class BenchCluster {
  readonly nats: NatsServers;
  readonly database: ClusterDatabase;
  /** Null: the history is in PostgreSQL. */
  readonly clickHouse: ClickHouseServers | null;
  readonly data: string;
  readonly #sizes: ClusterSizes;
  readonly #env: Readonly<Record<string, string>>;
  readonly #members = new Map<string, Member>();
  /** Processes of each role so far. */
  readonly #started: Record<ClusterRole, number> = { gateway: 0, engine: 0, api: 0, worker: 0 };
  readonly #proxies: TcpProxy[] = [];

  private constructor(
    data: string,
    stores: Pick<BenchCluster, 'nats' | 'database' | 'clickHouse'>,
    sizes: ClusterSizes,
    env: Readonly<Record<string, string>>,
  ) {
    this.data = data;
    this.nats = stores.nats;
    this.database = stores.database;
    this.clickHouse = stores.clickHouse;
    this.#sizes = sizes;
    this.#env = env;
  }

  /** @param env further variables of all processes */
  static async start(sizes: ClusterSizes, env: Readonly<Record<string, string>> = {}): Promise<BenchCluster> {
    const data = makeDataFolder();
    const { clickHouse: replicas = 0, standby = false } = sizes;
    const stores = {
      nats: await NatsServers.start(sizes.natsServers),
      database: standby ? await startReplicated() : await startSingle(data),
      clickHouse: replicas === 0 ? null : await ClickHouseServers.start(replicas),
    };
    const cluster = new BenchCluster(data, stores, sizes, env);
    // The first process creates the tables and the account.
    for (let index = 0; index < sizes.apis; index += 1) await cluster.add('api');
    for (let index = 0; index < sizes.engines; index += 1) await cluster.add('engine');
    for (let index = 0; index < sizes.workers; index += 1) await cluster.add('worker');
    for (let index = 0; index < sizes.gateways; index += 1) await cluster.add('gateway');
    return cluster;
  }

  /** Names of the processes of a role: `engine-0`. */
  names(role: ClusterRole): readonly string[] {
    return [...this.#members].filter(([, member]) => member.role === role).map(([name]) => name);
  }

  /** Starts another process of a role; resolves to its name when it serves. */
  async add(role: ClusterRole, cores: string | null = null): Promise<string> {
    const name = `${role}-${this.#started[role]}`;
    this.#started[role] += 1;
    return this.#start(name, role, cores, this.database.url);
  }

  /** The same, with a connection to PostgreSQL that can be cut. It needs a standby, because others use sockets of files. */
  async addWithProxies(
    role: ClusterRole,
  ): Promise<{ readonly name: string; readonly proxies: readonly TcpProxy[] }> {
    const { replicated } = this.database;
    if (replicated === null) throw new Error('PostgreSQL has no ports');
    const proxies = await Promise.all(replicated.ports.map((port) => TcpProxy.open(() => [port])));
    this.#proxies.push(...proxies);
    const url = replicated.ports.reduce(
      (text, port, index) => text.replace(`:${port}`, `:${proxies[index]?.port}`),
      this.database.url,
    );
    const name = `${role}-${this.#started[role]}`;
    this.#started[role] += 1;
    await this.#start(name, role, null, url);
    return { name, proxies };
  }

  async #start(name: string, role: ClusterRole, cores: string | null, databaseUrl: string): Promise<string> {
    const { devicePorts } = await freeServerPorts();
    const [port = 0] = await freePorts(1);
    const environment = {
      ...accountServerVariables({ data: join(this.data, name), login: LOGIN, devicePorts }),
      DATABASE_URL: databaseUrl,
      ...(this.clickHouse !== null && { HISTORY_URL: this.clickHouse.url }),
      NATS_URL: this.nats.url,
      WAKELINE_ROLE: role,
      WAKELINE_PARTITIONS: String(this.#sizes.partitions),
      WAKELINE_STREAM_REPLICAS: String(this.#sizes.natsServers),
      WAKELINE_STREAM_GB: '2',
      WAKELINE_PORT: String(port),
      WAKELINE_LOG: 'fatal',
      ...this.#env,
    };
    const process = this.#spawn(environment, cores);
    const { url } = await process.serving();
    this.#members.set(name, { role, environment, devicePorts, cores, process, url });
    return name;
  }

  /** Starts a process that was ended again, on its former ports. */
  async run(name: string): Promise<void> {
    const member = this.#member(name);
    member.process = this.#spawn(member.environment, member.cores);
    member.url = (await member.process.serving()).url;
  }

  /** Ends a process; SIGTERM is a graceful stop. */
  async end(name: string, signal: NodeJS.Signals): Promise<void> {
    await this.#member(name).process.end(signal);
  }

  /** Ends a process gracefully for good. */
  async remove(name: string): Promise<void> {
    await this.end(name, 'SIGTERM');
    this.#members.delete(name);
  }

  /** Kills all processes of a PostgreSQL without a standby. They are started again automatically. */
  killDatabase(): void {
    const postmaster = this.database.postmaster();
    if (postmaster === null) throw new Error('PostgreSQL is not running');
    for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfRunning(pid);
  }

  pid(name: string): number {
    return this.#member(name).process.child.pid ?? 0;
  }

  url(name: string): string {
    return this.#member(name).url;
  }

  ports(name: string): DevicePorts {
    return this.#member(name).devicePorts;
  }

  /** Signed in through an `api` process. */
  async client(
    name = this.names('api')[0] ?? '',
  ): Promise<{ readonly client: Client; readonly token: string }> {
    const url = this.url(name);
    const token = await newSession(url, LOGIN);
    return { client: createClient({ baseUrl: url, prefix: '/service', token: () => token }), token };
  }

  /** The sum of a metric over all running processes. */
  async metric(name: string): Promise<number> {
    const values = await Promise.all(
      [...this.#members.values()].map(({ url }) => readMetric(url, name).catch(() => 0)),
    );
    return values.reduce((sum, value) => sum + value, 0);
  }

  /** Processor seconds of the processes of a role so far. */
  cpuSeconds(role: ClusterRole): number {
    return this.names(role).reduce((sum, name) => sum + cpuSecondsOf(this.pid(name)), 0);
  }

  databaseCpuSeconds(): number {
    const postmaster = this.database.postmaster();
    return postmaster === null
      ? 0
      : childrenOf(postmaster).reduce((sum, pid) => sum + cpuSecondsOf(pid), cpuSecondsOf(postmaster));
  }

  /** The cluster as the server of a load: devices connect to a gateway, consoles to an `api` process. */
  async server(gateway = 'gateway-0', api = 'api-0'): Promise<BenchServer> {
    const { client, token } = await this.client(api);
    const roles: readonly ClusterRole[] = ['gateway', 'engine', 'api', 'worker'];
    return {
      url: this.url(api),
      pid: this.pid(gateway),
      ports: this.ports(gateway),
      client,
      token,
      register: (imeis) => register(client, imeis),
      metric: (name) => this.metric(name),
      memory: () => 0,
      peakMemory: () => 0,
      cpuSeconds: () => roles.reduce((sum, role) => sum + this.cpuSeconds(role), 0),
      databaseCpuSeconds: () => this.databaseCpuSeconds(),
      kill: () => this.end(gateway, 'SIGKILL'),
      stop: () => this.stop(),
    };
  }

  async stop(): Promise<void> {
    const order: readonly ClusterRole[] = ['gateway', 'engine', 'worker', 'api'];
    for (const role of order) await Promise.all(this.names(role).map((name) => this.end(name, 'SIGTERM')));
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
    await this.database.stop();
    await this.clickHouse?.stop();
    await this.nats.stop();
    removeDataFolder(this.data);
  }

  #member(name: string): Member {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`no process ${name}`);
    return member;
  }

  #spawn(environment: Readonly<Record<string, string>>, cores: string | null): ServerProcess {
    const options = { execArgv: NODE_OPTIONS, show: true };
    return new ServerProcess(environment, cores === null ? options : { ...options, cores });
  }
}

async function startSingle(data: string): Promise<ClusterDatabase> {
  const { url, stop } = await startDatabase(data);
  return { url, primaryUrl: url, replicated: null, postmaster: () => postmasterOf(data), stop };
}

async function startReplicated(): Promise<ClusterDatabase> {
  const replicated = await startReplicatedCluster(DATABASE_SETTINGS);
  return {
    url: replicated.url,
    get primaryUrl() {
      return replicated.primaryUrl;
    },
    replicated,
    postmaster: () => replicated.primaryPid,
    stop: () => replicated.stop(),
  };
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
