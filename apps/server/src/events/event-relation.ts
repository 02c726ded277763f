import { NamedError } from '@wakeline/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import {
  type EventHistory,
  type EventQuery,
  type EventSpan,
  type EventWindow,
  formatEventKey,
  isOneWindow,
  type StoredEvent,
} from './event-archive.ts';
import { EVENT_COLUMNS, STORED_EVENT, unnestEvents } from './stored-columns.ts';

/** Old events that one query reads. */
const MAX_OLD_EVENTS = 500_000;

/** All events, if nothing is archived. */
const EVENT_TABLE: RawBuilder<unknown> = sql`event`;

/**
 * What a query reads events from: the table, or what is in the table and in the archive. Of other events than the ones of the
 * query it may have only some.
 *
 * @returns a relation without alias, with the columns of the table
 * @throws NamedError `events-too-many`
 */
export async function eventRelation(history: EventHistory, query: EventQuery): Promise<RawBuilder<unknown>> {
  const { db, eventArchive: archive } = history;
  if (archive === null) return EVENT_TABLE;
  const since = Math.trunc(archive.recentSince());
  const spans = query.spans
    .filter(({ from }) => from < since)
    .map((span) => ({ ...span, to: Math.min(span.to, since - 1) }));
  if (spans.length === 0) return EVENT_TABLE;
  const old = { ...query, spans };
  // An event that is archived between the queries is in one of them or in both, and not in the recent part of the table.
  const stored = await readOldEvents(db, old, MAX_OLD_EVENTS);
  if (stored.length > MAX_OLD_EVENTS) throw new NamedError('events-too-many');
  const archived = await archive.read(old, MAX_OLD_EVENTS);
  const events = withoutCopies(archived, stored);
  if (events.length > MAX_OLD_EVENTS) throw new NamedError('events-too-many');
  return events.length === 0 ? EVENT_TABLE : withOldEvents(events, since);
}

/** The relation of these events, and of the recent ones of the table. */
export function withOldEvents(old: readonly StoredEvent[], since: number): RawBuilder<unknown> {
  return sql`(
    select ${EVENT_COLUMNS} from event where time >= ${since}
    union all
    select time, since, tracker_id, ref, latitude, longitude, kind, data::jsonb
    from ${unnestEvents(old)} as old (${EVENT_COLUMNS}))`;
}

/** Like `eventRelation`, of all devices of a query that selects `tracker_id`. */
export async function eventRelationOf(
  history: EventHistory,
  devices: RawBuilder<unknown>,
  window: EventWindow,
  kinds: readonly number[],
): Promise<RawBuilder<unknown>> {
  const { db, eventArchive: archive } = history;
  if (archive === null || window.from >= archive.recentSince()) return EVENT_TABLE;
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(tracker_id), '{}') as ids from (${devices}) as device`.execute(db);
  const spans = (rows[0]?.ids ?? []).map((trackerId) => ({ trackerId, ...window }));
  return eventRelation(history, { spans, kinds, refs: null });
}

/** Archived events, and those that only the database has. */
function withoutCopies(
  archived: readonly StoredEvent[],
  stored: readonly StoredEvent[],
): readonly StoredEvent[] {
  if (stored.length === 0 || archived.length === 0) return stored.length === 0 ? archived : stored;
  const keys = new Set(archived.map(formatEventKey));
  return [...archived, ...stored.filter((event) => !keys.has(formatEventKey(event)))];
}

/** The old events that are not archived yet: up to one more than the limit. */
export async function readOldEvents(
  db: Db,
  { spans, kinds, refs }: EventQuery,
  limit: number,
): Promise<readonly StoredEvent[]> {
  // The bounds exclude the partitions of other weeks.
  const from = spans.reduce((first, span) => Math.min(first, span.from), Number.MAX_SAFE_INTEGER);
  const to = spans.reduce((last, span) => Math.max(last, span.to), 0);
  const { rows } = await sql<StoredEvent>`
    select ${STORED_EVENT} from event
    where time between ${Math.trunc(from)} and ${Math.trunc(to)} and ${isOneWindow(spans) ? isOfTracker(spans) : isInSpan(spans)}
      ${kinds === null ? sql`` : sql`and kind = any (${[...kinds]}::smallint[])`}
      ${refs === null ? sql`` : sql`and ref = any (${[...refs]}::int[])`}
    limit ${limit + 1}`.execute(db);
  return rows;
}

function isOfTracker(spans: readonly EventSpan[]): RawBuilder<unknown> {
  return sql`tracker_id = any (${spans.map(({ trackerId }) => trackerId)}::int[])`;
}

function isInSpan(spans: readonly EventSpan[]): RawBuilder<unknown> {
  return sql`exists (
    select from ${unnestSpans(spans)} as span (span_tracker, starts, ends, end_kind, end_ref, began)
    where tracker_id = span_tracker and time between starts and ends
      and (end_kind is null or (kind = end_kind and ref = end_ref and since = began)))`;
}

function unnestSpans(spans: readonly EventSpan[]): RawBuilder<unknown> {
  const column = (value: (span: EventSpan) => number | null) => spans.map(value);
  return sql`unnest(${column(({ trackerId }) => trackerId)}::int[], ${column(({ from }) => Math.trunc(from))}::bigint[],
    ${column(({ to }) => Math.trunc(to))}::bigint[], ${column(({ ends }) => ends?.kind ?? null)}::smallint[],
    ${column(({ ends }) => ends?.ref ?? null)}::int[], ${column(({ ends }) => ends?.since ?? null)}::bigint[])`;
}
