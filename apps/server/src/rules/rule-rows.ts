import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { RuleForm } from '@wakeline/contract/notices/rules';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';

/** Rules with their targets. The order of targets is by id. */
function selectRules(db: Db, accountId: number) {
  return db
    .selectFrom('rule')
    .where('rule.account_id', '=', accountId)
    .select([
      'rule_id',
      'account_id',
      'name',
      'condition',
      'applies_to',
      'schedule',
      'enabled',
      'changed_at',
      sql<number[]>`array(
        select group_id from rule_target
        where rule_target.rule_id = rule.rule_id and group_id is not null order by group_id)`.as('group_ids'),
      sql<number[]>`array(
        select tracker_id from rule_target
        where rule_target.rule_id = rule.rule_id and tracker_id is not null order by tracker_id)`.as(
        'tracker_ids',
      ),
    ]);
}

export type RuleRow = Awaited<ReturnType<typeof readRules>>[number];

/** The rules of an account, by name. */
export function readRules(db: Db, accountId: number) {
  return selectRules(db, accountId).orderBy('rule.name').orderBy('rule_id').execute();
}

/** The names of the rules of an account, by name. */
export async function readRuleNames(
  db: Db,
  accountId: number,
): Promise<{ readonly ruleId: number; readonly ruleName: string }[]> {
  const rows = await db
    .selectFrom('rule')
    .select(['rule_id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('rule_id')
    .execute();
  return rows.map((row) => ({ ruleId: row.rule_id, ruleName: row.name }));
}

/** The rules that are enabled, oldest first: the order in which the engine applies them. */
export function readEnabledRules(db: Db, accountId: number) {
  return selectRules(db, accountId).where('enabled', '=', true).orderBy('rule_id').execute();
}

/** Accounts that have rules. */
export async function readAccountsWithRules(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('rule').select('account_id').distinct().execute();
  return rows.map((row) => row.account_id);
}

/**
 * Reads a rule and locks it until the transaction ends.
 *
 * @throws NamedError `rule-unknown` when the account has no such rule
 */
export async function lockRule(tx: Tx, accountId: number, ruleId: number): Promise<RuleRow> {
  const row = await selectRules(tx, accountId)
    .where('rule_id', '=', ruleId)
    .forUpdate('rule')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('rule-unknown');
  return row;
}

/**
 * Creates a rule. Its references and targets must have been checked.
 *
 * @param now epoch milliseconds.
 * @throws NamedError `rule-limit`
 */
export async function insertRule(tx: Tx, accountId: number, form: RuleForm, now: number): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('rule')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= LIMITS.rulesPerAccount) throw new NamedError('rule-limit');
  const { rule_id: ruleId } = await tx
    .insertInto('rule')
    .values({ ...toColumns(form), account_id: accountId, changed_at: new Date(now) })
    .returning('rule_id')
    .executeTakeFirstOrThrow();
  await insertTargets(tx, ruleId, form);
  return ruleId;
}

/**
 * @param changedAt when condition, schedule or enabling changed; null: they are the same, so the rule continues.
 */
export async function updateRule(
  tx: Tx,
  { account_id, rule_id }: Pick<RuleRow, 'account_id' | 'rule_id'>,
  form: RuleForm,
  changedAt: number | null,
): Promise<void> {
  await tx
    .updateTable('rule')
    .set({ ...toColumns(form), ...(changedAt !== null && { changed_at: new Date(changedAt) }) })
    .where('rule_id', '=', rule_id)
    .where('account_id', '=', account_id)
    .execute();
  await tx.deleteFrom('rule_target').where('rule_id', '=', rule_id).execute();
  await insertTargets(tx, rule_id, form);
}

export async function removeRule(
  tx: Tx,
  { account_id, rule_id }: Pick<RuleRow, 'account_id' | 'rule_id'>,
): Promise<void> {
  await tx.deleteFrom('rule').where('rule_id', '=', rule_id).where('account_id', '=', account_id).execute();
}

/** Removes trackers that another account takes over from the rules of their former one. */
export async function removeTrackersFromRules(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await sql`delete from rule_target where tracker_id = any (${[...trackerIds]}::int[])`.execute(tx);
}

export function toRuleForm(row: RuleRow): RuleForm {
  return {
    ruleName: row.name,
    condition: row.condition as RuleForm['condition'],
    appliesTo: row.applies_to,
    groupIds: row.group_ids,
    trackerIds: row.tracker_ids,
    schedule: row.schedule as RuleForm['schedule'],
    enabled: row.enabled,
  };
}

function toColumns({ ruleName, condition, appliesTo, schedule, enabled }: RuleForm) {
  return {
    name: ruleName,
    condition: JSON.stringify(condition),
    applies_to: appliesTo,
    schedule: schedule === null ? null : JSON.stringify(schedule),
    enabled,
  };
}

async function insertTargets(tx: Tx, ruleId: number, { groupIds, trackerIds }: RuleForm): Promise<void> {
  await sql`
    insert into rule_target (rule_id, group_id) select ${ruleId}::int, unnest(${[...groupIds]}::int[])
    on conflict do nothing`.execute(tx);
  await sql`
    insert into rule_target (rule_id, tracker_id) select ${ruleId}::int, unnest(${[...trackerIds]}::int[])
    on conflict do nothing`.execute(tx);
}
