import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { ALARM_KIND_NUMBERS, type AlarmFilter } from './alarm-records.ts';
import type { EventHistory, EventSpan } from './event-archive.ts';
import { readOldEvents, withOldEvents } from './event-relation.ts';

/** Events that the database and the archive may both have, beyond which archived alarms are not counted there. */
const MAX_UNARCHIVED = 50_000;

/** Of a device, or of a span: its number as of `width_bucket`. */
export interface ArchivedAlarmCount {
  readonly key: number;
  readonly alarms: number;
}

interface CountedAlarms {
  /** The relation of the events that are not counted. */
  readonly events: RawBuilder<unknown>;
  readonly archived: readonly ArchivedAlarmCount[];
}

/**
 * Counts archived alarms in the archive: there may be more than a report can read.
 *
 * @param times the spans in which they are counted; null: by device
 * @returns null if they have to be read: nothing is archived, they depend on how they were handled, or much is to be archived yet
 */
export async function countArchivedAlarms(
  { db, eventArchive: archive }: EventHistory,
  filter: AlarmFilter,
  times: readonly number[] | null,
): Promise<CountedAlarms | null> {
  const { from, to, types, states, notices, accountId, silent } = filter;
  if (archive === null || types !== null || states !== null || notices !== null) return null;
  const since = Math.trunc(archive.recentSince());
  if (from >= since) return null;
  const spans = await readSpans(db, filter, { from, to: Math.min(to, since) - 1 });
  const kinds = ALARM_KIND_NUMBERS;
  const old = await readOldEvents(db, { spans, kinds, refs: null }, MAX_UNARCHIVED);
  if (old.length > MAX_UNARCHIVED) return null;
  const archived = await archive.count({
    ...{ spans, kinds, accountId, times },
    // They are counted with the recent ones, whether they are archived meanwhile or not.
    without: old,
    silent: [
      { kind: EVENT_NUMBERS['fence-entered'], refs: silent.entries },
      { kind: EVENT_NUMBERS['fence-exited'], refs: silent.exits },
    ],
  });
  return { events: withOldEvents(old, since), archived };
}

/** The times of devices; those of an expired one end with its validity. */
async function readSpans(
  db: Db,
  { devices, now }: AlarmFilter,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly EventSpan[]> {
  const { rows } = await sql<{ tracker_id: number; valid_to: number | null }>`
    select tracker_id, case when valid_until <= ${new Date(now)}
      then ceil(extract(epoch from valid_until) * 1000)::bigint - 1 end as valid_to
    from (${devices}) as device`.execute(db);
  return rows
    .map(({ tracker_id, valid_to }) => ({ trackerId: tracker_id, from, to: Math.min(to, valid_to ?? to) }))
    .filter((span) => span.to >= span.from);
}
