import { aircraftKindOf } from '@wakeline/domain/aviation/aircraft-kind';
import { flightProfile } from '@wakeline/domain/aviation/flight-profile';
import type { Carriage } from '@wakeline/domain/aviation/recompute-legs';
import type { Db } from '../db/database.ts';

/** The planes that have carried a tracker, oldest first, with their limits of today. Those without valid limits are left out. */
export async function readCarriages(db: Db, trackerId: number): Promise<readonly Carriage[]> {
  const rows = await db
    .selectFrom('plane_binding')
    .innerJoin('plane', 'plane.plane_id', 'plane_binding.plane_id')
    .select([
      'plane.plane_id',
      'plane.kind',
      'plane.thresholds',
      'plane_binding.bound_at',
      'plane_binding.unbound_at',
    ])
    .where('plane_binding.tracker_id', '=', trackerId)
    .orderBy('plane_binding.bound_at')
    .orderBy('plane_binding.binding_id')
    .execute();
  return rows.flatMap(({ plane_id: planeId, kind: number, thresholds, bound_at, unbound_at }) => {
    const kind = aircraftKindOf(number);
    const profile = kind === null ? null : flightProfile(kind, thresholds);
    if (profile === null || typeof profile === 'string') return [];
    const to = unbound_at?.getTime() ?? Number.POSITIVE_INFINITY;
    return [{ plane: { planeId, profile }, from: bound_at.getTime(), to }];
  });
}

/** The trackers that planes of an account carry or have carried. */
export async function readCarriedTrackers(db: Db, accountId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('plane_binding')
    .innerJoin('plane', 'plane.plane_id', 'plane_binding.plane_id')
    .select('plane_binding.tracker_id')
    .distinct()
    .where('plane.account_id', '=', accountId)
    .where('plane_binding.tracker_id', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ tracker_id }) => tracker_id ?? []));
}
