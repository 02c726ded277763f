import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '@wakeline/client/client';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Database, type Db } from './db/database.ts';
import { isAlive, readPostmasterFile } from './db/embedded/postmaster.ts';
import { startEmbedded } from './db/embedded.ts';
import { passwordDigest } from './identity/password.ts';
import { TestDevice } from './ingest/testing/device.ts';
import { eventually } from './ingest/testing/eventually.ts';
import { report } from './ingest/testing/reports.ts';
import { devicePortVariables, freePorts } from './testing/free-ports.ts';
import { createTestDatabase } from './testing/postgres.ts';
import { ServerProcess } from './testing/server-process.ts';

const IMEI = '13912345678';
const SECOND = 1_000;

let folder: string;
let cleanUp: (() => Promise<unknown>)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-main-'));
  // If root runs the tests, PostgreSQL's user needs access.
  chmodSync(folder, 0o711);
  cleanUp = [];
});

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
  rmSync(folder, { recursive: true, force: true });
});

interface Site {
  readonly environment: Readonly<Record<string, string>>;
  readonly devicePort: number;
}

async function createSite(): Promise<Site> {
  const [devicePort = 0] = await freePorts(1);
  return {
    devicePort,
    environment: {
      WAKELINE_DATA: join(folder, 'data'),
      WAKELINE_PORT: '0',
      ...devicePortVariables({ jt808: devicePort }),
      WAKELINE_ACCOUNT: 'harbour',
      WAKELINE_PASSWORD: 'harbour1',
    },
  };
}

function start(environment: Readonly<Record<string, string>>, args: readonly string[] = []): ServerProcess {
  const server = new ServerProcess(environment, { args });
  cleanUp.push(() => server.end('SIGTERM'));
  return server;
}

/** Opens the embedded database of a stopped server. */
async function openStoppedDatabase(): Promise<Database> {
  const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const embedded = await startEmbedded({ dataDir: join(folder, 'data'), log: silentLog });
  const database = connect(embedded.url, 1);
  cleanUp.push(() => embedded.stop());
  cleanUp.push(() => database.close());
  return database;
}

async function register({ db }: Database): Promise<void> {
  await db
    .insertInto('tracker')
    .values({ account_id: 1, name: 'Anna', imei: IMEI, password: '123456' })
    .execute();
}

async function readiness(url: string): Promise<unknown> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, ...((await response.json()) as object) };
}

const READY = { status: 200, ready: true, database: true, listeners: true };

/** Sends reports of the past, one per second, as fast as they are acknowledged, until the server closes the connection. */
async function sendUntilClosed(device: TestDevice): Promise<readonly number[]> {
  const acknowledged: number[] = [];
  const first = Math.floor(Date.now() / SECOND) * SECOND - 60_000 * SECOND;
  const pending = new Set<Promise<void>>();
  for (let count = 0; !device.socket.closed; count += 1) {
    const time = first + count * SECOND;
    const reply = device.reply(device.report(report({ time }))).then(
      () => void acknowledged.push(time),
      // The server closed the connection before it acknowledged this one: it may be stored or not.
      () => undefined,
    );
    pending.add(reply);
    void reply.then(() => pending.delete(reply));
    if (pending.size >= 20) await Promise.race(pending);
  }
  await Promise.all(pending);
  return acknowledged;
}

async function storedTimes({ db }: Database): Promise<readonly number[]> {
  const { rows } = await sql<{ time: number }>`select time from position order by time`.execute(db);
  return rows.map(({ time }) => time);
}

test('reports every problem of the environment by its variable, and exits with EX_USAGE', async () => {
  const server = start({ WAKELINE_PORT: '80a', WAKELINE_TLS: 'perhaps', WAKELINE_PROT: '1' });
  expect(await server.end()).toBe(64);
  expect(server.output.trim().split('\n')).toEqual([
    'WAKELINE_PROT: unknown variable; did you mean WAKELINE_PORT?',
    'WAKELINE_PORT: "80a" is not a port (0 to 65535)',
    'WAKELINE_TLS: "perhaps" is not yes or no',
  ]);
});

test('names an unusable data folder with the reason before anything starts', async () => {
  const server = start({ WAKELINE_DATA: '/proc/wakeline' });
  expect(await server.end()).toBe(64);
  expect(server.output.trim()).toBe(
    'WAKELINE_DATA: "/proc/wakeline" cannot be used: the folder cannot be created (ENOENT)',
  );
});

test('lists the variables with --help and refuses an unknown option', async () => {
  const help = start({}, ['--help']);
  expect(await help.end()).toBe(0);
  expect(help.output).toContain('WAKELINE_PORT_GT06');
  const invalid = start({}, ['--verbose']);
  expect(await invalid.end()).toBe(64);
  expect(invalid.output).toContain("Unknown option '--verbose'");
  const role = start({}, ['--role', 'captain']);
  expect(await role.end()).toBe(64);
  expect(role.output).toContain('WAKELINE_ROLE: "captain" is not all or a list of');
});

