import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of rules. */
export function ruleRows({ database: { db } }: World, { uniqueName, createTracker }: Makers) {
  /** A rule for a tracker without a group: only users with full scope can see it. */
  async function createRule(owner: Owner): Promise<number> {
    const trackerId = await createTracker(owner);
    const { rule_id } = await db
      .insertInto('rule')
      .values({
        account_id: owner.accountId,
        name: uniqueName(),
        condition: JSON.stringify({ type: 'started' }),
        applies_to: 'trackers',
        schedule: null,
        enabled: true,
        changed_at: new Date(),
      })
      .returning('rule_id')
      .executeTakeFirstOrThrow();
    await db.insertInto('rule_target').values({ rule_id, tracker_id: trackerId, group_id: null }).execute();
    return rule_id;
  }
  return {
    queryRules: rowWithoutIds(() => ({})),
    addRule: {
      payload: async (owner) => ({
        ruleName: uniqueName(),
        condition: { type: 'started' },
        appliesTo: 'trackers',
        trackerIds: [await createTracker(owner)],
      }),
      otherAccountError: null,
    },
    editRule: {
      payload: async (owner) => ({ ruleId: await createRule(owner), enabled: false }),
      otherAccountError: 'rule-unknown',
    },
    deleteRule: {
      payload: async (owner) => ({ ruleId: await createRule(owner) }),
      otherAccountError: 'rule-unknown',
    },
    queryMoveFenceAlarm: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    switchMoveFenceAlarm: {
      payload: async (owner) => ({ trackerId: await createTracker(owner), range: 100 }),
      otherAccountError: 'tracker-unknown',
    },
  } satisfies Partial<Rows>;
}
