import { addRule, deleteRule, editRule, queryRules } from '@wakeline/contract/notices/rules';
import { hasAccess, type Subject } from '../../identity/access.ts';
import type { Scope } from '../../identity/scope.ts';

export interface RuleUser extends Subject, Scope {}

/** A rule, and whether all of its groups and trackers are in the scope of the user. */
export interface RuleOwner {
  readonly accountId: number;
  readonly appliesTo: 'all' | 'groups' | 'trackers';
  readonly isInScope: boolean;
}

/** A rule for all trackers also applies to those of a user confined to some groups. */
export function canReadRule(user: RuleUser, rule: RuleOwner): boolean {
  if (!hasAccess(queryRules.access, user) || rule.accountId !== user.accountId) return false;
  return user.groupIds === null || rule.appliesTo === 'all' || rule.isInScope;
}

/** Users confined to some groups need at least one of them. */
export function canAddRules(user: RuleUser): boolean {
  return hasAccess(addRule.access, user) && user.groupIds?.length !== 0;
}

/** Rules for all trackers are changed by users with full scope only. */
export function canEditRule(user: RuleUser, rule: RuleOwner): boolean {
  return hasAccess(editRule.access, user) && canReadRule(user, rule) && canTarget(user, rule);
}

export function canRemoveRule(user: RuleUser, rule: RuleOwner): boolean {
  return hasAccess(deleteRule.access, user) && canReadRule(user, rule) && canTarget(user, rule);
}

export function canAddForAll(user: RuleUser): boolean {
  return canAddRules(user) && user.groupIds === null;
}

function canTarget(user: RuleUser, { appliesTo, isInScope }: RuleOwner): boolean {
  return user.groupIds === null || (appliesTo !== 'all' && isInScope);
}
