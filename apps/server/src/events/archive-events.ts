import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { listWeeks, weekStart } from '../db/partitions.ts';
import type { EventArchive, EventKeyColumns, StoredEvent } from './event-archive.ts';
import { STORED_EVENT, unnestKeys } from './stored-columns.ts';

/** Any number that nobody else on the database uses as an advisory lock: "arch" in ASCII. */
export const ARCHIVE_LOCK = 0x61726368;
/** Events that are moved in one transaction. */
const PAGE_EVENTS = 10_000;

interface ArchiveRun {
  /** Checked before each page. */
  readonly isWanted?: () => boolean;
  readonly pageEvents?: number;
}

/**
 * Moves old events to the archive, in pages: they are deleted from the database when the archive has them. Only one process does so at
 * a time; for others there is nothing to do.
 *
 * @returns how many events were moved.
 */
export async function archiveEvents(
  db: Db,
  archive: EventArchive,
  { isWanted = () => true, pageEvents = PAGE_EVENTS }: ArchiveRun = {},
): Promise<number> {
  const until = Math.trunc(archive.archivableUntil());
  let moved = 0;
  for (const week of await findOldWeeks(db, until)) {
    const window = { from: weekStart(week), until: Math.min(weekStart(week + 1), until) };
    for (let last: EventKeyColumns | null = null; isWanted(); ) {
      const events = await movePage(db, archive, { ...window, after: last, limit: pageEvents });
      moved += events.length;
      if (events.length < pageEvents) break;
      last = events.at(-1) ?? null;
    }
  }
  return moved;
}

/** The weeks that have events before a time. */
async function findOldWeeks(db: Db, until: number): Promise<readonly number[]> {
  const weeks = (await listWeeks(db)).filter((week) => weekStart(week) < until);
  const { rows } = await sql<{ week: number }>`
    select week from unnest(${weeks}::int[], ${weeks.map(weekStart)}::bigint[],
      ${weeks.map((week) => Math.min(weekStart(week + 1), until))}::bigint[]) as part (week, starts, ends)
    where exists (select from event where time >= starts and time < ends) order by week`.execute(db);
  return rows.map(({ week }) => week);
}

interface PageWindow {
  /** Epoch milliseconds; the end is not included. */
  readonly from: number;
  readonly until: number;
  readonly after: EventKeyColumns | null;
  readonly limit: number;
}

/**
 * Moves the first events of a time, in the order of their key. They stay locked: who deletes them waits, and then deletes them in the
 * archive. Events that are being deleted are skipped.
 */
function movePage(
  db: Db,
  archive: EventArchive,
  { from, until, after, limit }: PageWindow,
): Promise<readonly StoredEvent[]> {
  return db.transaction().execute(async (tx) => {
    const { rows: locks } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${ARCHIVE_LOCK}) as locked`.execute(tx);
    if (locks[0]?.locked !== true) return [];
    const { rows: events } = await sql<StoredEvent>`
      select ${STORED_EVENT} from event
      where time >= ${from} and time < ${until} ${
        after === null
          ? sql``
          : sql`and (tracker_id, time, kind, ref) > (${after.tracker_id}, ${after.time}, ${after.kind}, ${after.ref})`
      }
      order by tracker_id, time, kind, ref limit ${limit} for update skip locked`.execute(tx);
    if (events.length === 0) return events;
    await archive.insert(events);
    await sql`
      delete from event using ${unnestKeys(events)} as moved (tracker_id, time, kind, ref)
      where event.time >= ${from} and event.time < ${until} and event.tracker_id = moved.tracker_id
        and event.time = moved.time and event.kind = moved.kind and event.ref = moved.ref`.execute(tx);
    return events;
  });
}
