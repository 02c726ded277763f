import { createStayLocator, type StayLocator } from '@wakeline/domain/tracks/stay-locator';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Db } from '../../db/database.ts';
import { readFenceBatches, readFenceIds } from '../../fences/fences.ts';
import { objectsInScope } from '../../identity/object-scope.ts';
import type { Scope } from '../../identity/scope.ts';
import { fenceShapeOf } from './fence-area.ts';

type LngLat = Pick<Stay, 'lng' | 'lat'>;

/** Determines which stays lie in a fence or at a labelled point of this scope. Without stays it runs no query. */
export async function locateStays(db: Db, scope: Scope, stays: readonly LngLat[]): Promise<StayLocator> {
  if (stays.length === 0) return createStayLocator([], [], []);
  const fenced = await findStaysInFences(db, scope, stays);
  const points = await db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .select(['latitude', 'longitude'])
    .execute();
  const { isAtPoint } = createStayLocator(stays, [], points);
  return { isInFence: (lng, lat) => fenced.has(keyOf({ lng, lat })), isAtPoint };
}

/** Reads fences in batches without retaining them: an account may have a million vertices. */
async function findStaysInFences(
  db: Db,
  scope: Scope,
  stays: readonly LngLat[],
): Promise<ReadonlySet<string>> {
  const fenced = new Set<string>();
  let remaining = stays;
  for await (const rows of readFenceBatches(db, scope, await readFenceIds(db, scope))) {
    const shapes = rows.map(({ type, data }) => fenceShapeOf({ fenceType: type, fenceData: data }));
    const { isInFence } = createStayLocator(
      remaining,
      shapes.filter((shape) => shape !== null),
      [],
    );
    const inside = remaining.filter(({ lng, lat }) => isInFence(lng, lat));
    for (const stay of inside) fenced.add(keyOf(stay));
    remaining = remaining.filter((stay) => !fenced.has(keyOf(stay)));
    if (remaining.length === 0) break;
  }
  return fenced;
}

function keyOf({ lng, lat }: LngLat): string {
  return `${lng} ${lat}`;
}
