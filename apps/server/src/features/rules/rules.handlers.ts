import { NamedError } from '@wakeline/contract/errors';
import type { RuleForm } from '@wakeline/contract/notices/rules';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { JsonFields } from '../../db/schema.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { accountScope } from '../../identity/scope.ts';
import { findMissingObject, readExistingObjects } from '../../rules/rule-references.ts';
import {
  insertRule,
  lockRule,
  type RuleRow,
  readRules,
  removeRule,
  toRuleForm,
  updateRule,
} from '../../rules/rule-rows.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { checkRule } from './check-rule.ts';
import { readReadableRules } from './readable-rules.ts';
import { readVisibleTrackers, ruleOwnerOf } from './rule-owner.ts';
import { canAddForAll, canAddRules, canEditRule, canReadRule, canRemoveRule } from './rules.policy.ts';
import { findShiftRule, withoutTracker, withTracker } from './shift-alarm.ts';

type RuleOperation =
  | 'queryRules'
  | 'addRule'
  | 'editRule'
  | 'deleteRule'
  | 'queryMoveFenceAlarm'
  | 'switchMoveFenceAlarm';

/** Rules: what the engine notices about trackers, when and about which ones. */
export function ruleHandlers(db: Db): Pick<Handlers, RuleOperation> {
  return {
    async queryRules(_payload, caller) {
      const rules = await readReadableRules(db, caller);
      const objects = await readExistingObjects(
        db,
        accountScope(caller.accountId),
        rules.map(({ row }) => row.condition),
      );
      const list = rules.map(({ row, owner }) => ({
        ...toRuleForm(row),
        ruleId: row.rule_id,
        problem: findMissingObject(row.condition, objects) ?? findMissingTargets(row),
        abilities: { edit: canEditRule(caller, owner), remove: canRemoveRule(caller, owner) },
      }));
      return {
        list,
        total: list.length,
        abilities: { add: canAddRules(caller), addForAll: canAddForAll(caller) },
      };
    },

    async addRule({ uid: _, ...form }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        if (!canAddRules(caller)) throw new NamedError('not-allowed');
        await checkRule(tx, caller, form);
        const ruleId = await insertRule(tx, caller.accountId, form, call.now);
        await recordChange(tx, caller, call, {
          action: 'addRule',
          target: form.ruleName,
          after: auditDetailsOf(form),
        });
        return { ruleId };
      });
    },

    async editRule({ uid: _, ruleId, ...fields }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockRule(tx, caller.accountId, ruleId);
        const owner = await ownerOf(tx, caller, row);
        if (!canReadRule(caller, owner)) throw new NamedError('rule-unknown');
        if (!canEditRule(caller, owner)) throw new NamedError('not-allowed');
        const before = toRuleForm(row);
        const after = mergeForm(before, fields);
        // A rule on a removed fence can still be disabled.
        if (Object.keys(fields).some((name) => !UNCHECKED_FIELDS.has(name)))
          await checkRule(tx, caller, after);
        const startsAgain =
          after.enabled !== before.enabled ||
          !isEqual(after.condition, before.condition) ||
          !isEqual(after.schedule, before.schedule);
        await updateRule(tx, row, after, startsAgain ? call.now : null);
        await recordChange(tx, caller, call, {
          action: 'editRule',
          target: before.ruleName,
          ...difference(auditDetailsOf(before), auditDetailsOf(after)),
        });
      });
      return {};
    },

    async deleteRule({ ruleId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockRule(tx, caller.accountId, ruleId);
        const owner = await ownerOf(tx, caller, row);
        if (!canReadRule(caller, owner)) throw new NamedError('rule-unknown');
        if (!canRemoveRule(caller, owner)) throw new NamedError('not-allowed');
        await removeRule(tx, row);
        const before = auditDetailsOf(toRuleForm(row));
        await recordChange(tx, caller, call, { action: 'deleteRule', target: row.name, before });
      });
      return {};
    },

    async queryMoveFenceAlarm({ trackerId }, caller) {
      await requireTracker(db, caller, trackerId);
      const found = findShiftRule(await readRules(db, caller.accountId), trackerId);
      return { range: found?.range ?? null, abilities: { edit: canAddRules(caller) } };
    },

    async switchMoveFenceAlarm({ trackerId, range }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        await lockAccount(tx, caller.accountId);
        const tracker = await requireTracker(tx, caller, trackerId);
        const rules = await readRules(tx, caller.accountId);
        const before = findShiftRule(rules, trackerId);
        if (before?.range === range || (before === null && range === null)) return;
        if (before !== null) await withoutTracker(tx, before.row, trackerId);
        if (range !== null) {
          await withTracker(tx, rules, { accountId: caller.accountId, trackerId, range, now: call.now });
        }
        await recordChange(tx, caller, call, {
          action: 'switchMoveFenceAlarm',
          target: tracker.name,
          before: { range: before?.range ?? null },
          after: { range },
        });
      });
      return {};
    },
  };
}

async function ownerOf(tx: Tx, caller: Caller, row: RuleRow) {
  return ruleOwnerOf(row, caller, await readVisibleTrackers(tx, caller, [row]));
}

/** Fields that refer to nothing. */
const UNCHECKED_FIELDS: ReadonlySet<string> = new Set(['ruleName', 'enabled']);

/** Targets of another kind than before replace them. */
function mergeForm(
  before: RuleForm,
  fields: { readonly [Name in keyof RuleForm]?: RuleForm[Name] | undefined },
) {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const form: RuleForm = { ...before, ...given };
  return {
    ...form,
    groupIds: form.appliesTo === 'groups' ? form.groupIds : (fields.groupIds ?? []),
    trackerIds: form.appliesTo === 'trackers' ? form.trackerIds : (fields.trackerIds ?? []),
  };
}

function isEqual(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** The database returns the keys of JSON objects in its own order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

function findMissingTargets({ applies_to, group_ids, tracker_ids }: RuleRow): 'no-targets' | null {
  return applies_to !== 'all' && group_ids.length + tracker_ids.length === 0 ? 'no-targets' : null;
}

/** Details for the audit log: of many trackers only the first ones. */
function auditDetailsOf({ trackerIds, ...form }: RuleForm): JsonFields {
  const condition = JSON.parse(canonical(form.condition));
  return {
    ...form,
    condition,
    trackers: trackerIds.length,
    trackerIds: trackerIds.slice(0, MAX_LOGGED_TRACKERS),
  };
}

const MAX_LOGGED_TRACKERS = 50;

async function requireTracker(db: Db, caller: Caller, trackerId: number) {
  const tracker = await trackersInScope(db, caller)
    .where('tracker_id', '=', trackerId)
    .select('name')
    .executeTakeFirst();
  if (tracker === undefined) throw new NamedError('tracker-unknown');
  return tracker;
}

/** Records a change in the audit log, and notifies the engine and the open consoles of the account. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'rules', accountId: caller.accountId, userId: null });
}
