import type { Db } from '../../db/database.ts';
import { canSeeGroup, type Scope } from '../../identity/scope.ts';
import type { RuleRow } from '../../rules/rule-rows.ts';
import { trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';
import type { RuleOwner } from './rules.policy.ts';

/** Those of the trackers of rules that are in a scope; null: all, because the scope is not confined. */
export async function readVisibleTrackers(
  db: Db,
  scope: Scope,
  rows: readonly RuleRow[],
): Promise<ReadonlySet<number> | null> {
  if (scope.groupIds === null) return null;
  const ids = new Set(rows.flatMap(({ tracker_ids }) => tracker_ids));
  if (ids.size === 0) return ids;
  const visible = await trackersInScope(db, scope)
    .where(trackerIdIn([...ids]))
    .select('tracker.tracker_id')
    .execute();
  return new Set(visible.map(({ tracker_id }) => tracker_id));
}

/** @param visible from `readVisibleTrackers`. A rule without any target is in no confined scope. */
export function ruleOwnerOf(row: RuleRow, scope: Scope, visible: ReadonlySet<number> | null): RuleOwner {
  const { applies_to: appliesTo, group_ids: groupIds, tracker_ids: trackerIds } = row;
  const isInScope =
    visible === null ||
    (groupIds.length + trackerIds.length > 0 &&
      groupIds.every((groupId) => canSeeGroup(scope, groupId)) &&
      trackerIds.every((trackerId) => visible.has(trackerId)));
  return { accountId: row.account_id, appliesTo, isInScope };
}
