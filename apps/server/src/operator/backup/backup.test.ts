import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../db/database.ts';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { addRows, clearDatabase, migrateTo, migrationNames, readRows } from '../../db/testing/populate.ts';
import { createFolderStorage } from '../../files/folder-storage.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { report } from '../../ingest/testing/reports.ts';
import { prepareQueue } from '../../tasks/queue.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { isEmpty } from './catalog.ts';
import { readBackupFile, writeBackupFile } from './file.ts';
import { FRAME, framesOf, readFrames, sealFrames } from './frames.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const NOW = Date.UTC(2026, 5, 2);
const FILE_ID = 'AAAAAAAAAAAAAAAAAAAAAA';

/** Databases and folders of these tests. */
let folder: string;
/** Folder of the original backup; each test gets a copy. */
let sharedFolder: string;
let backupPath: string;
let target: TestDatabase;
let targetDb: Database;
let client: pg.Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-backup-'));
  target = await createTestDatabase();
  targetDb = connect(target.url, 2);
  await clearDatabase(targetDb.db);
  backupPath = join(folder, 'backup');
  copyFileSync(join(sharedFolder, 'backup'), backupPath);
  client = new pg.Client(target.url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await targetDb.close();
  await target.drop();
  rmSync(folder, { recursive: true });
});

async function restore(path: string) {
  return restoreBackup(
    {
      client,
      storage: createFolderStorage(join(folder, 'restored')),
      migrations: await readMigrations(),
      prepareQueue: () => prepareQueue(targetDb.db),
      now: NOW,
    },
    readFrames(readBackupFile(path)),
  );
}

/** A refused restore must leave nothing behind. */
async function expectNothingRestored(): Promise<void> {
  expect(await isEmpty(client)).toBe(true);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile() && entry.parentPath.includes('restored'))).toEqual([]);
}

const emptyCounts = () => ({ tables: 0, rows: 0, files: 0, missing: 0 });

/** Creates a backup of the populated database at the state of a migration, with a file. */
async function backupOf(migration: string, folder: string): Promise<string> {
  const source = await createTestDatabase();
  const { db, close } = connect(source.url, 2);
  await clearDatabase(db);
  for (const migrationName of migrationNames().filter((other) => other <= migration)) {
    await migrateTo(db, migrationName);
    await addRows(db, migrationName);
  }
  const storage = createFolderStorage(join(folder, 'files'));
  await storage.put(FILE_ID, Buffer.from('png'), NOW);
  const reader = new pg.Client(source.url);
  await reader.connect();
  const path = join(folder, 'backup');
  await writeBackupFile(path, sealFrames(takeBackup(reader, storage, NOW, emptyCounts())));
  await reader.end();
  await close();
  await source.drop();
  return path;
}

const last = migrationNames().at(-1) ?? '';
let world: World;

beforeAll(async () => {
  sharedFolder = mkdtempSync(join(tmpdir(), 'wakeline-backup-'));
  await backupOf(last, sharedFolder);
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
  rmSync(sharedFolder, { recursive: true });
});

test('restores rows, partitions, sequences, files and waiting tasks', async () => {
  const result = await restore(backupPath);
  expect(result).toMatchObject({ files: 1, createdAt: new Date(NOW).toISOString() });
  expect(await migrate(targetDb.db)).toEqual([]);
  const { rows: weeks } = await sql`select tableoid::regclass::text as week from position limit 1`.execute(
    targetDb.db,
  );
  expect(weeks).toEqual([{ week: 'position_2944' }]);
  const { rows: events } = await sql`
    select tableoid::regclass::text as week, kind, data ->> 'name' as fence from event order by time`.execute(
    targetDb.db,
  );
  expect(events).toEqual([
    { week: 'event_2968', kind: 1, fence: '青岛港' },
    { week: 'event_2968', kind: 2, fence: null },
  ]);
  const { rows: numbers } = await sql`
    insert into tracker (account_id, name, imei, password) values (1, 'new', '1', '1')
    returning tracker_id`.execute(targetDb.db);
  // The populated rows have 1 and 2.
  expect(numbers).toEqual([{ tracker_id: 3 }]);
  expect(readFileSync(join(folder, 'restored', 'AA', FILE_ID), 'utf8')).toBe('png');
  const { rows: jobs } = await sql`
    select name, data->'taskId' as task, priority from pgboss.job order by task`.execute(targetDb.db);
  // The finished tasks 1 and 4 are in no queue. Task 3 is being cancelled, and has to be undone.
  expect(jobs).toEqual([
    { name: 'task', task: 2, priority: 0 },
    { name: 'task', task: 3, priority: 0 },
    { name: 'task-small', task: 5, priority: -8 },
    { name: 'task-small', task: 6, priority: -9 },
    { name: 'task', task: 7, priority: -10 },
    { name: 'task', task: 8, priority: -10 },
  ]);
});

