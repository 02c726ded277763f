import { placesOf, type StayPlaces } from '@wakeline/domain/tracks/stay-places';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Db } from '../../db/database.ts';
import { fenceIds, fenceParts } from '../../fences/fences.ts';
import { objectsInScope } from '../../identity/object-scope.ts';
import type { Scope } from '../../identity/scope.ts';
import { fenceShapeOf } from './fence-area.ts';

type Place = Pick<Stay, 'lng' | 'lat'>;

/** Whether stays lie in a fence, and at a labelled point, of those that this scope reaches. Without stays nothing is asked for. */
export async function placesOfStays(db: Db, scope: Scope, stays: readonly Place[]): Promise<StayPlaces> {
  if (stays.length === 0) return placesOf([], [], []);
  const fenced = await placesInFences(db, scope, stays);
  const points = await db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .select(['latitude', 'longitude'])
    .execute();
  const { isAtPoint } = placesOf(stays, [], points);
  return { isInFence: (lng, lat) => fenced.has(keyOf({ lng, lat })), isAtPoint };
}

/** Fences are read part by part, and none is kept: an account may have a million corners. */
async function placesInFences(db: Db, scope: Scope, stays: readonly Place[]): Promise<ReadonlySet<string>> {
  const fenced = new Set<string>();
  let left = stays;
  for await (const rows of fenceParts(db, scope, await fenceIds(db, scope))) {
    const shapes = rows.map(({ type, data }) => fenceShapeOf({ fenceType: type, fenceData: data }));
    const { isInFence } = placesOf(
      left,
      shapes.filter((shape) => shape !== null),
      [],
    );
    const inside = left.filter(({ lng, lat }) => isInFence(lng, lat));
    for (const place of inside) fenced.add(keyOf(place));
    left = left.filter((place) => !fenced.has(keyOf(place)));
    if (left.length === 0) break;
  }
  return fenced;
}

function keyOf({ lng, lat }: Place): string {
  return `${lng} ${lat}`;
}
