import { noticesOfRule } from '@wakeline/domain/rules/rule';
import type { Db } from '../../db/database.ts';
import { type RuleRow, readRules } from '../../rules/rule-rows.ts';
import { readVisibleTrackers, ruleOwnerOf } from './rule-owner.ts';
import { canReadRule, type RuleOwner, type RuleUser } from './rules.policy.ts';

/** The rules that a user can see, by name. */
export async function readReadableRules(
  db: Db,
  user: RuleUser,
): Promise<readonly { readonly row: RuleRow; readonly owner: RuleOwner }[]> {
  const rows = await readRules(db, user.accountId);
  const visible = await readVisibleTrackers(db, user, rows);
  return rows
    .map((row) => ({ row, owner: ruleOwnerOf(row, user, visible) }))
    .filter(({ owner }) => canReadRule(user, owner));
}

/** The same with the types of their notices, for the notification settings of the user. */
export async function readRulesWithNotices(db: Db, user: RuleUser) {
  const rules = await readReadableRules(db, user);
  return rules.map(({ row }) => ({
    ruleId: row.rule_id,
    ruleName: row.name,
    msgTypes: [...noticesOfRule(row.condition)],
  }));
}
