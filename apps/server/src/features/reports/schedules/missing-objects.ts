import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { inScope, type Scope } from '../../../identity/scope.ts';
import { trackerIdIn, trackersInScope } from '../../../trackers/in-scope.ts';

export interface NamedObjects {
  readonly groupIds: readonly number[];
  readonly trackerIds: readonly number[];
}

export interface MissingObjects {
  readonly groups: number;
  readonly devices: number;
}

/** How many groups and devices of each filter the reader does not see, because they were removed or the right was. */
export async function countMissing(
  db: Db,
  scope: Scope,
  filters: readonly NamedObjects[],
): Promise<readonly MissingObjects[]> {
  const groupIds = [...new Set(filters.flatMap((filter) => filter.groupIds))];
  const trackerIds = [...new Set(filters.flatMap((filter) => filter.trackerIds))];
  const groups = await db
    .selectFrom('tracker_group')
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .where(sql<boolean>`group_id = any (${groupIds}::int[])`)
    .select('group_id')
    .execute();
  const trackers = await trackersInScope(db, scope)
    .where(trackerIdIn(trackerIds))
    .select('tracker.tracker_id')
    .execute();
  const knownGroups = new Set(groups.map((row) => row.group_id));
  const knownTrackers = new Set(trackers.map((row) => row.tracker_id));
  return filters.map((filter) => ({
    groups: filter.groupIds.filter((id) => !knownGroups.has(id)).length,
    devices: filter.trackerIds.filter((id) => !knownTrackers.has(id)).length,
  }));
}
