import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { escapeLike } from '../../db/escape-like.ts';
import type { Scope } from '../../identity/scope.ts';
import { readGroupWithDescendants } from '../../trackers/group-descendants.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { selectVisibleStatus } from '../../trackers/validity.ts';

/** Filters of the tracker list; undefined means no filter. */
export interface TrackerFilter {
  /** Substring of name, IMEI or label. */
  readonly keywords: string | undefined;
  readonly status: TrackerStatus | undefined;
  /** This group with its descendants; null selects trackers without a group. */
  readonly groupId: number | null | undefined;
}

export interface FilteredTrackers {
  /** Ids of the page, ordered by name. */
  readonly ids: readonly number[];
  readonly total: number;
  /** Number of matches by status, without the status filter. */
  readonly counts: Record<TrackerStatus, number>;
}

/**
 * One page of the matching trackers in a scope, ordered by name, with the total numbers.
 *
 * @throws NamedError `group-unknown` when the scope has no such group.
 */
export async function filterTrackers(
  db: Db,
  scope: Scope,
  filter: TrackerFilter,
  {
    pageIndex,
    pageSize,
    now,
  }: { readonly pageIndex: number; readonly pageSize: number; readonly now: number },
): Promise<FilteredTrackers> {
  const { status, groupId } = filter;
  const visibleStatus = selectVisibleStatus(now);
  const groups =
    groupId === undefined || groupId === null ? groupId : await readGroupWithDescendants(db, scope, groupId);
  const matching = selectMatchingTrackers(db, scope, filter.keywords, groups);
  const [rows, statusCounts] = await Promise.all([
    matching
      .$if(status !== undefined, (query) => query.where(visibleStatus, '=', status ?? 'OFFLINE'))
      .select('tracker.tracker_id')
      .orderBy('tracker.name')
      .orderBy('tracker.tracker_id')
      .limit(pageSize)
      .offset((pageIndex - 1) * pageSize)
      .execute(),
    matching
      .select((query) => [visibleStatus.as('visible_status'), query.fn.countAll<number>().as('count')])
      .groupBy(sql.ref('visible_status'))
      .execute(),
  ]);
  const counts = { RUNNING: 0, STOP: 0, SOS: 0, OFFLINE: 0 };
  for (const row of statusCounts) counts[row.visible_status] = row.count;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    ids: rows.map((row) => row.tracker_id),
    total: status === undefined ? all : counts[status],
    counts,
  };
}

function selectMatchingTrackers(
  db: Db,
  scope: Scope,
  keywords: string | undefined,
  groups: readonly number[] | null | undefined,
) {
  const pattern = `%${escapeLike(keywords ?? '')}%`;
  return trackersInScope(db, scope)
    .leftJoin('tracker_state', 'tracker_state.tracker_id', 'tracker.tracker_id')
    .$if(keywords !== undefined && keywords !== '', (query) =>
      query.where(
        sql<boolean>`(tracker.name ilike ${pattern} escape '\\' or tracker.imei ilike ${pattern} escape '\\'
          or tracker.label ilike ${pattern} escape '\\')`,
      ),
    )
    .$if(groups === null, (query) => query.where('tracker.group_id', 'is', null))
    .$if(Array.isArray(groups), (query) =>
      query.where(sql<boolean>`tracker.group_id = any (${[...(groups ?? [])]}::int[])`),
    );
}
