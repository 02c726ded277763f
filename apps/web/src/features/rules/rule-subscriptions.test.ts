import type { Subscription } from '@wakeline/contract/delivery/subscriptions';
import type { Rule } from '@wakeline/contract/notices/rules';
import { expect, test } from 'vitest';
import { countRecipients, subscriptionsOfRule } from './rule-subscriptions.ts';

const RULE: Rule = {
  ruleId: 7,
  ruleName: 'Town',
  condition: { type: 'fence', fenceIds: null, direction: 'OUT', dwellMinutes: 0 },
  appliesTo: 'trackers',
  groupIds: [],
  trackerIds: [1, 2],
  schedule: null,
  enabled: true,
  problem: null,
  abilities: { edit: true, remove: true },
};

let count = 0;
function subscription(fields: Partial<Subscription>): Subscription {
  count += 1;
  return {
    subscriptionId: count,
    recipientId: count,
    recipientName: 'Duty',
    channel: 'email',
    msgTypes: [],
    ruleIds: [],
    scope: { type: 'all' },
    quietHours: null,
    digestMinutes: 0,
    escalateMinutes: 0,
    enabled: true,
    removed: { ruleIds: [], groupIds: [], trackerIds: [] },
    isConfirmed: true,
    isUnsubscribed: false,
    ...fields,
  };
}

test.each<readonly [string, boolean, Partial<Subscription>]>([
  ['names the rule', true, { ruleIds: [3, 7] }],
  ['names other rules', false, { ruleIds: [3] }],
  ['has all notices', true, {}],
  ['has the type of its notices', true, { msgTypes: ['SOS', 'OUT'] }],
  ['has other types', false, { msgTypes: ['IN'] }],
  ['has one of its devices', true, { scope: { type: 'trackers', trackerIds: [2, 3] } }],
  ['has none of its devices', false, { ruleIds: [7], scope: { type: 'trackers', trackerIds: [3] } }],
  ['has groups', true, { scope: { type: 'groups', groupIds: [5] } }],
])('finds a subscription that %s: %s', (_, found, fields) => {
  expect(subscriptionsOfRule(RULE, [subscription(fields)])).toHaveLength(found ? 1 : 0);
});

test('counts each recipient once, without disabled subscriptions and unconfirmed addresses', () => {
  const list = [
    subscription({ recipientId: 900 }),
    subscription({ recipientId: 900, channel: 'sms' }),
    subscription({ recipientId: 901, enabled: false }),
    subscription({ recipientId: 902, isConfirmed: false }),
  ];
  expect(countRecipients(list)).toBe(1);
});
