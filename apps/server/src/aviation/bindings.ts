import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { trackersInScope } from '../trackers/in-scope.ts';

/** The bindings of a plane to devices that the user sees. Full scope includes devices that no longer exist. */
function bindingsInScope(db: Db, scope: Scope, planeId: number) {
  return db
    .selectFrom('plane_binding')
    .leftJoin('tracker', 'tracker.tracker_id', 'plane_binding.tracker_id')
    .where('plane_binding.plane_id', '=', planeId)
    .where(inScope(scope, 'tracker.group_id'));
}

/** One page of the bindings of a plane, newest first. */
export function readBindings(
  db: Db,
  scope: Scope,
  planeId: number,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
) {
  return bindingsInScope(db, scope, planeId)
    .selectAll('plane_binding')
    .orderBy('plane_binding.binding_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

export async function countBindings(db: Db, scope: Scope, planeId: number): Promise<number> {
  const { count } = await bindingsInScope(db, scope, planeId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The free device in scope that ADS-B feeds have created for a hex address. */
export async function suggestTracker(db: Db, scope: Scope, hexAddress: string | null) {
  if (hexAddress === null) return null;
  const row = await trackersInScope(db, scope)
    .where('tracker.imei', '=', `icao-${hexAddress}`)
    .where(sql<boolean>`not exists (select from plane where plane.tracker_id = tracker.tracker_id)`)
    .select(['tracker.tracker_id', 'tracker.name'])
    .executeTakeFirst();
  return row === undefined ? null : { trackerId: row.tracker_id, trackerName: row.name };
}
