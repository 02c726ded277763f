import { LIMITS } from '@wakeline/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmedContact, deliveriesIn, subscriptionTo } from '../../delivery/testing/subscribers.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  // Nothing is sent: the messages wait in digests.
  world = await startWorld({
    environment: { WAKELINE_SMTP_URL: 'smtp://127.0.0.1:9', WAKELINE_SMTP_FROM: 'alerts@harbour.example' },
  });
});
afterAll(() => world.stop());

let count = 0;

async function createHarbour() {
  count += 1;
  const account = await world.account(`harbour ${count}`);
  const ada = await account.person(`ada ${count}`);
  const trackerId = await account.tracker(`1380000${String(count).padStart(4, '0')}`, 'Gull');
  const recipientId = await confirmedContact(world, ada, `duty${count}@harbour.example`);
  return { account, ada, trackerId, recipientId };
}

async function addRule(person: Person, ruleName: string): Promise<number> {
  const condition = { type: 'overspeed', limit: 80, seconds: 30, area: null } as const;
  return (await person.call('addRule', { ruleName, condition, appliesTo: 'all' })).ruleId;
}

/** Appends a notice of a rule; null: of none. */
function notify({ accountId }: WorldAccount, trackerId: number, ruleId: number | null) {
  const rule = ruleId === null ? {} : { rule: { ruleId, ruleName: 'x', value: 90 } };
  return world.appendNotice(accountId, trackerId, { noticeType: 'OVERSPEED', ...rule });
}

test('sends the notices of its rules, and none of others or of the same type', async () => {
  const { account, ada, trackerId, recipientId } = await createHarbour();
  const [town, harbour, other] = [
    await addRule(ada, 'Town'),
    await addRule(ada, 'Harbour'),
    await addRule(ada, 'Other'),
  ];
  const form = subscriptionTo(recipientId, { ruleIds: [town, harbour], digestMinutes: 15 });
  await ada.call('addSubscription', form);
  for (const ruleId of [town, other, null, harbour, town]) await notify(account, trackerId, ruleId);
  // Each page of the log adds to the message; the last notice is one of the three.
  const message = await eventually('three collected notices', async () => {
    const { list } = await ada.call('queryDeliveries', {});
    return list[0]?.counts[0]?.count === 3 && list;
  });
  expect(message).toMatchObject([{ counts: [{ msgType: 'OVERSPEED', count: 3 }] }]);
});

test('says that a rule was removed, and sends nothing instead of everything', async () => {
  const { account, ada, trackerId, recipientId } = await createHarbour();
  const ruleId = await addRule(ada, 'Town');
  const form = subscriptionTo(recipientId, { ruleIds: [ruleId], digestMinutes: 15 });
  const { subscriptionId } = await ada.call('addSubscription', form);
  await ada.call('deleteRule', { ruleId });
  const all = await confirmedContact(world, ada, `all${count}@harbour.example`);
  await ada.call('addSubscription', subscriptionTo(all, { digestMinutes: 15 }));
  await notify(account, trackerId, null);
  // Of the other subscription.
  expect(await deliveriesIn(ada, ['waiting'])).toMatchObject([{ recipientId: all }]);
  const { list, rules } = await ada.call('querySubscriptions', {});
  expect(list.find((one) => one.subscriptionId === subscriptionId)).toMatchObject({
    ruleIds: [ruleId],
    removed: { ruleIds: [ruleId], groupIds: [], trackerIds: [] },
  });
  expect(rules).toEqual([]);
  // Its other fields can be changed, and the rule of a new subscription must exist.
  await ada.call('editSubscription', { ...form, subscriptionId, enabled: false });
  await expect(ada.call('addSubscription', form)).rejects.toMatchObject({ errorName: 'rule-unknown' });
});

test('says that its groups and devices were removed', async () => {
  const { account, ada, trackerId, recipientId } = await createHarbour();
  const { groupId } = await ada.call('createGroup', { groupName: 'Ferries' });
  const other = await account.tracker('13911111111', 'Tern');
  await ada.call(
    'addSubscription',
    subscriptionTo(recipientId, { scope: { type: 'groups', groupIds: [groupId] } }),
  );
  await ada.call(
    'addSubscription',
    subscriptionTo(recipientId, { scope: { type: 'trackers', trackerIds: [trackerId, other] } }),
  );
  await ada.call('deleteGroup', { groupId });
  await ada.call('removeTracker', { trackerId });
  const { list } = await ada.call('querySubscriptions', {});
  expect(list.map(({ removed }) => removed)).toEqual([
    { ruleIds: [], groupIds: [groupId], trackerIds: [] },
    { ruleIds: [], groupIds: [], trackerIds: [trackerId] },
  ]);
});

test('refuses rules of another account, too many, and rules with types', async () => {
  const { ada, recipientId } = await createHarbour();
  const ruleId = await addRule(ada, 'Town');
  const foreign = await addRule((await createHarbour()).ada, 'Theirs');
  const { subscriptionId } = await ada.call(
    'addSubscription',
    subscriptionTo(recipientId, { ruleIds: [ruleId] }),
  );
  const tooMany = Array.from({ length: LIMITS.subscriptionRules + 1 }, () => ruleId);
  for (const [form, errorName] of [
    [{ ruleIds: [foreign] }, 'rule-unknown'],
    [{ ruleIds: [ruleId, foreign] }, 'rule-unknown'],
    [{ ruleIds: tooMany }, 'field-invalid'],
    [{ ruleIds: [ruleId], msgTypes: ['OVERSPEED' as const] }, 'subscription-rules-types'],
  ] as const) {
    const changed = subscriptionTo(recipientId, {
      ruleIds: [...form.ruleIds],
      msgTypes: 'msgTypes' in form ? [...form.msgTypes] : [],
    });
    await expect(ada.call('addSubscription', changed)).rejects.toMatchObject({ errorName });
    await expect(ada.call('editSubscription', { ...changed, subscriptionId })).rejects.toMatchObject({
      errorName,
    });
  }
});
