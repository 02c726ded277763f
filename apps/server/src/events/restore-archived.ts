import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Partitions } from '../db/partitions.ts';
import { ARCHIVE_LOCK } from './archive-events.ts';
import type { ArchivedWeek, EventArchive, EventKeyColumns, StoredEvent } from './event-archive.ts';
import { EVENT_COLUMNS, unnestEvents } from './stored-columns.ts';

/** Events that are copied in one transaction. */
const PAGE_EVENTS = 10_000;

interface RestoreOptions {
  readonly pageEvents?: number;
  /** Receives the number of events that have been restored. */
  readonly onProgress?: (restored: number) => void;
}

/**
 * Moves all archived events back to the database, week by week: a week is deleted in the archive when the database has its events. If
 * it is interrupted, the next call continues. All replicas must have all events. Meanwhile nothing is archived; afterwards the servers must run without the archive,
 * or they archive the events again.
 *
 * @returns how many events were restored.
 */
export async function restoreArchivedEvents(
  db: Db,
  archive: EventArchive,
  partitions: Partitions,
  { pageEvents = PAGE_EVENTS, onProgress = () => undefined }: RestoreOptions = {},
): Promise<number> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${ARCHIVE_LOCK})`.execute(connection);
    try {
      let restored = 0;
      for (const week of await archive.listWeeks()) {
        await partitions.ensure(connection, [week.week]);
        for await (const events of readWeek(week, pageEvents)) {
          await insertArchived(connection, events);
          restored += events.length;
          onProgress(restored);
        }
        await week.drop();
      }
      return restored;
    } finally {
      await sql`select pg_advisory_unlock(${ARCHIVE_LOCK})`.execute(connection);
    }
  });
}

async function* readWeek(week: ArchivedWeek, limit: number): AsyncGenerator<readonly StoredEvent[]> {
  for (let last: EventKeyColumns | null = null; ; ) {
    const events = await week.read(last, limit);
    if (events.length > 0) yield events;
    if (events.length < limit) return;
    last = events.at(-1) ?? null;
  }
}

/** An event with the same key in the database came later. */
async function insertArchived(db: Db, events: readonly StoredEvent[]): Promise<void> {
  await db.transaction().execute((tx) =>
    sql`
      insert into event (${EVENT_COLUMNS})
      select time, since, tracker_id, ref, latitude, longitude, kind, data::jsonb
      from ${unnestEvents(events)} as archived (${EVENT_COLUMNS})
      on conflict (tracker_id, time, kind, ref) do update
      set since = excluded.since, latitude = excluded.latitude, longitude = excluded.longitude, data = excluded.data`.execute(
      tx,
    ),
  );
}
