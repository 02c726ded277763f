import type { RuleCondition } from '@wakeline/domain/rules/rule';
import type { Db } from '../db/database.ts';
import { readFenceIds } from '../fences/fences.ts';
import { objectsInScope } from '../identity/object-scope.ts';
import type { Scope } from '../identity/scope.ts';

/** The map objects that the condition of a rule refers to. */
export interface RuleReferences {
  readonly fenceIds: readonly number[];
  readonly routeId: number | null;
  readonly labelPointId: number | null;
}

export function referencesOf(condition: RuleCondition): RuleReferences {
  switch (condition.type) {
    case 'overspeed': {
      const { area } = condition;
      return {
        fenceIds: area?.kind === 'fence' ? [area.fenceId] : [],
        routeId: area?.kind === 'route' ? area.routeId : null,
        labelPointId: null,
      };
    }
    case 'fence':
      return { fenceIds: condition.fenceIds ?? [], routeId: null, labelPointId: null };
    case 'deviation':
      return { fenceIds: [], routeId: condition.routeId, labelPointId: null };
    case 'clockIn':
    case 'safe':
      return { fenceIds: [], routeId: null, labelPointId: condition.labelPointId };
    default:
      return { fenceIds: [], routeId: null, labelPointId: null };
  }
}

/** Ids of the map objects in a scope. */
export interface ExistingObjects {
  readonly fences: ReadonlySet<number>;
  readonly routes: ReadonlySet<number>;
  readonly labelPoints: ReadonlySet<number>;
}

/** Reads only the kinds of objects that one of the conditions refers to. */
export async function readExistingObjects(
  db: Db,
  scope: Scope,
  conditions: readonly RuleCondition[],
): Promise<ExistingObjects> {
  const references = conditions.map(referencesOf);
  const routeIds = references.flatMap(({ routeId }) => (routeId === null ? [] : [routeId]));
  const pointIds = references.flatMap(({ labelPointId }) => (labelPointId === null ? [] : [labelPointId]));
  const hasFences = references.some(({ fenceIds }) => fenceIds.length > 0);
  const fences = hasFences ? await readFenceIds(db, scope) : [];
  const routes = await readRouteNames(db, scope, routeIds);
  const points = pointIds.length === 0 ? [] : await readLabelPoints(db, scope, pointIds);
  return {
    fences: new Set(fences),
    routes: new Set(routes.keys()),
    labelPoints: new Set(points.map(({ label_point_id }) => label_point_id)),
  };
}

export type MissingObject = 'fence-unknown' | 'route-unknown' | 'label-point-unknown';

/** What a condition refers to that does not exist; null: everything exists, or one of several fences. */
export function findMissingObject(
  condition: RuleCondition,
  { fences, routes, labelPoints }: ExistingObjects,
): MissingObject | null {
  const { fenceIds, routeId, labelPointId } = referencesOf(condition);
  if (fenceIds.length > 0 && !fenceIds.some((fenceId) => fences.has(fenceId))) return 'fence-unknown';
  if (routeId !== null && !routes.has(routeId)) return 'route-unknown';
  if (labelPointId !== null && !labelPoints.has(labelPointId)) return 'label-point-unknown';
  return null;
}

/** Of these routes, the ones in a scope, with their names. */
export async function readRouteNames(
  db: Db,
  scope: Scope,
  routeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (routeIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('route')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'route.group_id'))
    .where('route_id', 'in', routeIds)
    .select(['route_id', 'name'])
    .execute();
  return new Map(rows.map(({ route_id, name }) => [route_id, name]));
}

function readLabelPoints(db: Db, scope: Scope, labelPointIds: readonly number[]) {
  return db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .where('label_point_id', 'in', labelPointIds)
    .select('label_point_id')
    .execute();
}

/** The complete lines of these routes of an account, with their waypoints. */
export function readRouteLines(db: Db, accountId: number, routeIds: readonly number[]) {
  return db
    .selectFrom('route')
    .where('account_id', '=', accountId)
    .where('route_id', 'in', routeIds)
    .select(['route_id', 'name', 'flags', 'data_points'])
    .execute();
}

/** The places of these labelled points of an account, for the engine. */
export function readPointPlaces(db: Db, accountId: number, labelPointIds: readonly number[]) {
  return db
    .selectFrom('label_point')
    .where('account_id', '=', accountId)
    .where('label_point_id', 'in', labelPointIds)
    .select(['label_point_id', 'latitude', 'longitude'])
    .execute();
}
