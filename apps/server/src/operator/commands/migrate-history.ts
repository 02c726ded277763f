import { sql } from 'kysely';
import { HistoryCluster } from '../../clickhouse/history-servers.ts';
import type { HistoryServers } from '../../clickhouse/servers.ts';
import { systemClock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { MIGRATION_LOCK } from '../../db/migrate.ts';
import { Partitions } from '../../db/partitions.ts';
import { createClickHouseEvents } from '../../events/clickhouse/clickhouse-events.ts';
import { EVENT_TABLE } from '../../events/clickhouse/table.ts';
import type { EventArchive } from '../../events/event-archive.ts';
import { restoreArchivedEvents } from '../../events/restore-archived.ts';
import { POSITION_TABLE } from '../../positions/clickhouse/table.ts';
import {
  type HistoryPlace,
  readHistoryLocation,
  writeHistoryLocation,
} from '../../positions/history-location.ts';
import { clickHouseCopy } from '../../positions/migration/clickhouse-copy.ts';
import { type CopyResult, copyHistory, forgetCopiedWeeks } from '../../positions/migration/copy-history.ts';
import { DAY, type HistoryCopy } from '../../positions/migration/history-copy.ts';
import { postgresCopy } from '../../positions/migration/postgres-copy.ts';
import { type Command, readArguments } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';

const ACTIONS = ['to-clickhouse', 'to-postgresql', 'delete-copy'] as const;

/** Days that an error lists. */
const MAX_LISTED = 10;
/** "hist" in ASCII; see `MIGRATION_LOCK`. */
const COPY_LOCK = 0x68697374;

export const migrateHistoryCommand: Command = {
  summary: 'Move positions and old events of devices between PostgreSQL and ClickHouse',
  usage: ACTIONS.join('|'),
  help: `HISTORY_URL names the ClickHouse servers. Weeks are copied one after the other; for each device and day, the number of positions and
their checksum must be the same in both stores. The server can keep running. An interrupted copy continues when the command
is repeated: weeks that have not changed since are not read again.

When it is done, stop all servers and repeat the command: it copies what was stored meanwhile, and switches to the other store. Then
start the servers with HISTORY_URL, or without it after to-postgresql. The positions of the former store stay. Old events are moved
to ClickHouse by the server, and back by the last to-postgresql.

  to-clickhouse   copy to ClickHouse, and switch to it if no server is running
  to-postgresql   copy back, likewise
  delete-copy     delete the positions of the store that is not in use`,

  prepare(args) {
    const { positionals } = readArguments(args, {}, { min: 1, max: 1 });
    const action = ACTIONS.find((one) => one === positionals[0]);
    if (action === undefined) throw new UsageError(`${positionals[0]}: is not one of ${ACTIONS.join(', ')}`);

    return async ({ db, config, print }) => {
      if (config.history === null)
        throw new CommandError('HISTORY_URL is required: it names the ClickHouse servers');
      await withStores(db, config.history, async ({ copies, archive }) => {
        const place = await readHistoryLocation(db);
        if (action === 'delete-copy') await deleteCopy(db, copies[otherThan(place)], print);
        else if (action === 'to-clickhouse') await move(db, copies, 'clickhouse', print);
        else await move(db, copies, 'postgresql', print, archive);
      });
    };
  },
};

type Copies = Readonly<Record<HistoryPlace, HistoryCopy>>;
type Print = (line: string) => void;

const otherThan = (place: HistoryPlace): HistoryPlace =>
  place === 'clickhouse' ? 'postgresql' : 'clickhouse';

/** Runs `use` with both stores. Only one such command runs at a time. */
async function withStores(
  db: Db,
  servers: HistoryServers,
  use: (stores: { readonly copies: Copies; readonly archive: EventArchive }) => Promise<void>,
): Promise<void> {
  const cluster = new HistoryCluster(servers, [POSITION_TABLE, EVENT_TABLE]);
  try {
    const [failure] = await cluster.prepare();
    if (failure !== undefined)
      throw new CommandError(`ClickHouse: ${failure instanceof Error ? failure.message : String(failure)}`);
    await db.connection().execute(async (connection) => {
      const { rows } = await sql<{
        locked: boolean;
      }>`select pg_try_advisory_lock(${COPY_LOCK}) as locked`.execute(connection);
      if (rows[0]?.locked !== true) throw new CommandError('the command is running already');
      try {
        await use({
          copies: { clickhouse: clickHouseCopy(cluster), postgresql: postgresCopy(db) },
          archive: createClickHouseEvents(cluster, systemClock),
        });
      } finally {
        await sql`select pg_advisory_unlock(${COPY_LOCK})`.execute(connection);
      }
    });
  } finally {
    await cluster.close();
  }
}

/** @param archive whose events are moved to the database before the switch */
async function move(
  db: Db,
  copies: Copies,
  to: HistoryPlace,
  print: Print,
  archive: EventArchive | null = null,
): Promise<void> {
  const [source, target] = [copies[otherThan(to)], copies[to]];
  if ((await readHistoryLocation(db)) === to)
    throw new CommandError(`the positions are in ${target.name} already`);
  const isLast = !(await hasServers(db));
  const result = await copyHistory({
    ...{ db, source, target },
    onWeek: (position, weeks, copied) => print(`Week ${position} of ${weeks}: ${copied} positions copied`),
  });
  print(describe(result));
  if (!isLast) {
    print('Stop all servers, then repeat the command to switch');
    return;
  }
  if (result.different.length > 0) throw new CommandError(describeDifferences(result));
  if (archive !== null)
    print(`${await restoreArchivedEvents(db, archive, new Partitions())} events moved to PostgreSQL`);
  await switchTo(db, to);
  print(
    to === 'clickhouse'
      ? 'The positions are in ClickHouse now. Start the servers with HISTORY_URL'
      : 'The positions are in PostgreSQL now. Start the servers without HISTORY_URL',
  );
}

/** A server that starts waits for the lock, and then reads where the positions are. */
async function switchTo(db: Db, place: HistoryPlace): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
    if (await hasServers(tx))
      throw new CommandError('a server was started meanwhile: stop it and repeat the command');
    await writeHistoryLocation(tx, place);
    await forgetCopiedWeeks(tx);
  });
}

async function deleteCopy(db: Db, copy: HistoryCopy, print: Print): Promise<void> {
  await copy.clear();
  await forgetCopiedWeeks(db);
  print(`The positions in ${copy.name} are deleted`);
}

/** Whether another program of this product is connected to the database. */
async function hasServers(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name like 'wakeline%'
      and application_name <> current_setting('application_name') limit 1`.execute(db);
  return rows.length > 0;
}

function describe({ inserted, deleted, unchangedWeeks, sameWeeks, different }: CopyResult): string {
  const parts = [
    `${inserted} positions copied`,
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    `${sameWeeks} weeks compared, ${unchangedWeeks} unchanged`,
  ];
  if (different.length > 0) parts.push(`${different.length} days changed meanwhile`);
  return parts.join(', ');
}

function describeDifferences({ different }: CopyResult): string {
  const days = different.slice(0, MAX_LISTED).map(({ trackerId, day, source, target }) => {
    const date = new Date(day * DAY).toISOString().slice(0, 10);
    return `device ${trackerId} on ${date}: ${source} and ${target} positions`;
  });
  const more = different.length > MAX_LISTED ? ' ...' : '';
  return `${different.length} days differ: ${days.join('; ')}${more}`;
}
