import { LIMITS } from '@wakeline/contract/limits';
import type { SHIFT_RANGES } from '@wakeline/domain/rules/rule';
import type { Tx } from '../../db/database.ts';
import { insertRule, type RuleRow, removeRule, toRuleForm, updateRule } from '../../rules/rule-rows.ts';

type ShiftRange = (typeof SHIFT_RANGES)[number];

interface ShiftRule {
  readonly row: RuleRow;
  readonly range: ShiftRange;
}

/**
 * The rule that is the shift alarm of a tracker. All trackers with one range share a rule, because an account may have
 * far more trackers than rules.
 */
export function findShiftRule(rules: readonly RuleRow[], trackerId: number): ShiftRule | null {
  return shiftRules(rules).find(({ row }) => row.tracker_ids.includes(trackerId)) ?? null;
}

function shiftRules(rules: readonly RuleRow[]): readonly ShiftRule[] {
  return rules.flatMap((row) => {
    const isShared = row.enabled && row.applies_to === 'trackers' && row.schedule === null;
    return isShared && row.condition.type === 'shift' ? [{ row, range: row.condition.metres }] : [];
  });
}

/**
 * Adds a tracker to the rule of its range. The other trackers keep where their alarm was opened.
 *
 * @param now epoch milliseconds.
 * @throws NamedError `rule-limit`
 */
export async function withTracker(
  tx: Tx,
  rules: readonly RuleRow[],
  {
    accountId,
    trackerId,
    range,
    now,
  }: {
    readonly accountId: number;
    readonly trackerId: number;
    readonly range: ShiftRange;
    readonly now: number;
  },
): Promise<void> {
  const shared = shiftRules(rules).find((rule) => {
    return rule.range === range && rule.row.tracker_ids.length < LIMITS.trackersPerRule;
  });
  if (shared !== undefined) {
    const form = toRuleForm(shared.row);
    await updateRule(tx, shared.row, { ...form, trackerIds: [...form.trackerIds, trackerId] }, null);
    return;
  }
  await insertRule(
    tx,
    accountId,
    {
      ruleName: `位移报警 Shift alarm ${range} m`,
      condition: { type: 'shift', metres: range },
      appliesTo: 'trackers',
      groupIds: [],
      trackerIds: [trackerId],
      schedule: null,
      enabled: true,
    },
    now,
  );
}

/** Removes a tracker from its rule, and the rule with its last tracker. */
export async function withoutTracker(tx: Tx, row: RuleRow, trackerId: number): Promise<void> {
  const form = toRuleForm(row);
  const trackerIds = form.trackerIds.filter((id) => id !== trackerId);
  if (trackerIds.length === 0) await removeRule(tx, row);
  else await updateRule(tx, row, { ...form, trackerIds }, null);
}
