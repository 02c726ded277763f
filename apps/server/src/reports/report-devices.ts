import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import { inScope, type Scope } from '../identity/scope.ts';
import { trackerIdIn, trackersInScope } from '../trackers/in-scope.ts';

/** Which devices a report covers. */
export interface ReportDeviceFilter {
  readonly groupIds: readonly number[];
  readonly trackerIds: readonly number[];
  readonly keywords: string;
}

/** The number of devices that a report covers. */
export async function countReportDevices(db: Db, scope: Scope, filter: ReportDeviceFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${devicesOfReport(db, scope, filter)}) as device`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Names of the chosen groups and devices that the reader of a report sees. */
export async function readChosenNames(
  db: Db,
  scope: Scope,
  { groupIds, trackerIds }: Pick<ReportDeviceFilter, 'groupIds' | 'trackerIds'>,
): Promise<{ readonly groups: readonly string[]; readonly trackers: readonly string[] }> {
  const groups = await db
    .selectFrom('tracker_group')
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .where(sql<boolean>`group_id = any (${[...groupIds]}::int[])`)
    .select('name')
    .orderBy(sql`lower(name)`)
    .execute();
  const trackers = await trackersInScope(db, scope)
    .where(trackerIdIn(trackerIds))
    .select('tracker.name')
    .orderBy(sql`lower(tracker.name)`)
    .execute();
  return { groups: groups.map(({ name }) => name), trackers: trackers.map(({ name }) => name) };
}

/**
 * The devices of a report that are in the scope of its reader: `tracker_id`, `tracker_name`, `imei`, `group_id`, `group_name`,
 * `activated` (epoch milliseconds), `valid_until`.
 */
export function devicesOfReport(
  db: Db,
  scope: Scope,
  { groupIds, trackerIds, keywords }: ReportDeviceFilter,
): RawBuilder<unknown> {
  let query = trackersInScope(db, scope)
    .leftJoin('tracker_group', 'tracker_group.group_id', 'tracker.group_id')
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .select([
      'tracker.tracker_id',
      'tracker.name as tracker_name',
      'tracker.imei',
      'tracker.group_id',
      'tracker_group.name as group_name',
      'tracker_state.activated_at as activated',
      'tracker.valid_until',
    ]);
  if (groupIds.length > 0 || trackerIds.length > 0) {
    query = query.where(
      sql<boolean>`(tracker.tracker_id = any (${[...trackerIds]}::int[]) or tracker.group_id in (
        with recursive chosen as (
          select group_id from tracker_group where account_id = ${scope.accountId} and group_id = any (${[...groupIds]}::int[])
          union
          select child.group_id from tracker_group as child join chosen on child.parent_id = chosen.group_id)
        select group_id from chosen))`,
    );
  }
  if (keywords !== '') {
    const pattern = `%${escapeLike(keywords.toLowerCase())}%`;
    query = query.where(sql<boolean>`(lower(tracker.name) like ${pattern} or lower(imei) like ${pattern})`);
  }
  return sql`${query}`;
}
