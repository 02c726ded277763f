import type { Db } from '../db/database.ts';

/** The database, and the archive of the events of its trackers. */
export interface EventHistory {
  /** The transaction, where one is open. */
  readonly db: Db;
  /** Null: all events are in the database. */
  readonly eventArchive: EventArchive | null;
}

/** A row of `event`. `data` is JSON. */
export interface StoredEvent extends EventKeyColumns {
  readonly since: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly data: string | null;
}

/** The columns of the key of `event`. */
export interface EventKeyColumns {
  readonly tracker_id: number;
  readonly time: number;
  readonly kind: number;
  readonly ref: number;
}

/** `12 1780000000000 4 0` of tracker, time, kind and reference. */
export function formatEventKey({ tracker_id, time, kind, ref }: EventKeyColumns): string {
  return `${tracker_id} ${time} ${kind} ${ref}`;
}

/** Epoch milliseconds, both included. */
export interface EventWindow {
  readonly from: number;
  readonly to: number;
}

/** A time of a tracker. */
export interface EventSpan extends EventWindow {
  readonly trackerId: number;
  /** Only the events that end this state. */
  readonly ends?: { readonly kind: number; readonly ref: number; readonly since: number };
}

/** Whether the spans are the same time of several trackers. */
export function isOneWindow(spans: readonly EventSpan[]): boolean {
  const [first] = spans;
  return spans.every(({ from, to, ends }) => ends === undefined && from === first?.from && to === first.to);
}

export interface EventQuery {
  readonly spans: readonly EventSpan[];
  /** Numbers; null: all. */
  readonly kinds: readonly number[] | null;
  /** Null: all. */
  readonly refs: readonly number[] | null;
}

/** The newest events of a tracker that an account may read. */
export interface NewestEvents extends EventWindow {
  readonly trackerId: number;
  readonly accountId: number;
  readonly kinds: readonly number[];
  /** Those that follow this one. */
  readonly before: Omit<EventKeyColumns, 'tracker_id'> | null;
  readonly limit: number;
}

/** Events that are counted without being read. */
export interface EventCounting {
  readonly spans: readonly EventSpan[];
  readonly kinds: readonly number[];
  readonly accountId: number;
  /** Ascending: they are counted between successive times, which are numbered from 1; null: by tracker. */
  readonly times: readonly number[] | null;
  readonly without: readonly EventKeyColumns[];
  /** Kinds of which some references do not count. */
  readonly silent: readonly { readonly kind: number; readonly refs: readonly number[] }[];
}

/** A week of a shard of the archive. */
export interface ArchivedWeek {
  /** Number of the week, see `weekOf`. */
  readonly week: number;
  /** The first events in the order of the key, after this one. */
  read(after: EventKeyColumns | null, limit: number): Promise<readonly StoredEvent[]>;
  /** Deletes the week of this shard. */
  drop(): Promise<void>;
}

/**
 * Old events outside of the database. An event is copied to the archive before it is deleted from the database, so it can be in
 * both. Of several events with one key the archived one is valid.
 */
export interface EventArchive {
  /** Events before this time, epoch milliseconds, are to be archived. */
  archivableUntil(): number;
  /** Events from this time on, epoch milliseconds, are in the database only: later than `archivableUntil` by a margin. */
  recentSince(): number;
  /** Resolves when the events are durable. Repeating it changes nothing. */
  insert(events: readonly StoredEvent[]): Promise<void>;
  /** @throws NamedError `events-too-many` for more than `limit` */
  read(query: EventQuery, limit: number): Promise<readonly StoredEvent[]>;
  /** The number of events by span or tracker. */
  count(counting: EventCounting): Promise<readonly { readonly key: number; readonly alarms: number }[]>;
  /** Newest first, of one time by kind and reference, descending. */
  readNewest(query: NewestEvents): Promise<readonly StoredEvent[]>;
  /** The first event of a kind of a tracker from a time on that ended a state which began before it. */
  readFirstEnd(trackerId: number, kind: number, time: number): Promise<StoredEvent | null>;
  /** Which of these keys are archived. */
  findKeys(keys: readonly EventKeyColumns[]): Promise<ReadonlySet<string>>;
  /** Deletes the events of trackers in a window; only of some kinds, unless that is null. */
  delete(trackerIds: readonly number[], window: EventWindow, kinds: readonly number[] | null): Promise<void>;
  /** Deletes the weeks that end before `oldest`, epoch milliseconds. */
  dropWeeksBefore(oldest: number): Promise<void>;
  /** Oldest first. */
  listWeeks(): Promise<readonly ArchivedWeek[]>;
}