test('names the variable of a port that is in use', async () => {
  const database = await createTestDatabase();
  cleanUp.push(() => database.drop());
  const environment = { ...(await createSite()).environment, DATABASE_URL: database.url };
  const first = start(environment);
  const { url } = await first.serving();
  const second = start({ ...environment, WAKELINE_PORT: new URL(url).port });
  expect(await second.end()).toBe(1);
  expect(second.output).toContain('(WAKELINE_PORT)');
});

test('waits for an unavailable external database, logs it, and stops on request', async () => {
  const { environment } = await createSite();
  const [port] = await freePorts(1);
  const server = start({ ...environment, DATABASE_URL: `postgres://w@127.0.0.1:${port}/w` });
  await eventually('the log reports it', () => server.output.includes('the database does not respond yet'));
  expect(await server.end('SIGTERM')).toBe(0);
});

test('serves health, readiness and metrics, and stops with its database on SIGTERM', async () => {
  const { environment, devicePort } = await createSite();
  const server = start(environment);
  const { url, devicePorts } = await server.serving();
  expect(devicePorts).toEqual({ jt808: devicePort });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await readiness(url)).toEqual(READY);
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^wakeline_consoles 0$/m);
  const { pid = 0 } = readPostmasterFile(join(folder, 'data/postgres/cluster')) ?? {};
  expect(isAlive(pid)).toBe(true);
  expect(await server.end('SIGTERM')).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

test('starts two servers on an empty folder: one migrates and serves devices, the other takes over', {
  tags: ['long'],
}, async () => {
  const { environment, devicePort } = await createSite();
  const servers = [start(environment), start(environment)];
  const addresses = await Promise.all(servers.map((server) => server.serving()));
  expect(servers.map(({ output }) => output.split('"migration":').length - 1).sort()[0]).toBe(0);
  expect(addresses.map(({ devicePorts }) => Object.keys(devicePorts).length).sort()).toEqual([0, 1]);
  for (const { url } of addresses) expect(await readiness(url)).toEqual(READY);

  const engine = addresses.findIndex(({ devicePorts }) => 'jt808' in devicePorts);
  expect(await servers[engine]?.end('SIGTERM')).toBe(0);
  const device = await eventually('the other server accepts devices', () =>
    TestDevice.connect(jt808, devicePort, IMEI).catch(() => null),
  );
  device.close();
  expect(await readiness(addresses[1 - engine]?.url ?? '')).toEqual(READY);
});

