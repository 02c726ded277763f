import type { Overwritten } from '@wakeline/contract/courses/events';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { EventSettings } from '@wakeline/domain/courses/event';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { escapeLike } from '../../db/escape-like.ts';
import { lockAccount } from '../../db/lock-account.ts';

/** An event without its objects. */
export interface EventRow {
  readonly eventId: number;
  readonly settings: EventSettings;
  readonly revision: number;
  readonly settingsRevision: number;
  /** The last change of the settings. */
  readonly settingsChange: Overwritten;
  readonly purgedRevision: number;
  readonly document: string | null;
}

const heldOn = sql<string | null>`to_char(held_on, 'YYYY-MM-DD')`;

function selectEvent(db: Db, accountId: number, eventId: number) {
  return db
    .selectFrom('course_event')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .select([
      'event_id',
      'name',
      'place',
      'settings',
      'revision',
      'settings_revision',
      'settings_version',
      'settings_user',
      'settings_edited_at',
      'purged_revision',
      'document',
    ])
    .select(heldOn.as('held_on'));
}

type SelectedEvent = Awaited<ReturnType<ReturnType<typeof selectEvent>['executeTakeFirstOrThrow']>>;

function toEvent(row: SelectedEvent | undefined): EventRow {
  if (row === undefined) throw new NamedError('course-event-unknown');
  const { settings, name, place, held_on: date } = row;
  return {
    eventId: row.event_id,
    settings: { ...settings, name, place, date },
    revision: row.revision,
    settingsRevision: row.settings_revision,
    settingsChange: {
      userName: row.settings_user,
      version: row.settings_version,
      deleted: false,
      editTime: row.settings_edited_at.getTime(),
    },
    purgedRevision: row.purged_revision,
    document: row.document,
  };
}

/** @throws NamedError `course-event-unknown`, also for an event of another account */
export async function readEvent(db: Db, accountId: number, eventId: number): Promise<EventRow> {
  return toEvent(await selectEvent(db, accountId, eventId).executeTakeFirst());
}

/**
 * Reads an event and serializes its changes until the transaction ends.
 *
 * @throws NamedError `course-event-unknown`, also for an event of another account
 */
export async function lockEvent(tx: Tx, accountId: number, eventId: number): Promise<EventRow> {
  return toEvent(await selectEvent(tx, accountId, eventId).forNoKeyUpdate().executeTakeFirst());
}

export interface NewEvent {
  readonly accountId: number;
  readonly settings: EventSettings;
  readonly document: string | null;
  /** Login of the creator. */
  readonly userName: string;
  readonly now: number;
}

/** @throws NamedError `course-event-limit` */
export async function insertEvent(
  tx: Tx,
  { accountId, settings, document, userName, now }: NewEvent,
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('course_event')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.courseEventsPerAccount) throw new NamedError('course-event-limit');
  const { event_id } = await tx
    .insertInto('course_event')
    .values({
      account_id: accountId,
      ...columnsOf(settings),
      revision: 1,
      settings_revision: 1,
      settings_version: 1,
      settings_user: userName,
      settings_edited_at: new Date(now),
      document,
      edited_at: new Date(now),
    })
    .returning('event_id')
    .executeTakeFirstOrThrow();
  return event_id;
}

/** A change of the settings of an event. */
interface SettingsChange {
  readonly settings: EventSettings;
  /** Of the event with this change. */
  readonly revision: number;
  /** Of the settings. */
  readonly version: number;
  readonly userName: string;
  readonly now: number;
}

export async function updateSettings(
  tx: Tx,
  eventId: number,
  { settings, revision, version, userName, now }: SettingsChange,
): Promise<void> {
  await tx
    .updateTable('course_event')
    .set({
      ...columnsOf(settings),
      revision,
      settings_revision: revision,
      settings_version: version,
      settings_user: userName,
      settings_edited_at: new Date(now),
      edited_at: new Date(now),
    })
    .where('event_id', '=', eventId)
    .execute();
}

function columnsOf({ name, date, place, ...settings }: EventSettings) {
  return { name, held_on: date, place, settings: JSON.stringify(settings) };
}

/** Stores that the event has changed. `purgedRevision`: of a deletion that is no longer known. */
export async function updateRevision(
  tx: Tx,
  eventId: number,
  {
    revision,
    purgedRevision,
    now,
  }: { readonly revision: number; readonly purgedRevision: number; readonly now: number },
): Promise<void> {
  await tx
    .updateTable('course_event')
    .set({ revision, purged_revision: purgedRevision, edited_at: new Date(now) })
    .where('event_id', '=', eventId)
    .execute();
}

/** @throws NamedError `course-event-unknown`, also for an event of another account */
export async function deleteEvent(tx: Tx, accountId: number, eventId: number): Promise<string> {
  const deleted = await tx
    .deleteFrom('course_event')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst();
  if (deleted === undefined) throw new NamedError('course-event-unknown');
  return deleted.name;
}

interface Page {
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** One page of the events of an account, the last edited first, with the numbers of their objects. */
export async function readEventPage(
  db: Db,
  accountId: number,
  { keywords, pageIndex, pageSize }: Page & { readonly keywords: string | undefined },
) {
  const pattern = `%${escapeLike(keywords ?? '')}%`;
  const matching = db
    .selectFrom('course_event')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(name ilike ${pattern} escape '\\' or place ilike ${pattern} escape '\\')`);
  const { total } = await matching
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(['event_id', 'name', 'place', 'edited_at'])
    .select(heldOn.as('held_on'))
    .orderBy('edited_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const counts = await countObjects(
    db,
    rows.map((row) => row.event_id),
  );
  return { rows, counts, total };
}

/** Numbers of objects by event and kind. */
async function countObjects(db: Db, eventIds: readonly number[]): Promise<ReadonlyMap<string, number>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('course_object')
    .where('event_id', 'in', eventIds)
    .where('data', 'is not', null)
    .groupBy(['event_id', 'kind'])
    .select(['event_id', 'kind'])
    .select((query) => query.fn.countAll<number>().as('count'))
    .execute();
  return new Map(rows.map((row) => [`${row.event_id} ${row.kind}`, row.count]));
}

/** One page of the events of an account that have a date, in the order of their dates. */
export async function readScheduledPage(
  db: Db,
  accountId: number,
  {
    from,
    to,
    pageIndex,
    pageSize,
  }: Page & { readonly from: string | undefined; readonly to: string | undefined },
) {
  const matching = db
    .selectFrom('course_event')
    .where('account_id', '=', accountId)
    .where('held_on', 'is not', null)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`held_on >= ${from}::date`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`held_on <= ${to}::date`));
  const { total } = await matching
    .select((query) => query.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(['event_id', 'name', 'place'])
    .select(sql<string>`to_char(held_on, 'YYYY-MM-DD')`.as('day'))
    .orderBy('held_on')
    .orderBy('event_id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { rows, total };
}
