import { once } from 'node:events';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import { classifyFailure } from '../../db/database-failure.ts';
import { MIGRATION_LOCK, MIGRATION_TABLE, type Migration } from '../../db/migrate.ts';
import { attachStatements, PARTITIONED_TABLES } from '../../db/partitions.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { QUEUE_SCHEMA } from '../../tasks/queue.ts';
import { WORKLOADS, type Workload } from '../../tasks/workloads.ts';
import { CommandError } from '../command-error.ts';
import { isEmpty, tablesOf } from './catalog.ts';
import { end, type Header, header, parseJson, sequence, storedFile, table } from './contents.ts';
import { damaged, FRAME, type Frame } from './frames.ts';

export interface RestoreResult {
  tables: number;
  rows: number;
  files: number;
  createdAt: string;
}

interface Target {
  readonly client: pg.ClientBase;
  readonly storage: FileStorage;
  /** The migrations of this version. */
  readonly migrations: readonly Migration[];
  /** Creates the queue's tables, over another connection. */
  readonly prepareQueue: () => Promise<void>;
  readonly now: number;
}

/**
 * Restores a backup into an empty database, in one transaction. The tables are created by this version's migrations, up to the
 * last one of the backup; the caller runs the others. Waiting batch tasks are queued again.
 *
 * @throws CommandError if the database is not empty, or the backup is damaged or of a newer version.
 */
export async function restoreBackup(target: Target, frames: AsyncGenerator<Frame>): Promise<RestoreResult> {
  const { client, storage } = target;
  const written: string[] = [];
  await client.query('begin');
  try {
    // A server that starts meanwhile waits for this lock and finds the restored data.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (!(await isEmpty(client))) {
      throw new CommandError(
        'the database is not empty: restore into an empty data folder or into a new database in DATABASE_URL',
      );
    }
    // The records of the trackers' validity are in the backup.
    await client.query("select set_config('wakeline.author', 'none', true)");
    const result = await restoreFrames(target, frames, written);
    await requeueTasks(target);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    for (const fileId of written) await storage.delete(fileId);
    // Damaged rows arrive before the checksum.
    throw classifyFailure(error) === 'away' ? error : damaged(error instanceof Error ? error.message : '');
  } finally {
    await frames.return(undefined);
  }
}

async function restoreFrames(
  target: Target,
  frames: AsyncGenerator<Frame>,
  written: string[],
): Promise<RestoreResult> {
  const { client, storage, now } = target;
  const first = await frames.next();
  if (first.done === true || first.value.type !== FRAME.header) throw damaged('the header is missing');
  const backupHeader = parseJson(header, first.value.bytes);
  await createTables(target, backupHeader);
  const columnsByTable = new Map((await tablesOf(client)).map((one) => [one.name, new Set(one.columns)]));
  const result = { tables: 0, rows: 0, files: 0, createdAt: backupHeader.createdAt };
  // Driven manually, because the data of a table or file is read from the same generator.
  for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
    const { type, bytes } = next.value;
    if (type === FRAME.table) {
      const { name, columns } = parseJson(table, bytes);
      if (!columns.every((column) => columnsByTable.get(name)?.has(column)))
        throw damaged(`no table ${name} with these columns`);
      result.tables += 1;
      result.rows += await copyRows(client, { name, columns }, frames);
    } else if (type === FRAME.sequence) {
      const { table: name, column, value } = parseJson(sequence, bytes);
      if (columnsByTable.get(name)?.has(column) !== true)
        throw damaged(`no column ${column} in table ${name}`);
      const quotedTable = pg.escapeIdentifier(name);
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quotedTable, column, value]);
    } else if (type === FRAME.file) {
      const { fileId } = parseJson(storedFile, bytes);
      written.push(fileId);
      await storage.put(fileId, dataOf(frames), now);
      result.files += 1;
    } else throw damaged('unexpected frame');
  }
  return result;
}

/** Creates the tables by the migrations, and the partitions. No SQL of the backup is run, because it is untrusted. */
async function createTables({ client, migrations }: Target, backupHeader: Header): Promise<void> {
  await client.query(MIGRATION_TABLE);
  for (const { name, checksum } of backupHeader.migrations) {
    const migration = migrations.find((one) => one.name === name);
    if (migration === undefined) {
      throw new CommandError(
        `the backup was created by a newer version with the migration ${name}: update first`,
      );
    }
    if (migration.checksum !== checksum)
      throw new CommandError(`the backup was created by another version with a different migration ${name}`);
    await client.query(migration.text);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
  }
  const names = new Set((await tablesOf(client)).map(({ name }) => name));
  // A backup of an older version may not have all of them: the next reports create the missing partitions.
  for (const table of PARTITIONED_TABLES.filter((name) => names.has(name))) {
    for (const week of backupHeader.weeks) {
      for (const text of attachStatements(table, week)) await client.query(text);
    }
  }
}

async function copyRows(
  client: pg.ClientBase,
  { name, columns }: { name: string; columns: readonly string[] },
  frames: AsyncGenerator<Frame>,
): Promise<number> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
  // Database errors are emitted by the stream, whatever is awaited at that time.
  const failed = new Promise<never>((_, reject) => rows.once('error', reject));
  failed.catch(() => undefined);
  const data = dataOf(frames);
  let count: number;
  try {
    let next = await data.next();
    for (; next.done !== true; next = await data.next()) {
      if (!rows.write(next.value)) await Promise.race([once(rows, 'drain'), failed]);
    }
    count = next.value;
  } catch (error) {
    // The connection accepts no other statement until the copy has ended.
    rows.destroy();
    throw error;
  }
  rows.end();
  await Promise.race([once(rows, 'finish'), failed]);
  if (rows.rowCount !== count) throw damaged(`${rows.rowCount} rows of ${name} instead of ${count}`);
  return rows.rowCount;
}

/** Yields the data of a table or file. Returns the count of its end frame. */
async function* dataOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer, number> {
  for (;;) {
    const next = await frames.next();
    if (next.done === true) throw damaged('unexpected end of file');
    const { type, bytes } = next.value;
    if (type === FRAME.end) return parseJson(end, bytes).count;
    if (type !== FRAME.data) throw damaged('unexpected frame');
    yield bytes;
  }
}

interface QueuedTask {
  readonly task_id: number;
  readonly account_id: number;
  readonly workload: Workload;
  readonly round: number;
}

/** The queue's tables are not part of a backup: its jobs are derived from the open tasks. */
async function requeueTasks({ client, prepareQueue }: Target): Promise<void> {
  const { rows: tableNames } = await client.query(`select to_regclass('task') as task`);
  if (tableNames[0]?.task === null) return;
  await prepareQueue();
  // A backup of an earlier version has tasks without these columns.
  const { rows } = await client.query<QueuedTask>(
    `select task_id, account_id, coalesce(to_jsonb(task)->>'workload', 'large') as workload,
            coalesce((to_jsonb(task)->>'round')::int, 0) as round
     from task where state in ('waiting', 'running', 'cancelling') order by task_id`,
  );
  const db = {
    executeSql: (text: string, values?: unknown[]) => client.query(text, values),
  };
  const boss = new PgBoss({ db, schema: QUEUE_SCHEMA, migrate: false, schedule: false, supervise: false });
  for (const { task_id: taskId, account_id: accountId, workload, round } of rows) {
    const options = { db, group: { id: String(accountId) }, priority: -round };
    await boss.send(WORKLOADS[workload].queue, { taskId }, options);
  }
}
