import type { Display, RouteForm } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { lineLength } from '@wakeline/domain/geo/line-length';
import { simplifyLine } from '@wakeline/domain/tracks/simplify-line';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { objectsInScope } from '../../identity/object-scope.ts';
import type { Scope } from '../../identity/scope.ts';

/** All but the whole line, which may be long. */
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
  /** null: those of no group; left out: all. */
  readonly groupId?: number | null;
}

/** Routes of a scope by name, without their whole lines. */
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

/** Routes that are read at once: each has a line of some hundred positions. */
const PAGE_SIZE = 200;

/** Which routes there are in a scope, by name. */
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

/** These routes part by part, as far as they are still in the scope. */
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
 * A route as it is, kept so until the transaction ends.
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
 * Makes routes, all of them or none.
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
  // One by one: a line may be long.
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
 * Of the routes as they are now: the account is held.
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
 * The account is held.
 *
 * @param hasNewLine whether its line is another one: what follows from a line takes its time.
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

/** All but the line and what follows from it. */
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
  // A start and an end that are one place are none; a loop comes by another one.
  if (new Set(positions.map(String)).size < 2) throw new NamedError('route-too-short');
  return {
    ...columnsWithoutLine(form),
    data_points: JSON.stringify(form.dataPoints),
    line: JSON.stringify(simplifyLine(positions, LIMITS.routeLinePoints)),
    length: lineLength(positions),
    point_count: positions.length,
  };
}
