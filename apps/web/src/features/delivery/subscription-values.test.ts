import type { Subscription, SubscriptionForm } from '@wakeline/contract/delivery/subscriptions';
import { expect, test } from 'vitest';
import {
  sendsNothing,
  toClockTime,
  toSubscriptionFields,
  toSubscriptionForm,
} from './subscription-values.ts';

const FORM: SubscriptionForm = {
  recipientId: 7,
  channel: 'email',
  msgTypes: ['SOS', 'OFFLINE'],
  ruleIds: [],
  scope: { type: 'groups', groupIds: [3] },
  quietHours: { from: 1_320, to: 425 },
  digestMinutes: 60,
  escalateMinutes: 10,
  enabled: false,
};
const SUBSCRIPTION: Subscription = {
  ...FORM,
  subscriptionId: 1,
  recipientName: 'Duty',
  removed: { ruleIds: [], groupIds: [], trackerIds: [] },
  isConfirmed: true,
  isUnsubscribed: false,
};

test.each<SubscriptionForm['scope']>([
  { type: 'all' },
  { type: 'groups', groupIds: [3] },
  { type: 'trackers', trackerIds: [4, 5] },
])('keeps a subscription of $type', (scope) => {
  expect(toSubscriptionForm(toSubscriptionFields({ ...SUBSCRIPTION, scope }))).toEqual({ ...FORM, scope });
});

test.each<Pick<SubscriptionForm, 'msgTypes' | 'ruleIds'>>([
  { msgTypes: [], ruleIds: [] },
  { msgTypes: ['SOS'], ruleIds: [] },
  { msgTypes: [], ruleIds: [7, 8] },
])('keeps what is sent: types $msgTypes, rules $ruleIds', (what) => {
  expect(toSubscriptionForm(toSubscriptionFields({ ...SUBSCRIPTION, ...what }))).toMatchObject(what);
});

test('begins with the rule for which it is added, and sends only what is selected last', () => {
  const fields = toSubscriptionFields(null, 7);
  expect(toSubscriptionForm(fields)).toMatchObject({ msgTypes: [], ruleIds: [7] });
  expect(toSubscriptionForm({ ...fields, what: 'all' })).toMatchObject({ msgTypes: [], ruleIds: [] });
});

test('sends no times of a webhook', () => {
  const fields = { ...toSubscriptionFields(SUBSCRIPTION), channel: 'webhook' } as const;
  expect(toSubscriptionForm(fields)).toMatchObject({
    quietHours: null,
    digestMinutes: 0,
    escalateMinutes: 0,
  });
});

test('sends nothing only when everything that it names was deleted', () => {
  const removed = { ruleIds: [], groupIds: [], trackerIds: [] };
  const of = (fields: Partial<Subscription>) => sendsNothing({ ...SUBSCRIPTION, ...fields });
  expect(of({})).toBe(false);
  expect(of({ ruleIds: [7, 8], removed: { ...removed, ruleIds: [7] } })).toBe(false);
  expect(of({ ruleIds: [7, 8], removed: { ...removed, ruleIds: [7, 8] } })).toBe(true);
  expect(of({ removed: { ...removed, groupIds: [3] } })).toBe(true);
  expect(of({ scope: { type: 'trackers', trackerIds: [4] }, removed: { ...removed, trackerIds: [4] } })).toBe(
    true,
  );
});

test('writes minutes of the day as clock times', () => {
  expect([0, 425, 1_439].map(toClockTime)).toEqual(['00:00', '07:05', '23:59']);
});
