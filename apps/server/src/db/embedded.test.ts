import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import { connect, type Database } from './database.ts';
import { isAlive, readPostmasterFile } from './embedded/postmaster.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';

let folder: string;
let logged: string[];
let cleanUp: (() => Promise<void>)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-embedded-'));
  // When root runs the tests, PostgreSQL's user must be able to pass through.
  chmodSync(folder, 0o711);
  logged = [];
  cleanUp = [];
});

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataDir: string = folder): Promise<EmbeddedDatabase> {
  const record = (message: string) => void logged.push(message);
  const embedded = await startEmbedded({ dataDir, log: { info: record, warn: record, error: record } });
  cleanUp.push(() => embedded.stop());
  return embedded;
}

function open({ url }: EmbeddedDatabase): Database {
  const database = connect(url, 2);
  cleanUp.push(() => database.close('cut'));
  return database;
}

async function setting(database: Database, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(
    database.db,
  );
  return rows[0]?.value ?? '';
}

const cluster = () => join(folder, 'postgres', 'cluster');

test('starts on an empty folder, stops, and starts again on the same data', async () => {
  const first = await start();
  const database = open(first);
  expect(await setting(database, 'server_version_num')).toMatch(/^18/);
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(await setting(database, name)).toBe('on');
  expect(await setting(database, 'listen_addresses')).toBe('');
  expect(await setting(database, 'server_encoding')).toBe('UTF8');
  await sql`create table kept (text text)`.execute(database.db);
  await sql`insert into kept values ('船')`.execute(database.db);
  await database.close();
  const pid = first.pid() ?? 0;
  await first.stop();
  expect(isAlive(pid)).toBe(false);

  const again = open(await start());
  expect((await sql`select text from kept`.execute(again.db)).rows).toEqual([{ text: '船' }]);
});

test('sorts text by code point, and knows upper and lower case beyond ASCII', async () => {
  const { db } = open(await start());
  const { rows } = await sql<{ word: string }>`
    select word from (values ('b'), ('Ä'), ('a'), ('B'), ('船')) as words (word) order by word`.execute(db);
  expect(rows.map(({ word }) => word).join('')).toBe('BabÄ船');
  expect((await sql`select lower('ÄÖ') as low`.execute(db)).rows).toEqual([{ low: 'äö' }]);
});

test("applies the operator's settings", { tags: ['long'] }, async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(cluster(), 'local.conf'), "work_mem = '33MB'\n", { mode: 0o644 });
  expect(await setting(open(await start()), 'work_mem')).toBe('33MB');
});

test('shares one PostgreSQL between two servers starting at once; the last one stops it', {
  tags: ['long'],
}, async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const pid = one.pid() ?? 0;
  expect(two.pid()).toBe(pid);
  const [first, second] = [open(one), open(two)];
  await sql`create table shared ()`.execute(first.db);
  await sql`select from shared`.execute(second.db);

  await first.close();
  await one.stop();
  expect(isAlive(pid)).toBe(true);
  await sql`select from shared`.execute(second.db);

  await second.close();
  await two.stop();
  expect(isAlive(pid)).toBe(false);
});

test('leaves no PostgreSQL running when it is stopped during the start', async () => {
  const stopping = new AbortController();
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const starting = startEmbedded({ dataDir: folder, log: quiet, signal: stopping.signal });
  const refused = expect(starting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  const pid = await eventually('PostgreSQL runs', () => readPostmasterFile(cluster())?.pid);
  stopping.abort();
  await refused;
  expect(isAlive(pid)).toBe(false);
});

test('restarts PostgreSQL after it was killed, with all committed data', { tags: ['long'] }, async () => {
  const embedded = await start();
  const database = open(embedded);
  await sql`create table kept (n int)`.execute(database.db);
  await sql`insert into kept select generate_series(1, 1000)`.execute(database.db);
  const pid = embedded.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  await eventually('another PostgreSQL runs', () => ![null, pid].includes(embedded.pid()));
  const count = await eventually('it responds', () =>
    sql<{ count: string }>`select count(*) from kept`.execute(database.db).then(
      ({ rows }) => rows[0]?.count,
      () => null,
    ),
  );
  expect(Number(count)).toBe(1_000);
  expect(logged).toEqual(['PostgreSQL exited unexpectedly; restarting it', 'PostgreSQL is running again']);
});

test('takes over a PostgreSQL that a killed server left running', { tags: ['long'] }, async () => {
  const program = `
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(folder)}, log: console });
    process.stdout.write(url);`;
  const server = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  const left = readPostmasterFile(cluster());
  server.kill('SIGKILL');
  await once(server, 'exit');
  const embedded = await start();
  expect(embedded.pid()).toBe(left?.pid);
  await embedded.stop();
  expect(isAlive(left?.pid ?? 0)).toBe(false);
});

test('ignores a stale lock file that names a running process of another program', {
  tags: ['long'],
}, async () => {
  const first = await start();
  await first.stop();
  writeFileSync(
    join(cluster(), 'postmaster.pid'),
    `${process.pid}\n${cluster()}\n1\n5432\n/tmp\n\n\nready\n`,
  );
  const again = await start();
  expect(again.pid()).not.toBe(process.pid);
  await sql`select 1`.execute(open(again).db);
});

test('puts the socket into the temporary folder when the path of the data folder is too long', {
  tags: ['long'],
}, async () => {
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(deep, { recursive: true });
  const embedded = await start(deep);
  await sql`select 1`.execute(open(embedded).db);
  const sockets = new URL(embedded.url).searchParams.get('host') ?? '';
  expect(dirname(sockets)).toBe(tmpdir());
  cleanUp.unshift(async () => rmSync(sockets, { recursive: true }));
});

test('refuses a cluster of another major version without changing it', async () => {
  const first = await start();
  await first.stop();
  const version = join(cluster(), 'PG_VERSION');
  writeFileSync(version, '17\n');
  await expect(start()).rejects.toThrow('is not a PostgreSQL 18 cluster (PG_VERSION: 17)');
  expect(readFileSync(version, 'utf8')).toBe('17\n');
});

test("reports the end of PostgreSQL's log when it cannot start", async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(cluster(), 'local.conf'), 'shared_buffers = lots\n', { mode: 0o644 });
  await expect(start()).rejects.toThrow(/invalid value for parameter "shared_buffers": "lots"/);
});