test('stores every acknowledged report when stopped under load, and exits cleanly', {
  tags: ['long'],
}, async () => {
  const { environment, devicePort } = await createSite();
  const server = start(environment);
  await server.serving();
  const database = await openStoppedDatabase();
  await register(database);
  const device = await TestDevice.connect(jt808, devicePort, IMEI);
  await device.logIn();
  const sending = sendUntilClosed(device);
  await eventually('some hundred reports are acknowledged', () => device.replies.length > 300);
  expect(await server.end('SIGTERM')).toBe(0);
  const acknowledged = await sending;
  const stored = await storedTimes(database);
  expect(acknowledged.filter((time) => !stored.includes(time))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(290);
});

test('has every acknowledged report once after being killed under load, and starts again', async () => {
  const { environment, devicePort } = await createSite();
  const server = start(environment);
  await server.serving();
  const database = await openStoppedDatabase();
  await register(database);
  const device = await TestDevice.connect(jt808, devicePort, IMEI);
  await device.logIn();
  const sending = sendUntilClosed(device);
  await eventually('some hundred reports are acknowledged', () => device.replies.length > 300);
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  const acknowledged = await sending;

  const next = start(environment);
  const { url } = await next.serving();
  expect(await readiness(url)).toEqual(READY);
  const stored = await storedTimes(database);
  expect(acknowledged.filter((time) => !stored.includes(time))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
});

test('finishes a background task at the next start after being killed', {
  // Two server starts and the queue's intervals exceed the default timeout on a busy machine.
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const { environment, devicePort } = await createSite();
  const server = start(environment);
  const { url } = await server.serving();
  const database = await openStoppedDatabase();
  await register(database);
  const device = await TestDevice.connect(jt808, devicePort, IMEI);
  await device.logIn();
  expect(await device.reply(device.report(report()))).toMatchObject({ ok: true });
  let token: string | null = null;
  const client = createClient({ baseUrl: url, prefix: '/service', token: () => token });
  const pd = passwordDigest('harbour1');
  token = (await client.call('loginByCodeOrPd', { phone: 'harbour', pd })).accountMsg.token;

  // The erasure of the history cannot continue while a row of it is locked.
  const lockingTransaction = await database.db.startTransaction().execute();
  const lockPositions = () => sql`select from position for update`.execute(lockingTransaction);
  expect((await lockPositions()).rows).toHaveLength(1);
  const { list } = await client.call('queryAllTrackers', {});
  await client.call('removeTracker', { trackerId: list[0]?.trackerId ?? 0 });
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually('the task runs', async () => {
    // Within a transaction the view would stay unchanged.
    await sql`select pg_stat_clear_snapshot()`.execute(lockingTransaction);
    return (await waiting.execute(lockingTransaction)).rows.length > 0;
  });
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  await lockingTransaction.rollback().execute();
  const state = async () =>
    (await database.db.selectFrom('task').select('state').executeTakeFirstOrThrow()).state;
  expect(await state()).toBe('running');

  // Simulates a minute without a heartbeat, during which no server checked.
  await sql`update pgboss.job set heartbeat_on = now() - interval '60 s' where state = 'active'`.execute(
    database.db,
  );
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(database.db);
  await start(environment).serving();
  await eventually('the task is done', async () => (await state()) === 'done');
  expect(await storedTimes(database)).toEqual([]);
});

test('finishes a running export and a queued one at the next start after being killed', {
  // As above.
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const { environment } = await createSite();
  const server = start(environment);
  const { url } = await server.serving();
  const database = await openStoppedDatabase();
  await register(database);
  let token: string | null = null;
  const client = createClient({ baseUrl: url, prefix: '/service', token: () => token });
  const pd = passwordDigest('harbour1');
  token = (await client.call('loginByCodeOrPd', { phone: 'harbour', pd })).accountMsg.token;

  // The export reads the icons of the account.
  const lockingTransaction = await database.db.startTransaction().execute();
  await sql`lock table tracker_icon in access exclusive mode`.execute(lockingTransaction);
  const payload = { format: 'csv', deviceFilter: {} } as const;
  for (let count = 0; count < 2; count += 1) await client.call('exportDeviceDtosByEobUser', payload);
  const states = async (db: Db) => {
    const rows = await db.selectFrom('task').select('state').orderBy('task_id').execute();
    return rows.map(({ state }) => state).join();
  };
  await eventually('one export runs', async () => (await states(lockingTransaction)) === 'running,waiting');
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  await lockingTransaction.rollback().execute();
  expect(await states(database.db)).toBe('running,waiting');

  // As above.
  await sql`update pgboss.job set heartbeat_on = now() - interval '60 s' where state = 'active'`.execute(
    database.db,
  );
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(database.db);
  await start(environment).serving();
  await eventually('both are done', async () => (await states(database.db)) === 'done,done');
  const files = await database.db
    .selectFrom('task')
    .innerJoin('stored_file', 'stored_file.file_id', 'task.file_id')
    .select(['bytes', 'open_attempts'])
    .execute();
  expect(files).toHaveLength(2);
  for (const { bytes } of files) expect(bytes).toBeGreaterThan(0);
});

test('recovers after PostgreSQL is killed: not ready, then ready again and accepting reports', async () => {
  const { environment, devicePort } = await createSite();
  const server = start(environment);
  const { url } = await server.serving();
  await register(await openStoppedDatabase());
  const device = await TestDevice.connect(jt808, devicePort, IMEI);
  await device.logIn();
  expect(await device.reply(device.report(report()))).toMatchObject({ ok: true });

  const cluster = join(folder, 'data/postgres/cluster');
  const { pid = 0 } = readPostmasterFile(cluster) ?? {};
  process.kill(pid, 'SIGKILL');
  const seen: unknown[] = [];
  await eventually('the server is not ready', async () => {
    seen.push(await readiness(url));
    return seen.some((reply) => (reply as { ready: boolean }).ready === false);
  });
  await eventually(
    'the server is ready again',
    async () => ((await readiness(url)) as { ready: boolean }).ready,
  );
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const laterDevice = await TestDevice.connect(jt808, devicePort, IMEI);
  await laterDevice.logIn();
  expect(await laterDevice.reply(laterDevice.report(report({ time: Date.now() - SECOND })))).toMatchObject({
    ok: true,
  });
  laterDevice.close();
  device.close();
});

test.skipIf(process.getuid?.() !== 0)(
  'runs as root in a folder that only root can enter (skipped: the tests were not started by root)',
  async () => {
    const { environment } = await createSite();
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const data = join(closed, 'data');
    const server = start({ ...environment, WAKELINE_DATA: data });
    const { url } = await server.serving();
    expect(await readiness(url)).toEqual(READY);
    const clusterFolder =
      readFileSync(join(data, 'postgres-lies-elsewhere.txt'), 'utf8').split('\n')[0] ?? '';
    expect(dirname(clusterFolder)).toBe('/var/lib/wakeline');
    cleanUp.unshift(async () => rmSync(clusterFolder, { recursive: true }));
    expect(await server.end('SIGTERM')).toBe(0);
  },
);
