import { NamedError } from '@wakeline/contract/errors';
import type { RuleForm } from '@wakeline/contract/notices/rules';
import type { Tx } from '../../db/database.ts';
import { canSeeGroup } from '../../identity/scope.ts';
import { findMissingObject, readExistingObjects, referencesOf } from '../../rules/rule-references.ts';
import { lockTrackersInScope } from '../../trackers/lock-in-scope.ts';
import type { RuleUser } from './rules.policy.ts';

/**
 * Checks what the form of a rule says and refers to. Everything must be in the scope of the user, so that a rule reveals
 * nothing else.
 *
 * @throws NamedError
 */
export async function checkRule(tx: Tx, user: RuleUser, form: RuleForm): Promise<void> {
  checkCondition(form.condition);
  const { appliesTo, groupIds, trackerIds } = form;
  const isComplete =
    appliesTo === 'all'
      ? groupIds.length + trackerIds.length === 0 && user.groupIds === null
      : appliesTo === 'groups'
        ? groupIds.length > 0 && trackerIds.length === 0
        : trackerIds.length > 0 && groupIds.length === 0;
  if (!isComplete) throw new NamedError('rule-targets');
  await requireGroups(tx, user, groupIds);
  await lockTrackersInScope(tx, user, trackerIds);
  const objects = await readExistingObjects(tx, user, [form.condition]);
  const missing = findMissingObject(form.condition, objects);
  if (missing !== null) throw new NamedError(missing);
  const { fenceIds } = referencesOf(form.condition);
  if (!fenceIds.every((fenceId) => objects.fences.has(fenceId))) throw new NamedError('fence-unknown');
}

function checkCondition(condition: RuleForm['condition']): void {
  if (condition.type === 'lowBattery' && condition.recovered <= condition.percent) {
    throw new NamedError('rule-recovery');
  }
  if (condition.type === 'fence' && condition.direction === 'OUT' && condition.dwellMinutes > 0) {
    throw new NamedError('rule-dwell');
  }
}

async function requireGroups(tx: Tx, user: RuleUser, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  const rows = await tx
    .selectFrom('tracker_group')
    .where('account_id', '=', user.accountId)
    .where('group_id', 'in', groupIds)
    .select('group_id')
    .forKeyShare()
    .execute();
  const isVisible = rows.every(({ group_id }) => canSeeGroup(user, group_id));
  if (!isVisible || rows.length < new Set(groupIds).size) throw new NamedError('group-unknown');
}
