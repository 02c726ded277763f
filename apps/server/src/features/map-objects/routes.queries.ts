import type { Display, RouteForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { lineLength } from '@wakeline/domain/geo/line-length';
import { simplifyLine } from '@wakeline/domain/tracks/simplify-line';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { objectsInScope } from '../../identity/object-scope.ts';
import type { Scope } from '../../identity/scope.ts';

/** All columns except the full line, which may be long. */
const LIST_COLUMNS = [
  'route_id',
  'account_id',
  'group_id',
  'name',
  'type',
  'origin',
  'color',
  'weight',
  'display',
  'flags',
  'line',
  'length',
  'point_count',
  'start_name',
  'end_name',
  'note',
] as const;

export interface RouteFilter {
  readonly display?: Display | undefined;
  /** null selects routes without a group; undefined selects all. */
  readonly groupId?: number | null;
}

/** Routes of a scope by name, without their full lines. */
function readRoutes(db: Db, scope: Scope, ids: readonly number[]) {
  return db
    .selectFrom('route')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'route.group_id'))
    .where('route_id', 'in', ids)
    .select(LIST_COLUMNS)
    .orderBy('name')
    .orderBy('route_id')
    .execute();
}

/** Routes per page: each has a simplified line of some hundred positions. */
const PAGE_SIZE = 200;

/** Ids of the routes in a scope, ordered by name. */
export async function readRouteIds(
  db: Db,
  scope: Scope,
  { display, groupId }: RouteFilter,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('route')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'route.group_id'))
    .$if(display !== undefined, (query) => query.where('display', '=', display as Display))
    .$if(groupId !== undefined, (query) =>
      query.where('group_id', 'is not distinct from', groupId as number | null),
    )
    .select('route_id')
    .orderBy('name')
    .orderBy('route_id')
    .execute();
  return rows.map((row) => row.route_id);
}

/** Reads these routes page by page; those no longer in the scope are omitted. */
export async function* readRoutePages(db: Db, scope: Scope, ids: readonly number[]) {
  for (let from = 0; from < ids.length; from += PAGE_SIZE) {
    yield await readRoutes(db, scope, ids.slice(from, from + PAGE_SIZE));
  }
}

export type RouteRow = Awaited<ReturnType<typeof readRoutes>>[number];
export type FullRouteRow = RouteRow & { readonly data_points: RouteForm['dataPoints'] };

/** @returns null when there is no such route in the scope. */
export async function readFullRoute(db: Db, scope: Scope, routeId: number): Promise<FullRouteRow | null> {
  const row = await selectFullRoute(db, scope, routeId).executeTakeFirst();
  return row ?? null;
}

/**
 * Reads a route and locks its row until the transaction ends.
 *
 * @throws NamedError `route-unknown` when there is no such route in the scope
 */
export async function lockRoute(tx: Tx, scope: Scope, routeId: number): Promise<FullRouteRow> {
  const row = await selectFullRoute(tx, scope, routeId).forUpdate().executeTakeFirst();
  if (row === undefined) throw new NamedError('route-unknown');
  return row;
}

function selectFullRoute(db: Db, scope: Scope, routeId: number) {
  return db
    .selectFrom('route')
    .where('route_id', '=', routeId)
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'route.group_id'))
    .select([...LIST_COLUMNS, 'data_points']);
}

/**
 * Inserts routes, all of them or none.
 *
 * @param now epoch milliseconds.
 * @throws NamedError `route-limit`, `route-too-short`
 */
export async function insertRoutes(
  tx: Tx,
  accountId: number,
  forms: readonly RouteForm[],
  now: number,
): Promise<readonly number[]> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('route')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count + forms.length > LIMITS.routesPerAccount) throw new NamedError('route-limit');
  const ids: number[] = [];
  // One statement per route, since lines may be long.
  for (const form of forms) {
    const { route_id } = await tx
      .insertInto('route')
      .values({ ...columnsOf(form), account_id: accountId, created_at: new Date(now) })
      .returning('route_id')
      .executeTakeFirstOrThrow();
    ids.push(route_id);
  }
  await requirePositionQuota(tx, accountId);
  return ids;
}

/**
 * Checks the total number of positions. The caller holds the lock of the account.
 *
 * @throws NamedError `route-limit`
 */
async function requirePositionQuota(tx: Tx, accountId: number): Promise<void> {
  const { positions } = await tx
    .selectFrom('route')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.sum<number | null>('point_count').as('positions'))
    .executeTakeFirstOrThrow();
  const max = LIMITS.routePointsPerAccount;
  if (Number(positions) > max) throw new NamedError('route-limit', { positions: max });
}

type Key = Pick<RouteRow, 'account_id' | 'route_id'>;

/**
 * Updates a route. The caller holds the lock of the account.
 *
 * @param hasNewLine whether the line changed: its derived columns are expensive to compute.
 * @throws NamedError `route-too-short`, `route-limit`
 */
export async function updateRoute(tx: Tx, key: Key, form: RouteForm, hasNewLine: boolean): Promise<void> {
  await tx
    .updateTable('route')
    .set(hasNewLine ? columnsOf(form) : columnsWithoutLine(form))
    .where('route_id', '=', key.route_id)
    .where('account_id', '=', key.account_id)
    .execute();
  if (hasNewLine) await requirePositionQuota(tx, key.account_id);
}

export async function removeRoute(tx: Tx, key: Key): Promise<void> {
  await tx
    .deleteFrom('route')
    .where('route_id', '=', key.route_id)
    .where('account_id', '=', key.account_id)
    .execute();
}

export function routeFormOf(row: FullRouteRow): RouteForm {
  return {
    routeName: row.name,
    type: row.type,
    origin: row.origin,
    color: row.color,
    weight: row.weight,
    display: row.display,
    groupId: row.group_id,
    points: row.flags,
    start: row.start_name,
    end: row.end_name,
    note: row.note,
    dataPoints: row.data_points,
  };
}

/** All columns except the line and those derived from it. */
function columnsWithoutLine(form: RouteForm) {
  return {
    group_id: form.groupId,
    name: form.routeName,
    type: form.type,
    origin: form.origin,
    color: form.color,
    weight: form.weight,
    display: form.display,
    flags: JSON.stringify(form.points),
    start_name: form.start,
    end_name: form.end,
    note: form.note,
  };
}

function columnsOf(form: RouteForm) {
  const positions = form.dataPoints.map(([lng, lat]): [number, number] => [lng, lat]);
  // At least two different positions: a loop may start and end at the same one.
  if (new Set(positions.map(String)).size < 2) throw new NamedError('route-too-short');
  return {
    ...columnsWithoutLine(form),
    data_points: JSON.stringify(form.dataPoints),
    line: JSON.stringify(simplifyLine(positions, LIMITS.routeLinePoints)),
    length: lineLength(positions),
    point_count: positions.length,
  };
}