test('restores and migrates a backup of the oldest version', async () => {
  const [first = '', ...others] = migrationNames();
  rmSync(backupPath);
  await restore(await backupOf(first, folder));
  expect(await migrate(targetDb.db)).toEqual(others);
  const rows = await readRows(targetDb.db);
  expect(rows.get('position')).toHaveLength(2);
  expect(rows.get('tracker')?.map(({ note }) => note)).toContain('two\nlines, a tab\tand a \\');
});

test('refuses a database that is not empty and leaves it unchanged', async () => {
  const path = backupPath;
  await sql`create table somebody_elses (n int)`.execute(targetDb.db);
  await expect(restore(path)).rejects.toThrow('the database is not empty');
  const { rows } =
    await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(targetDb.db);
  expect(rows).toEqual([{ relname: 'somebody_elses' }]);
});

test('does not overwrite an existing file', async () => {
  const path = backupPath;
  const before = readFileSync(path);
  const other = sealFrames(takeBackup(client, createFolderStorage(folder), NOW, emptyCounts()));
  await expect(writeBackupFile(path, other)).rejects.toThrow('already exists');
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('refuses other files, newer formats and missing files by name', async () => {
  const path = join(folder, 'file');
  writeFileSync(path, 'PGDMP and so on');
  await expect(restore(path)).rejects.toThrow(`${path} is not a Wakeline backup`);
  writeFileSync(path, 'wakeline-backup 2\n');
  await expect(restore(path)).rejects.toThrow('was created by a newer version (format 2)');
  await expect(restore(join(folder, 'nowhere'))).rejects.toThrow('no such file');
  await expectNothingRestored();
});

/** Rewrites the frames of a backup, with a matching checksum. */
async function rewriteBackup(path: string, change: (text: string) => string): Promise<string> {
  const bytes = readFileSync(path);
  const line = bytes.indexOf('\n') + 1;
  async function* changed() {
    for await (const { type: letter, bytes: content } of readFrames(readBackupFile(path))) {
      yield* framesOf(letter, letter === FRAME.data ? content : Buffer.from(change(content.toString())));
    }
  }
  const frames: Buffer[] = [];
  for await (const part of sealFrames(changed())) frames.push(part);
  const other = join(folder, 'rewritten');
  writeFileSync(other, Buffer.concat([bytes.subarray(0, line), gzipSync(Buffer.concat(frames))]));
  return other;
}

test('refuses unknown and different migrations by name', async () => {
  const path = backupPath;
  const newer = await rewriteBackup(path, (text) => text.replace(last, '9999-later.sql'));
  await expect(restore(newer)).rejects.toThrow(
    'was created by a newer version with the migration 9999-later.sql',
  );
  const other = await rewriteBackup(path, (text) =>
    text.replace(/"checksum":"[0-9a-f]{8}/, '"checksum":"00000000'),
  );
  await expect(restore(other)).rejects.toThrow('with a different migration 0001-foundation.sql');
  await expectNothingRestored();
});

test('refuses unknown tables and wrong counts', async () => {
  const path = backupPath;
  const table = await rewriteBackup(path, (text) => text.replace('"name":"account"', '"name":"pg_authid"'));
  await expect(restore(table)).rejects.toThrow('no table pg_authid with these columns');
  const count = await rewriteBackup(path, (text) => (text === '{"count":2}' ? '{"count":3}' : text));
  await expect(restore(count)).rejects.toThrow(/2 rows of \w+ instead of 3/);
  await expectNothingRestored();
});

/** Changes and recompresses the frames of a backup, so that gzip's own checksum is valid. */
function recompressBackup(bytes: Buffer, change: (frames: Buffer) => Buffer): Buffer {
  const line = bytes.indexOf('\n') + 1;
  return Buffer.concat([bytes.subarray(0, line), gzipSync(change(gunzipSync(bytes.subarray(line))))]);
}

test.each<[string, string, (bytes: Buffer) => Buffer]>([
  ...[0.1, 0.5, 0.7, 0.999].map((share): [string, string, (bytes: Buffer) => Buffer] => [
    `truncated after ${share} of its bytes`,
    'the backup is damaged: unexpected end of file',
    (bytes) => bytes.subarray(0, Math.floor(bytes.byteLength * share)),
  ]),
  [
    'changed by one bit in the middle',
    'the backup is damaged',
    (bytes) => {
      const changed = Buffer.from(bytes);
      const middle = Math.floor(bytes.byteLength / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 0x10;
      return changed;
    },
  ],
  [
    'changed and recompressed, so that only the checksum is wrong',
    'the backup is damaged: checksum mismatch',
    (bytes) =>
      recompressBackup(bytes, (frames) => {
        frames.write('Bouy 2', frames.indexOf('Buoy 2'));
        return frames;
      }),
  ],
  [
    'changed and recompressed, so that a value has another type',
    'the backup is damaged: invalid input syntax',
    (bytes) =>
      recompressBackup(bytes, (frames) => {
        frames.write('\tx\t', frames.indexOf('\t1\t'));
        return frames;
      }),
  ],
  [
    'recompressed without its checksum',
    'the backup is damaged: unexpected end of file',
    (bytes) => recompressBackup(bytes, (frames) => frames.subarray(0, -37)),
  ],
])('refuses a backup that is %s, and leaves nothing behind', async (_, message, damage) => {
  writeFileSync(backupPath, damage(readFileSync(backupPath)));
  await expect(restore(backupPath)).rejects.toThrow(message);
  await expectNothingRestored();
});

test('counts files missing from the folder and backs up the rest', async () => {
  const path = join(folder, 'gone');
  await migrateTo(targetDb.db, migrationNames()[1] ?? '');
  await addRows(targetDb.db, '0001');
  await addRows(targetDb.db, '0002');
  const counts = emptyCounts();
  const storage = createFolderStorage(join(folder, 'no-files'));
  await writeBackupFile(path, sealFrames(takeBackup(client, storage, NOW, counts)));
  expect(counts).toMatchObject({ files: 0, missing: 1 });
});

test('takes a consistent snapshot while a server stores reports', {
  timeout: 120_000,
}, async () => {
  const harbour = await world.account('Harbour');
  await harbour.tracker('13912345678', 'Anna');
  const device = await world.device('jt808', '13912345678');
  let stopped = false;
  let acknowledged = 0;
  const begin = Math.floor(world.clock.now() / 1_000) * 1_000 - 3_600_000;
  const load = (async () => {
    while (!stopped) {
      await device.reply(device.report(report({ time: begin + acknowledged * 1_000 })));
      acknowledged += 1;
    }
  })();
  const enough = (count: number) => eventually('reports are acknowledged', () => acknowledged >= count);
  await enough(50);

  const reader = new pg.Client(world.testDatabase.url);
  await reader.connect();
  const frames = takeBackup(reader, createFolderStorage(join(world.dataDir, 'files')), NOW, emptyCounts());
  // The transaction has started with the first frame; another one sees the same state by its snapshot.
  const first = await frames.next();
  const { rows } = await reader.query<{ id: string }>('select pg_export_snapshot() as id');
  const rowsAtStart = world.database.db.transaction().setIsolationLevel('repeatable read');
  const before = await rowsAtStart.execute(async (tx) => {
    await sql.raw(`set transaction snapshot '${rows[0]?.id}'`).execute(tx);
    return readRows(tx);
  });
  await enough(acknowledged + 50);
  async function* all() {
    if (first.done !== true) yield first.value;
    yield* frames;
  }
  const path = join(folder, 'under-load');
  await writeBackupFile(path, sealFrames(all()));
  await reader.end();
  stopped = true;
  await load;

  await restore(path);
  const after = await readRows(targetDb.db);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [table, earlierRows] of before)
    expect({ table, rows: after.get(table) }).toEqual({ table, rows: earlierRows });
  const positions = after.get('position')?.length ?? 0;
  expect(positions).toBeGreaterThanOrEqual(50);
  expect(acknowledged).toBeGreaterThanOrEqual(positions + 50);
});
