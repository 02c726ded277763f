import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { PARTITIONED_TABLES } from '../../db/partitions.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { type DatabaseTable, sequencesOf, tablesOf } from './catalog.ts';
import type { Header } from './contents.ts';
import { FRAME, framesOf } from './frames.ts';

export interface BackupCounts {
  tables: number;
  rows: number;
  files: number;
  /** Files that were deleted while the backup was taken. */
  missing: number;
}

/** File ids per query. */
const FILE_BATCH_SIZE = 1_000;

/**
 * Yields the database and the stored files as frames. Everything is read in one transaction: a consistent snapshot that does
 * not block writers. Memory use does not depend on the size of the database.
 */
export async function* takeBackup(
  client: pg.ClientBase,
  storage: FileStorage,
  now: number,
  counts: BackupCounts,
): AsyncGenerator<Buffer> {
  await client.query('begin transaction isolation level repeatable read read only');
  const tables = await tablesOf(client);
  yield* framesOf(FRAME.header, await headerOf(client, now));
  for (const table of tables) {
    counts.tables += 1;
    yield* framesOf(FRAME.table, table);
    const count = yield* rowsOf(client, table);
    counts.rows += count;
    yield* framesOf(FRAME.end, { count });
  }
  // After the rows: at worst, numbers taken meanwhile are skipped.
  for (const { table, column, value } of await sequencesOf(client)) {
    if (value !== null) yield* framesOf(FRAME.sequence, { table, column, value });
  }
  if (tables.some(({ name }) => name === 'stored_file')) yield* filesOf(client, storage, counts);
  await client.query('commit');
}

async function headerOf(client: pg.ClientBase, now: number): Promise<Header> {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  );
  const { rows: partitions } = await client.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent in (select to_regclass(name) from unnest($1::text[]) as name)`,
    [PARTITIONED_TABLES],
  );
  const weeks = new Set(partitions.map(({ name }) => Number(name.slice(name.lastIndexOf('_') + 1))));
  const { rows: versions } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    createdAt: new Date(now).toISOString(),
    postgres: versions[0]?.version ?? '',
    migrations,
    weeks: [...weeks].sort((a, b) => a - b),
  };
}

async function* rowsOf(
  client: pg.ClientBase,
  { name, columns }: DatabaseTable,
): AsyncGenerator<Buffer, number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyTo(`copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`));
  for await (const bytes of rows) yield* framesOf(FRAME.data, bytes as Buffer);
  return rows.rowCount;
}

async function* filesOf(
  client: pg.ClientBase,
  storage: FileStorage,
  counts: BackupCounts,
): AsyncGenerator<Buffer> {
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ file_id: string }>(
      'select file_id from stored_file where file_id collate "C" > $1 order by file_id collate "C" limit $2',
      [last, FILE_BATCH_SIZE],
    );
    for (const { file_id: fileId } of rows) {
      last = fileId;
      const content = await storage.get(fileId);
      if (content === null) {
        counts.missing += 1;
        continue;
      }
      counts.files += 1;
      yield* framesOf(FRAME.file, { fileId });
      let count = 0;
      for await (const bytes of content) {
        count += (bytes as Buffer).byteLength;
        yield* framesOf(FRAME.data, bytes as Buffer);
      }
      yield* framesOf(FRAME.end, { count });
    }
    if (rows.length < FILE_BATCH_SIZE) return;
  }
}
