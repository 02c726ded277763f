import type { Subscription } from '@wakeline/contract/delivery/subscriptions';
import type { Rule } from '@wakeline/contract/notices/rules';
import { noticesOfRule } from '@wakeline/domain/rules/rule';

/** The subscriptions that can send notices of a rule. Of groups it is not known here which devices they have. */
export function subscriptionsOfRule(rule: Rule, subscriptions: readonly Subscription[]): Subscription[] {
  const types = noticesOfRule(rule.condition);
  return subscriptions.filter(({ ruleIds, msgTypes, scope }) => {
    if (ruleIds.length > 0 ? !ruleIds.includes(rule.ruleId) : !includesSome(msgTypes, types)) return false;
    if (scope.type !== 'trackers' || rule.appliesTo !== 'trackers') return true;
    return scope.trackerIds.some((trackerId) => rule.trackerIds.includes(trackerId));
  });
}

/** The number of recipients that get messages of these subscriptions now. */
export function countRecipients(subscriptions: readonly Subscription[]): number {
  const active = subscriptions.filter(({ enabled, isConfirmed }) => enabled && isConfirmed);
  return new Set(active.map(({ recipientId }) => recipientId)).size;
}

/** An empty selection means all types. */
function includesSome<Type>(selected: readonly Type[], types: readonly Type[]): boolean {
  return selected.length === 0 || types.some((type) => selected.includes(type));
}
