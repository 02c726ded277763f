import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@clickhouse/client';
import type { HistoryServers } from '../clickhouse/servers.ts';
import { historyUrl } from '../config/history.ts';
import { freePorts } from './free-ports.ts';

/** Engines of the tests: the server of Debian, and chdb for the current dialect of SQL. */
export const CLICKHOUSE_ENGINES = ['ClickHouse 18.16', 'chdb'] as const;
export type ClickHouseEngine = (typeof CLICKHOUSE_ENGINES)[number];

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** Milliseconds after which a killed server counts as lost, and which it waits at its start. The default is 30 s. */
const SESSION_TIMEOUT_MS = 10_000;

export interface TestClickHouse {
  readonly host: string;
  /** Of the process; null: it does not run. */
  readonly pid: number | null;
  /** Creates a database. */
  createDatabase(): Promise<string>;
  /** Ends the process at once; `start` continues with the same data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The servers of `HISTORY_URL`, each shard a database. */
export function serversOf(...shards: readonly string[]): HistoryServers {
  return historyUrl(shards.join(' '));
}

/**
 * Starts an engine on a free port of the loopback interface, with its data in a temporary folder.
 *
 * @param keeperPort of a ZooKeeper; null: tables are not replicated
 */
export async function startClickHouse(
  engine: ClickHouseEngine,
  keeperPort: number | null = null,
): Promise<TestClickHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-clickhouse-'));
  const [port = 0, nativePort = 0, replicationPort = 0] = await freePorts(3);
  const host = `127.0.0.1:${port}`;
  let process_: ChildProcess | null = null;

  async function start(): Promise<void> {
    process_ =
      engine === 'chdb'
        ? startChdb(folder, port)
        : startServer(folder, { port, nativePort, replicationPort, keeperPort });
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (!(await isUp(host))) {
      if (process_.exitCode !== null || performance.now() > deadline)
        throw new Error(`${engine} does not start in ${folder}: ${errorsOf(folder)}`);
      await delay(POLL_MS);
    }
  }

  async function kill(): Promise<void> {
    const running = process_;
    process_ = null;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    host,
    get pid() {
      return process_?.pid ?? null;
    },
    async createDatabase() {
      const name = `history_${randomBytes(6).toString('hex')}`;
      const client = createClient({ url: `http://${host}`, request_timeout: 60_000 });
      await client.command({ query: `create database ${name}` });
      await client.close();
      return name;
    },
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The end of its error log. */
function errorsOf(folder: string): string {
  const path = join(folder, 'errors');
  return existsSync(path) ? readFileSync(path, 'utf8').slice(-4_000) : 'no log';
}

async function isUp(host: string): Promise<boolean> {
  const response = await fetch(`http://${host}/ping`).catch(() => null);
  return response?.ok === true;
}

function startChdb(folder: string, port: number): ChildProcess {
  const script = join(import.meta.dirname, 'clickhouse-over-http.py');
  const modules = resolve(import.meta.dirname, '../../../../node_modules/.cache/wakeline/chdb');
  return spawn('python3', [script, String(port), join(folder, 'data')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PYTHONPATH: modules },
  });
}

interface Ports {
  readonly port: number;
  readonly nativePort: number;
  readonly replicationPort: number;
  readonly keeperPort: number | null;
}

function startServer(folder: string, { port, nativePort, replicationPort, keeperPort }: Ports): ChildProcess {
  const keeper =
    keeperPort === null
      ? ''
      : `<zookeeper><node><host>127.0.0.1</host><port>${keeperPort}</port></node>
           <session_timeout_ms>${SESSION_TIMEOUT_MS}</session_timeout_ms></zookeeper>
         <interserver_http_host>127.0.0.1</interserver_http_host>
         <interserver_http_port>${replicationPort}</interserver_http_port>`;
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex>
      <logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
      <http_port>${port}</http_port><tcp_port>${nativePort}</tcp_port><listen_host>127.0.0.1</listen_host>
      <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
      <mark_cache_size>67108864</mark_cache_size><users_config>users.xml</users_config>
      <default_profile>default</default_profile><default_database>default</default_database>${keeper}
    </yandex>`,
  );
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex>
      <profiles><default></default></profiles><quotas><default></default></quotas>
      <users><default><password></password><networks><ip>127.0.0.1</ip></networks>
        <profile>default</profile><quota>default</quota></default></users>
    </yandex>`,
  );
  const program = existsSync('/usr/sbin/clickhouse-server')
    ? '/usr/sbin/clickhouse-server'
    : 'clickhouse-server';
  return spawn(program, [`--config-file=${join(folder, 'config.xml')}`], { stdio: 'ignore' });
}
