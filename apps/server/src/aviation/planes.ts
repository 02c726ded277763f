import type { PlaneFilter, PlaneSort } from '@wakeline/contract/aviation/planes';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { AIRCRAFT_KIND_NUMBERS } from '@wakeline/domain/aviation/aircraft-kind';
import { type Insertable, type OrderByDirection, type Selectable, sql } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { readGroupWithDescendants } from '../trackers/group-descendants.ts';

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

export type PlaneRow = Selectable<Schema['plane']>;
export type PlaneColumns = Omit<Insertable<Schema['plane']>, 'account_id' | 'created_at' | 'changed_at'>;
export interface ListedPlane extends PlaneRow {
  readonly group_name: string | null;
  readonly tracker_name: string | null;
  readonly imei: string | null;
}

/**
 * The planes that a user sees. A scope limited to groups has the planes with a device of these groups, and those without a
 * device that are in one of them.
 */
export function planesInScope(db: Db, scope: Scope) {
  const query = db
    .selectFrom('plane')
    .leftJoin('tracker', 'tracker.tracker_id', 'plane.tracker_id')
    .leftJoin('tracker_group', 'tracker_group.group_id', 'plane.group_id')
    .where('plane.account_id', '=', scope.accountId);
  if (scope.groupIds === null) return query;
  return query.where(
    sql<boolean>`case when plane.tracker_id is null
      then ${inScope(scope, 'plane.group_id')} else ${inScope(scope, 'tracker.group_id')} end`,
  );
}

/** @throws NamedError `group-unknown` when the scope has no such group */
async function matchingPlanes(db: Db, scope: Scope, filter: PlaneFilter) {
  const { keywords, kind, groupId, isBound } = filter;
  let query = planesInScope(db, scope);
  if (kind !== undefined) query = query.where('plane.kind', '=', AIRCRAFT_KIND_NUMBERS[kind]);
  if (isBound !== undefined) query = query.where('plane.tracker_id', isBound ? 'is not' : 'is', null);
  if (groupId === null) query = query.where('plane.group_id', 'is', null);
  else if (groupId !== undefined) {
    const groupIds = await readGroupWithDescendants(db, scope, groupId);
    query = query.where(inScope({ groupIds }, 'plane.group_id'));
  }
  if (keywords !== '') {
    const pattern = `%${escapeLike(keywords)}%`;
    query = query.where(
      sql<boolean>`(plane.tail_number ilike ${pattern} escape '\\'
        or plane.hex_address ilike ${pattern} escape '\\' or plane.model ilike ${pattern} escape '\\'
        or plane.note ilike ${pattern} escape '\\' or tracker.name ilike ${pattern} escape '\\')`,
    );
  }
  return { query };
}

/** @throws NamedError `group-unknown` */
export async function countPlanes(db: Db, scope: Scope, filter: PlaneFilter): Promise<number> {
  const { query } = await matchingPlanes(db, scope, filter);
  const { count } = await query
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const SORT_COLUMNS = {
  tailNumber: 'plane.tail_number',
  kind: 'plane.kind',
  model: 'plane.model',
  groupName: 'tracker_group.name',
  trackerName: 'tracker.name',
  createTime: 'plane.created_at',
} as const satisfies Record<PlaneSort, string>;

export interface PlanePage {
  readonly sort: PlaneSort;
  readonly direction: 'ascending' | 'descending';
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** One page of the matching planes. @throws NamedError `group-unknown` */
export async function readPlanes(
  db: Db,
  scope: Scope,
  filter: PlaneFilter,
  { sort, direction, pageIndex, pageSize }: PlanePage,
): Promise<readonly ListedPlane[]> {
  const order: OrderByDirection = direction === 'ascending' ? 'asc' : 'desc';
  const column = sql.ref(SORT_COLUMNS[sort]);
  const { query } = await matchingPlanes(db, scope, filter);
  return query
    .selectAll('plane')
    .select(['tracker_group.name as group_name', 'tracker.name as tracker_name', 'tracker.imei'])
    .orderBy(sort === 'model' ? sql`nullif(${column}, '')` : column, (by) =>
      (order === 'asc' ? by.asc() : by.desc()).nullsLast(),
    )
    .orderBy('plane.plane_id', order)
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

/** Locks these planes, in the order of their ids. @throws NamedError `plane-unknown` unless the user sees all of them */
export async function lockPlanes(
  tx: Tx,
  scope: Scope,
  planeIds: readonly number[],
): Promise<readonly PlaneRow[]> {
  const rows = await planesInScope(tx, scope)
    .where(sql<boolean>`plane.plane_id = any (${[...planeIds]}::int[])`)
    .selectAll('plane')
    .orderBy('plane.plane_id')
    .forUpdate('plane')
    .execute();
  if (rows.length < new Set(planeIds).size) throw new NamedError('plane-unknown');
  return rows;
}

/** How many more planes the account may have. */
export async function readFreePlanes(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('plane')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Math.max(0, LIMITS.planesPerAccount - count);
}

/** Locks the account and checks that it may have this many more planes. @throws NamedError `plane-limit` */
export async function requireRoomForPlanes(tx: Tx, accountId: number, added: number): Promise<void> {
  await lockAccount(tx, accountId);
  if ((await readFreePlanes(tx, accountId)) < added)
    throw new NamedError('plane-limit', { max: LIMITS.planesPerAccount });
}

/**
 * Returns the ids in the order of the planes.
 *
 * @throws NamedError `tail-number-taken`, `hex-address-taken`, `tracker-has-plane`
 */
export async function insertPlanes(
  tx: Tx,
  { accountId, now }: { readonly accountId: number; readonly now: number },
  planes: readonly PlaneColumns[],
): Promise<readonly number[]> {
  const at = new Date(now);
  const rows = await tx
    .insertInto('plane')
    .values(planes.map((columns) => ({ ...columns, account_id: accountId, created_at: at, changed_at: at })))
    .returning('plane_id')
    .execute()
    .catch(toTaken);
  return rows.map(({ plane_id }) => plane_id);
}

/** @throws NamedError `tail-number-taken`, `hex-address-taken`, `tracker-has-plane` */
export async function updatePlane(
  tx: Tx,
  planeId: number,
  columns: PlaneColumns,
  now: number,
): Promise<void> {
  await tx
    .updateTable('plane')
    .set({ ...columns, changed_at: new Date(now) })
    .where('plane_id', '=', planeId)
    .execute()
    .catch(toTaken);
}

export async function removePlanes(tx: Tx, planeIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('plane')
    .where(sql<boolean>`plane_id = any (${[...planeIds]}::int[])`)
    .execute();
}

/** Planes follow the devices of a group that is deleted or merged; null: to no group. */
export async function movePlanes(
  tx: Tx,
  accountId: number,
  { from, to }: { readonly from: number; readonly to: number | null },
): Promise<void> {
  await tx
    .updateTable('plane')
    .set({ group_id: to })
    .where('account_id', '=', accountId)
    .where('group_id', '=', from)
    .execute();
}

/** Trackers that move to another account are on board of none of this account's planes any more. */
export async function unbindTrackersFromPlanes(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('plane')
    .set({ tracker_id: null })
    .where(sql<boolean>`tracker_id = any (${[...trackerIds]}::int[])`)
    .execute();
}

/** Unique are tail number and hex address in the account, and the tracker. */
function toTaken(error: unknown): never {
  if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
  const text = String(error);
  if (text.includes('plane_tracker')) throw new NamedError('tracker-has-plane');
  throw new NamedError(text.includes('plane_hex_address') ? 'hex-address-taken' : 'tail-number-taken');
}
