import { createHmac } from 'node:crypto';
import { LIMITS } from '@wakeline/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendMany, deliveriesIn, subscriptionTo } from '../../delivery/testing/subscribers.ts';
import type { Person } from '../../testing/person.ts';
import { WebhookServer } from '../../testing/webhook-server.ts';
import { startWorld, type World } from '../../testing/world.ts';

let server: WebhookServer;
let world: World;

beforeAll(async () => {
  server = await WebhookServer.start();
  world = await startWorld({ environment: { WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1' } });
});
afterAll(async () => {
  await world.stop();
  server.stop();
});

let count = 0;

/** An account with a webhook to a path of its own. */
async function createDispatch() {
  count += 1;
  const account = await world.account(`dispatch ${count}`);
  const ada = await account.person(`ada ${count}`);
  const trackerId = await account.tracker(`1390000${String(count).padStart(4, '0')}`, 'Gull');
  const path = `/hook${count}`;
  const { recipientId } = await ada.call('addRecipient', {
    recipient: { kind: 'webhook', recipientName: 'Dispatch', url: `${server.url}${path}` },
  });
  await ada.call('addSubscription', subscriptionTo(recipientId, { channel: 'webhook' }));
  return { account, ada, trackerId, path, recipientId };
}

async function secretOf(ada: Person): Promise<string> {
  const { list } = await ada.call('queryRecipients', {});
  return list[0]?.secret ?? '';
}

test('posts a notice as signed JSON', async () => {
  const { account, ada, trackerId, path } = await createDispatch();
  await world.appendNotice(account.accountId, trackerId, { latitude: 36.06, longitude: 120.38 });
  const { headers, body } = await server.next(path, 1);
  const [sent] = await deliveriesIn(ada, ['delivered']);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': sent?.key });
  // Standard Webhooks 1.0, "Signature scheme": base64 of HMAC-SHA-256 over id, timestamp and body, joined by dots.
  const key = Buffer.from((await secretOf(ada)).slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(world.clock.now() / 1000));
  expect(JSON.parse(body)).toMatchObject({
    id: sent?.key,
    type: 'notices',
    total: 1,
    counts: { SOS: 1 },
    notices: [
      {
        msgType: 'SOS',
        trackerId,
        trackerName: 'Gull',
        createTime: world.clock.now(),
        location: { latitude: 36.06, longitude: 120.38 },
      },
    ],
  });
});

test('sends all notices of a storm in few messages', async () => {
  const { account, ada, trackerId, path } = await createDispatch();
  await appendMany(world, account.accountId, Array(1_001).fill(trackerId), 'OFFLINE');
  await server.next(path, 3);
  const states = await deliveriesIn(ada, ['delivered', 'delivered', 'delivered']);
  expect(states).toHaveLength(3);
  const bodies = server.at(path).map(({ body }) => JSON.parse(body) as { notices: { messageId: number }[] });
  const numbers = bodies.flatMap(({ notices }) => notices.map(({ messageId }) => messageId));
  expect(numbers).toEqual(Array.from({ length: 1_001 }, (_, at) => at + 1));
});

test('repeats a message with the same key, and gives up after eight attempts', async () => {
  const { account, ada, trackerId, path } = await createDispatch();
  server.responses.set(path, { status: 500, text: 'out of order' });
  await world.appendNotice(account.accountId, trackerId, {});
  for (let attempt = 1; attempt < 8; attempt += 1) {
    const [waiting] = await deliveriesIn(ada, ['waiting'], attempt);
    expect(waiting).toMatchObject({ reason: 'busy', detail: '500 out of order' });
    world.clock.advance((waiting?.nextTime ?? 0) - world.clock.now());
  }
  const [failed] = await deliveriesIn(ada, ['failed']);
  expect(failed).toMatchObject({ attempts: 8, nextTime: null, endTime: world.clock.now() });
  expect(new Set(server.at(path).map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([failed?.key]),
  );
  expect(server.at(path)).toHaveLength(8);
});

test('renews its key', async () => {
  const { ada, path, recipientId } = await createDispatch();
  const before = await secretOf(ada);
  await ada.call('editRecipient', {
    recipientId,
    recipient: { kind: 'webhook', recipientName: 'Dispatch', url: `${server.url}${path}` },
    renewSecret: true,
  });
  const after = await secretOf(ada);
  expect(after).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
  expect(after).not.toBe(before);
});

describe('refuses', () => {
  const contact = {
    kind: 'contact',
    recipientName: 'Duty',
    language: 'en_US',
    email: null,
    phone: null,
  } as const;

  test.each([
    'http://127.0.0.2/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'ftp://8.8.8.8/',
    'https://user:pw@8.8.8.8/',
    'not a url',
  ])('the webhook %s', async (url) => {
    const ada = await (await world.account('refusals')).person('ada refuses');
    await expect(
      ada.call('addRecipient', { recipient: { kind: 'webhook', recipientName: 'Hook', url } }),
    ).rejects.toMatchObject({ errorName: 'webhook-address-refused' });
  });

  test.each([
    'duty@harbour.example\r\nBcc: mallory@evil.example',
    'duty@harbour.example, mallory@evil.example',
    'Duty <duty@harbour.example>',
    'duty',
    `${'x'.repeat(250)}@harbour.example`,
  ])('the e-mail address %j', async (email) => {
    const ada = await (await world.account('refusals')).person('ada refuses');
    await expect(ada.call('addRecipient', { recipient: { ...contact, email } })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('a contact without an address, and channels that nobody has', async () => {
    const ada = await (await world.account('refusals')).person('ada refuses');
    await expect(ada.call('addRecipient', { recipient: contact })).rejects.toMatchObject({
      errorName: 'recipient-without-address',
    });
    const { recipientId } = await ada.call('addRecipient', {
      recipient: { ...contact, email: 'duty@harbour.example' },
    });
    // This server has no mail server, and a contact has no browser.
    for (const channel of ['email', 'push', 'webhook'] as const) {
      const refused = { errorName: 'channel-unavailable' };
      await expect(ada.call('sendTestMessage', { recipientId, channel })).rejects.toMatchObject(refused);
      await expect(
        ada.call('addSubscription', subscriptionTo(recipientId, { channel })),
      ).rejects.toMatchObject(refused);
    }
    const { channels } = await ada.call('queryRecipients', {});
    expect(channels).toEqual(['webhook']);
  });

  test('devices, groups and users of others, and contradictory times', async () => {
    const { ada, recipientId } = await createDispatch();
    const other = await createDispatch();
    const subscribe = (form: Parameters<typeof subscriptionTo>[1]) =>
      ada.call('addSubscription', subscriptionTo(recipientId, { channel: 'webhook', ...form }));
    const { groupId } = await other.ada.call('createGroup', { groupName: 'Foreign' });
    await expect(subscribe({ scope: { type: 'groups', groupIds: [groupId] } })).rejects.toMatchObject({
      errorName: 'group-unknown',
    });
    const trackerIds = [other.trackerId];
    await expect(subscribe({ scope: { type: 'trackers', trackerIds } })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    await expect(subscribe({ digestMinutes: 60 })).rejects.toMatchObject({
      errorName: 'subscription-webhook-times',
    });
    await expect(subscribe({ channel: 'email', quietHours: { from: 60, to: 60 } })).rejects.toMatchObject({
      errorName: 'subscription-quiet-empty',
    });
    await expect(subscribe({ escalateMinutes: 1e9 })).rejects.toMatchObject({ errorName: 'field-invalid' });
    const foreign = { kind: 'user', userId: other.ada.userId, email: null, phone: null } as const;
    await expect(ada.call('addRecipient', { recipient: foreign })).rejects.toMatchObject({
      errorName: 'recipient-user-unknown',
    });
    const own = { ...foreign, userId: ada.userId };
    await ada.call('addRecipient', { recipient: own });
    await expect(ada.call('addRecipient', { recipient: own })).rejects.toMatchObject({
      errorName: 'recipient-taken',
    });
    await expect(ada.call('editRecipient', { recipientId, recipient: own })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('more recipients, subscriptions and test messages than the limits', async () => {
    const { account, ada, recipientId } = await createDispatch();
    const { db } = world.database;
    const created_at = new Date(world.clock.now());
    const values = { account_id: account.accountId, kind: 'contact', user_id: null, url: null } as const;
    await db
      .insertInto('recipient')
      .values(
        Array(LIMITS.recipientsPerAccount - 1).fill({
          ...values,
          email: 'x@y.example',
          phone: null,
          created_at,
        }),
      )
      .execute();
    await expect(
      ada.call('addRecipient', { recipient: { ...contact, email: 'duty@harbour.example' } }),
    ).rejects.toMatchObject({ errorName: 'recipient-limit' });

    const [subscription] = await db
      .selectFrom('subscription')
      .selectAll()
      .where('account_id', '=', account.accountId)
      .execute();
    const { subscription_id: _, scope, ...columns } = subscription ?? (expect.fail() as never);
    await db
      .insertInto('subscription')
      .values(Array(LIMITS.subscriptionsPerAccount - 1).fill({ ...columns, scope: JSON.stringify(scope) }))
      .execute();
    await expect(
      ada.call('addSubscription', subscriptionTo(recipientId, { channel: 'webhook' })),
    ).rejects.toMatchObject({ errorName: 'subscription-limit' });

    const test = () => ada.call('sendTestMessage', { recipientId, channel: 'webhook' });
    for (let sent = 0; sent < LIMITS.testMessagesPerHour; sent += 1) await test();
    await expect(test()).rejects.toMatchObject({ errorName: 'test-message-limit' });
  });

  test('users who see only some groups, who could send themselves the notices of all', async () => {
    const { account, ada } = await createDispatch();
    const { groupId } = await ada.call('createGroup', { groupName: 'Ferries' });
    const eve = await account.person(`eve ${count}`, { permission: 'administrator', groupIds: [groupId] });
    for (const call of [
      () => eve.call('queryRecipients', {}),
      () => eve.call('querySubscriptions', {}),
      () => eve.call('queryDeliveries', {}),
      () => eve.call('addRecipient', { recipient: { ...contact, email: 'eve@harbour.example' } }),
    ]) {
      await expect(call()).rejects.toMatchObject({ errorName: 'not-allowed' });
    }
  });
});
