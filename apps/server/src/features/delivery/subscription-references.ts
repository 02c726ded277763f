import type { Subscription, SubscriptionForm } from '@wakeline/contract/delivery/subscriptions';
import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import { readRuleNames } from '../../rules/rule-rows.ts';
import { trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';

type References = Subscription['removed'];
/** What a subscription, or a target of forwarding, names. */
type Naming = Pick<SubscriptionForm, 'ruleIds' | 'scope'>;

/** The rules, groups and devices that subscriptions of an account name. */
interface Existing {
  readonly rules: readonly { readonly ruleId: number; readonly ruleName: string }[];
  readonly groupIds: ReadonlySet<number>;
  readonly trackerIds: ReadonlySet<number>;
}

/** Reads the rules of an account, and only those of its groups and trackers that one of the forms names. */
export async function readReferences(db: Db, accountId: number, forms: readonly Naming[]): Promise<Existing> {
  const named = forms.map(referencesOf);
  const trackerIds = new Set(named.flatMap((one) => one.trackerIds));
  const hasGroups = named.some(({ groupIds }) => groupIds.length > 0);
  const rules = await readRuleNames(db, accountId);
  const groups = !hasGroups
    ? []
    : await db.selectFrom('tracker_group').select('group_id').where('account_id', '=', accountId).execute();
  const trackers =
    trackerIds.size === 0
      ? []
      : await trackersInScope(db, { accountId, groupIds: null })
          .select('tracker_id')
          .where(trackerIdIn([...trackerIds]))
          .execute();
  return {
    rules,
    groupIds: new Set(groups.map((row) => row.group_id)),
    trackerIds: new Set(trackers.map((row) => row.tracker_id)),
  };
}

/** What a subscription names and is gone. */
export function findRemoved(form: Naming, existing: Existing): References {
  const named = referencesOf(form);
  const rules = new Set(existing.rules.map(({ ruleId }) => ruleId));
  return {
    ruleIds: named.ruleIds.filter((id) => !rules.has(id)),
    groupIds: named.groupIds.filter((id) => !existing.groupIds.has(id)),
    trackerIds: named.trackerIds.filter((id) => !existing.trackerIds.has(id)),
  };
}

/**
 * Refuses what the account does not have. What is gone since the subscription named it can stay, so that the other fields
 * can still be changed.
 *
 * @param before null: a new subscription
 * @throws NamedError `rule-unknown`, `group-unknown`, `tracker-unknown`
 */
export async function checkReferences(
  db: Db,
  accountId: number,
  form: Naming,
  before: Naming | null,
): Promise<void> {
  const removed = findRemoved(form, await readReferences(db, accountId, [form]));
  const known = before === null ? { ruleIds: [], groupIds: [], trackerIds: [] } : referencesOf(before);
  if (!isSubset(removed.ruleIds, known.ruleIds)) throw new NamedError('rule-unknown');
  if (!isSubset(removed.groupIds, known.groupIds)) throw new NamedError('group-unknown');
  if (!isSubset(removed.trackerIds, known.trackerIds)) throw new NamedError('tracker-unknown');
}

function referencesOf({ ruleIds, scope }: Naming): References {
  return {
    ruleIds,
    groupIds: scope.type === 'groups' ? scope.groupIds : [],
    trackerIds: scope.type === 'trackers' ? scope.trackerIds : [],
  };
}

function isSubset(ids: readonly number[], of: readonly number[]): boolean {
  return ids.every((id) => of.includes(id));
}
