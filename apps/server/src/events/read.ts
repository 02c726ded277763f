import {
  EVENT_KINDS,
  EVENT_NUMBERS,
  type EventKey,
  type EventKind,
  type TrackerEvent,
} from '@wakeline/domain/events/tracker-event';
import { sql } from 'kysely';
import { readTrackEnds } from '../trackers/validity.ts';
import type { EventHistory, StoredEvent } from './event-archive.ts';
import { eventRelation } from './event-relation.ts';
import { type EventRow, toEvent } from './event-row.ts';

export interface EventWindow {
  readonly trackerId: number;
  /** The reader's account: events about fences and rules of another account are left out. */
  readonly accountId: number;
  /** Epoch milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  /** Time of the request, epoch milliseconds: the events of a tracker that is expired then end with its validity. */
  readonly now: number;
  /** Undefined: all. */
  readonly kinds: readonly EventKind[] | undefined;
  /** The last event of the previous page; undefined: the first page. */
  readonly before: EventKey | undefined;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly TrackerEvent[];
  /** Where the next page starts; null: this is the last one. */
  readonly next: EventKey | null;
}

/** The events of a tracker between two times, newest first, page by page in the order of the primary key. */
export async function readEvents(
  history: EventHistory,
  { trackerId, accountId, from, to, now, kinds, before, limit }: EventWindow,
): Promise<EventPage> {
  const { db, eventArchive } = history;
  const end = (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? to;
  const last = Math.min(to, end, before?.time ?? to);
  // Kinds that a newer version stored are left out.
  const numbers = (kinds ?? EVENT_KINDS).map((kind) => EVENT_NUMBERS[kind]);
  const { rows: stored } = await sql<EventRow>`
    select time, since, ref, latitude, longitude, kind, data from event
    where tracker_id = ${trackerId} and time between ${from} and ${last}
      and (data ->> 'account' is null or (data ->> 'account')::int = ${accountId})
      and kind = any (${numbers}::smallint[])
      ${
        before === undefined
          ? sql``
          : sql`and (time, kind, ref) < (${before.time}, ${EVENT_NUMBERS[before.kind]}, ${before.ref})`
      }
    order by time desc, kind desc, ref desc
    limit ${limit + 1}`.execute(db);
  // An event that is archived meanwhile is in one of both pages, or in both.
  const archived =
    eventArchive === null || from >= eventArchive.recentSince()
      ? []
      : await eventArchive.readNewest({
          ...{ trackerId, accountId, from, kinds: numbers, limit: limit + 1 },
          to: Math.min(last, eventArchive.recentSince()),
          before: before === undefined ? null : { ...before, kind: EVENT_NUMBERS[before.kind] },
        });
  const rows = archived.length === 0 ? stored : mergeNewest(archived.map(toRow), stored);
  const page = rows.slice(0, limit);
  const lastRow = page.at(-1);
  return {
    events: page.flatMap((row) => toEvent(row) ?? []),
    next: rows.length > limit && lastRow !== undefined ? keyOf(lastRow) : null,
  };
}

function toRow({ data, ...row }: StoredEvent): EventRow {
  return { ...row, data: data === null ? null : JSON.parse(data) };
}

/** The rows of both, newest first; of two with one key the archived one. */
function mergeNewest(archived: readonly EventRow[], stored: readonly EventRow[]): readonly EventRow[] {
  const rows = [...archived, ...stored].sort((a, b) => b.time - a.time || b.kind - a.kind || b.ref - a.ref);
  return rows.filter(({ time, kind, ref }, at) => {
    const previous = rows[at - 1];
    return time !== previous?.time || kind !== previous.kind || ref !== previous.ref;
  });
}

function keyOf({ time, kind: number, ref }: EventRow): EventKey | null {
  const kind = EVENT_KINDS.find((name) => EVENT_NUMBERS[name] === number);
  return kind === undefined ? null : { time, kind, ref };
}

/** All events of a tracker in a time, whose end is not included, and the end of a time offline that began in it. */
export async function readEventsOfDays(
  history: EventHistory,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly TrackerEvent[]> {
  const { db, eventArchive } = history;
  const columns = sql`time, since, ref, latitude, longitude, kind, data`;
  const spans = [{ trackerId, from, to: to - 1 }];
  const events = await eventRelation(history, { spans, kinds: null, refs: null });
  const { rows } = await sql<EventRow>`
    (select ${columns} from ${events} as event where tracker_id = ${trackerId} and time >= ${from} and time < ${to})
    union all
    (select ${columns} from event
     where tracker_id = ${trackerId} and time >= ${to} and kind = ${EVENT_NUMBERS.online} and since < ${to}
     order by time limit 1)`.execute(db);
  const archivedEnd =
    eventArchive === null || to >= eventArchive.recentSince()
      ? null
      : await eventArchive.readFirstEnd(trackerId, EVENT_NUMBERS.online, to);
  const all = archivedEnd === null ? rows : withFirstEnd(rows, toRow(archivedEnd), to);
  return all.toSorted((a, b) => a.time - b.time).flatMap((row) => toEvent(row) ?? []);
}

/** The rows before a time, and the first one of those after it and `end`. */
function withFirstEnd(rows: readonly EventRow[], end: EventRow, to: number): readonly EventRow[] {
  const stored = rows.find(({ time }) => time >= to);
  const first = stored !== undefined && stored.time < end.time ? stored : end;
  return [...rows.filter(({ time }) => time < to), first];
}
