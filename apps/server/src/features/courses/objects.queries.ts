import { LIMITS } from '@wakeline/contract/limits';
import { normalizeCode } from '@wakeline/domain/courses/codes';
import type { Control, Course, CourseEvent, Leg, ObjectKind, Person } from '@wakeline/domain/courses/event';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';

/** The type of an object by its kind. */
export interface ObjectOf {
  readonly control: Control;
  readonly course: Course;
  readonly leg: Leg;
  readonly person: Person;
}

/** Maximum number of objects of an event. */
export const OBJECT_LIMITS: Readonly<Record<ObjectKind, number>> = {
  control: LIMITS.controlsPerEvent,
  course: LIMITS.coursesPerEvent,
  leg: LIMITS.legsPerEvent,
  person: LIMITS.peoplePerEvent,
};

/** Days for which deleted objects are known, so that consoles learn of them. */
const DELETED_DAYS = 30;

export interface ObjectKey {
  readonly eventId: number;
  readonly kind: ObjectKind;
  readonly objectId: string;
}

function selectObjects(db: Db, eventId: number) {
  return db
    .selectFrom('course_object')
    .where('event_id', '=', eventId)
    .select(['kind', 'object_id', 'version', 'revision', 'data', 'user_name', 'edited_at'])
    .orderBy('ordinal');
}

export type ObjectRow = Awaited<ReturnType<ReturnType<typeof selectObjects>['execute']>>[number];

/** The objects of an event in their order, without deleted ones. */
export function readObjects(db: Db, eventId: number): Promise<readonly ObjectRow[]> {
  return selectObjects(db, eventId).where('data', 'is not', null).execute();
}

/** The objects of one kind. */
export async function readObjectsOf<Kind extends ObjectKind>(
  db: Db,
  eventId: number,
  kind: Kind,
): Promise<readonly ObjectOf[Kind][]> {
  const rows = await selectObjects(db, eventId)
    .where('kind', '=', kind)
    .where('data', 'is not', null)
    .execute();
  return rows.map(({ data }) => data as unknown as ObjectOf[Kind]);
}

/** The objects of one kind of several events, by event; events without any are left out. */
export async function readObjectsByEvent<Kind extends ObjectKind>(
  db: Db,
  eventIds: readonly number[],
  kind: Kind,
): Promise<ReadonlyMap<number, readonly ObjectOf[Kind][]>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('course_object')
    .where('event_id', 'in', eventIds)
    .where('kind', '=', kind)
    .where('data', 'is not', null)
    .select(['event_id', 'data'])
    .orderBy('ordinal')
    .execute();
  const groups = Map.groupBy(rows, (row) => row.event_id);
  return new Map(
    [...groups].map(([eventId, group]) => [
      eventId,
      group.map(({ data }) => data as unknown as ObjectOf[Kind]),
    ]),
  );
}

/** The objects of an event that changed after a revision, with deleted ones. */
export function readChangedObjects(db: Db, eventId: number, since: number): Promise<readonly ObjectRow[]> {
  return selectObjects(db, eventId).where('revision', '>', since).execute();
}

/** An object; its data is null if it was deleted. */
export function readObject(db: Db, { eventId, kind, objectId }: ObjectKey): Promise<ObjectRow | undefined> {
  return selectObjects(db, eventId)
    .where('kind', '=', kind)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
}

/** The objects of an event as the domain has them. */
export function toCourseEvent(
  settings: Omit<CourseEvent, 'controls' | 'courses' | 'legs' | 'people'>,
  rows: readonly ObjectRow[],
): CourseEvent {
  const list = <Kind extends ObjectKind>(kind: Kind) =>
    rows.filter((row) => row.kind === kind).map(({ data }) => data as unknown as ObjectOf[Kind]);
  return {
    ...settings,
    controls: list('control'),
    courses: list('course'),
    legs: list('leg'),
    people: list('person'),
  };
}

