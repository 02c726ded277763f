import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { PersonFilter, PersonSort, PersonStatus } from '@wakeline/contract/people/people';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';
import { inScope, type Scope } from '../identity/scope.ts';

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

export type PersonRow = Selectable<Schema['person']>;
/** What a user enters about a person. */
export type PersonColumns = Omit<
  Insertable<Schema['person']>,
  'account_id' | 'status' | 'status_changed_at' | 'created_at' | 'changed_at'
>;
export interface ListedPerson extends PersonRow {
  readonly tracker_name: string | null;
  readonly imei: string | null;
  readonly communication_account_name: string | null;
  readonly card_number: string | null;
}

/** The people that a user sees. A scope limited to groups has the people with a device of these groups. */
export function peopleInScope(db: Db, scope: Scope) {
  const query = db
    .selectFrom('person')
    .leftJoin('tracker', 'tracker.tracker_id', 'person.tracker_id')
    .leftJoin(
      'communication_account',
      'communication_account.communication_account_id',
      'person.communication_account_id',
    )
    .where('person.account_id', '=', scope.accountId);
  return scope.groupIds === null ? query : query.where(inScope(scope, 'tracker.group_id'));
}

function matchingPeople(db: Db, scope: Scope, { keywords, status, isBound }: PersonFilter) {
  let query = peopleInScope(db, scope);
  if (status !== undefined) query = query.where('person.status', '=', status);
  if (isBound !== undefined) query = query.where('person.tracker_id', isBound ? 'is not' : 'is', null);
  if (keywords === '') return query;
  const pattern = `%${escapeLike(keywords)}%`;
  const searched = [
    'person.race_number',
    'person.name',
    'person.club',
    'person.phone',
    'person.note',
    'tracker.name',
    'communication_account.name',
  ].map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern} escape '\\'`);
  return query.where(sql<boolean>`(${sql.join(searched, sql` or `)})`);
}

export async function countPeople(db: Db, scope: Scope, filter: PersonFilter): Promise<number> {
  const { count } = await matchingPeople(db, scope, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** What people are sorted by. Of race numbers first the letters, then the number: A2 comes before A12. */
const SORT_KEYS = {
  raceNumber: [
    sql`upper(substring(person.race_number from '^\\D*'))`,
    sql`lpad(substring(person.race_number from '\\d+'), ${sql.lit(LIMITS.raceNumber)}, '0')`,
    sql`person.race_number`,
  ],
  personName: [sql`person.name`],
  age: [sql`person.age`],
  club: [sql`nullif(person.club, '')`],
  trackerName: [sql`tracker.name`],
  statusTime: [sql`person.status_changed_at`],
  createTime: [sql`person.created_at`],
} as const satisfies Record<PersonSort, readonly RawBuilder<unknown>[]>;

export interface PersonPage {
  readonly sort: PersonSort;
  readonly direction: 'ascending' | 'descending';
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** One page of the matching people. */
export function readPeople(
  db: Db,
  scope: Scope,
  filter: PersonFilter,
  { sort, direction, pageIndex, pageSize }: PersonPage,
): Promise<readonly ListedPerson[]> {
  const isAscending = direction === 'ascending';
  let query = matchingPeople(db, scope, filter)
    .selectAll('person')
    .select([
      'tracker.name as tracker_name',
      'tracker.imei',
      'communication_account.name as communication_account_name',
      'communication_account.card_number',
    ]);
  for (const key of SORT_KEYS[sort])
    query = query.orderBy(key, (by) => (isAscending ? by.asc() : by.desc()).nullsLast());
  return query
    .orderBy('person.person_id', isAscending ? 'asc' : 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

/**
 * Locks these people, in the order of their ids.
 *
 * @throws NamedError `person-unknown` unless the user sees all of them
 */
export async function lockPeople(
  tx: Tx,
  scope: Scope,
  personIds: readonly number[],
): Promise<readonly PersonRow[]> {
  const rows = await peopleInScope(tx, scope)
    .where(sql<boolean>`person.person_id = any (${[...personIds]}::int[])`)
    .selectAll('person')
    .orderBy('person.person_id')
    .forUpdate('person')
    .execute();
  if (rows.length < new Set(personIds).size) throw new NamedError('person-unknown');
  return rows;
}

/** How many more people the account may have. */
export async function readFreePeople(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Math.max(0, LIMITS.peoplePerAccount - count);
}

/** Locks the account and checks that it may have this many more people. @throws NamedError `person-limit` */
export async function requireRoomForPeople(tx: Tx, accountId: number, added: number): Promise<void> {
  await lockAccount(tx, accountId);
  if ((await readFreePeople(tx, accountId)) < added)
    throw new NamedError('person-limit', { max: LIMITS.peoplePerAccount });
}

/**
 * Stores people who are in the race. Returns their ids in order.
 *
 * @throws NamedError `race-number-taken`, `tracker-has-person`
 */
export async function insertPeople(
  tx: Tx,
  { accountId, now }: { readonly accountId: number; readonly now: number },
  people: readonly PersonColumns[],
): Promise<readonly number[]> {
  const at = new Date(now);
  const rows = await tx
    .insertInto('person')
    .values(
      people.map((columns) => ({
        ...columns,
        account_id: accountId,
        status: 'IN_RACE' as const,
        created_at: at,
        changed_at: at,
      })),
    )
    .returning('person_id')
    .execute()
    .catch(toTaken);
  return rows.map(({ person_id }) => person_id);
}

/** @throws NamedError `race-number-taken`, `tracker-has-person` */
export async function updatePerson(
  tx: Tx,
  personId: number,
  columns: PersonColumns,
  now: number,
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ ...columns, changed_at: new Date(now) })
    .where('person_id', '=', personId)
    .execute()
    .catch(toTaken);
}

/** Sets the status of people who have another one. */
export async function updateStatus(
  tx: Tx,
  personIds: readonly number[],
  status: PersonStatus,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await tx
    .updateTable('person')
    .set({ status, status_changed_at: at, changed_at: at })
    .where(sql<boolean>`person_id = any (${[...personIds]}::int[])`)
    .where('status', '!=', status)
    .execute();
}

export async function removePeople(tx: Tx, personIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('person')
    .where(sql<boolean>`person_id = any (${[...personIds]}::int[])`)
    .execute();
}

/** Trackers that move to another account are those of none of this account's people any more. */
export async function unbindTrackersFromPeople(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('person')
    .set({ tracker_id: null })
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .execute();
}

/** Unique are the race number in the account, and the tracker. */
function toTaken(error: unknown): never {
  if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
  throw new NamedError(String(error).includes('person_tracker') ? 'tracker-has-person' : 'race-number-taken');
}

/** When each of these people who has withdrawn did so, epoch milliseconds. */
export async function readWithdrawals(
  db: Db,
  personIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .where(sql<boolean>`person_id = any (${[...personIds]}::int[])`)
    .where('status', '=', 'WITHDRAWN')
    .select(['person_id', 'status_changed_at'])
    .execute();
  return new Map(rows.map((row) => [row.person_id, row.status_changed_at?.getTime() ?? 0]));
}
