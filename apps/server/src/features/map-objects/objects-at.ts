import { areaOf } from '@wakeline/domain/fences/area';
import { type Coordinates, greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { POINT_RADIUS } from '@wakeline/domain/tracks/stay-locator';
import type { Db } from '../../db/database.ts';
import { readFenceBatches, readFenceIds } from '../../fences/fences.ts';
import { objectsInScope } from '../../identity/object-scope.ts';
import type { Scope } from '../../identity/scope.ts';
import { fenceShapeOf } from './fence-area.ts';

/** Names of what is at a position. */
export interface ObjectsAt {
  readonly fences: readonly string[];
  readonly points: readonly string[];
}

/** Degrees of latitude: slightly more than the radius. */
const NEAR_LATITUDE = 0.001;

/**
 * The fences of a scope around each position, and the labelled points within 100 m, in their order.
 *
 * @param only these fences and points; by default all
 */
export async function findObjectsAt(
  db: Db,
  scope: Scope,
  positions: readonly Coordinates[],
  only: { readonly fenceIds: readonly number[]; readonly labelPointIds: readonly number[] } | null = null,
): Promise<readonly ObjectsAt[]> {
  const found = positions.map(() => ({ fences: [] as string[], points: [] as string[] }));
  if (positions.length === 0) return found;
  const ids = await readFenceIds(db, scope);
  const wanted = only === null ? ids : ids.filter((fenceId) => only.fenceIds.includes(fenceId));
  for await (const rows of readFenceBatches(db, scope, wanted)) {
    for (const { name, type, data } of rows) {
      const shape = fenceShapeOf({ fenceType: type, fenceData: data });
      if (shape === null) continue;
      const area = areaOf(shape);
      for (const [index, { latitude, longitude }] of positions.entries())
        if (area.contains(longitude, latitude)) found[index]?.fences.push(name);
    }
  }
  const points = await db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .$if(only !== null, (query) =>
      query.where(
        'label_point_id',
        'in',
        only === null || only.labelPointIds.length === 0 ? [0] : only.labelPointIds,
      ),
    )
    .select(['name', 'latitude', 'longitude'])
    .orderBy('latitude')
    .execute();
  for (const [index, position] of positions.entries())
    for (const point of pointsNear(points, position.latitude))
      if (greatCircleDistance(point, position) <= POINT_RADIUS) found[index]?.points.push(point.name);
  return found;
}

/** @param points sorted by latitude */
function* pointsNear<Point extends Coordinates>(
  points: readonly Point[],
  latitude: number,
): Generator<Point> {
  const first = partitionPoint(points.length, (at) => (points[at]?.latitude ?? 0) < latitude - NEAR_LATITUDE);
  for (let at = first; at < points.length; at += 1) {
    const point = points[at];
    if (point === undefined || point.latitude > latitude + NEAR_LATITUDE) return;
    yield point;
  }
}