/** Which of these ids an event has. */
export async function findObjectIds(
  db: Db,
  eventId: number,
  kind: ObjectKind,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('course_object')
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('data', 'is not', null)
    .where(sql<boolean>`object_id = any(${[...new Set(ids)]}::text[])`)
    .select('object_id')
    .execute();
  return new Set(rows.map((row) => row.object_id));
}

/** The id of another control with a code; null: none has it. */
export async function findCodeOwner(
  db: Db,
  { eventId, objectId }: ObjectKey,
  code: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('course_object')
    .where('event_id', '=', eventId)
    .where('code', '=', normalizeCode(code))
    .where('object_id', '!=', objectId)
    .select('object_id')
    .executeTakeFirst();
  return row?.object_id ?? null;
}

export async function countObjectsOf(db: Db, eventId: number, kind: ObjectKind): Promise<number> {
  const { count } = await db
    .selectFrom('course_object')
    .where('event_id', '=', eventId)
    .where('kind', '=', kind)
    .where('data', 'is not', null)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** An object as it is stored. */
export interface ObjectChangeRow extends ObjectKey {
  readonly version: number;
  readonly revision: number;
  /** Null: deleted. */
  readonly value: ObjectOf[ObjectKind] | null;
  readonly userName: string;
  readonly now: number;
}

export async function writeObject(tx: Tx, change: ObjectChangeRow): Promise<void> {
  const columns = {
    version: change.version,
    revision: change.revision,
    code: codeOf(change.kind, change.value),
    data: change.value === null ? null : JSON.stringify(change.value),
    user_name: change.userName,
    edited_at: new Date(change.now),
  };
  await tx
    .insertInto('course_object')
    .values({ event_id: change.eventId, kind: change.kind, object_id: change.objectId, ...columns })
    .onConflict((conflict) => conflict.columns(['event_id', 'kind', 'object_id']).doUpdateSet(columns))
    .execute();
}

function codeOf(kind: ObjectKind, value: ObjectOf[ObjectKind] | null): string | null {
  const code = kind === 'control' && value !== null ? (value as Control).code : null;
  return code === null ? null : normalizeCode(code);
}

/** Objects inserted per statement. */
const ROWS_PER_STATEMENT = 500;

/** Inserts all objects of a new event. */
export async function insertObjects(
  tx: Tx,
  eventId: number,
  { event, userName, now }: { readonly event: CourseEvent; readonly userName: string; readonly now: number },
): Promise<void> {
  const lists = { control: event.controls, course: event.courses, leg: event.legs, person: event.people };
  const objects = (Object.entries(lists) as [ObjectKind, readonly ObjectOf[ObjectKind][]][]).flatMap(
    ([kind, list]) => list.map((value) => ({ kind, id: value.id, code: codeOf(kind, value), data: value })),
  );
  for (let from = 0; from < objects.length; from += ROWS_PER_STATEMENT) {
    const rows = JSON.stringify(objects.slice(from, from + ROWS_PER_STATEMENT));
    await sql`
      insert into course_object (event_id, kind, object_id, version, revision, code, data, user_name, edited_at)
      select ${eventId}::int, kind, id, 1, 1, code, data, ${userName}, ${new Date(now)}
      from rows from (jsonb_to_recordset(${rows}::jsonb) as (kind text, id text, code text, data jsonb)) with ordinality
      order by ordinality`.execute(tx);
  }
}

/** Drops deletions that are too old to be known; returns the revision of the last of them, 0 without any. */
export async function purgeDeletions(tx: Tx, eventId: number, now: number): Promise<number> {
  const rows = await tx
    .deleteFrom('course_object')
    .where('event_id', '=', eventId)
    .where('data', 'is', null)
    .where('edited_at', '<', new Date(now - DELETED_DAYS * 86_400_000))
    .returning('revision')
    .execute();
  return rows.reduce((max, { revision }) => Math.max(max, revision), 0);
}
