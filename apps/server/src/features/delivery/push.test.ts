import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveriesIn, subscriptionTo } from '../../delivery/testing/subscribers.ts';
import { readVapid, TestBrowser } from '../../delivery/testing/test-browser.ts';
import { WebhookServer } from '../../testing/webhook-server.ts';
import { startWorld, type World } from '../../testing/world.ts';

const CONTACT = 'mailto:duty@harbour.example';

/** Stands for the push services of browsers. */
let service: WebhookServer;
let world: World;

beforeAll(async () => {
  service = await WebhookServer.start();
  world = await startWorld({
    environment: { WAKELINE_PUSH_CONTACT: CONTACT, WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1' },
  });
});
afterAll(async () => {
  await world.stop();
  service.stop();
});

let count = 0;

/** A user who gets all notices by push, with one browser. */
async function createWatch() {
  count += 1;
  const account = await world.account(`watch ${count}`);
  const ada = await account.person(`ada ${count}`);
  const trackerId = await account.tracker(`1370000${String(count).padStart(4, '0')}`, 'Gull');
  const { recipientId } = await ada.call('addRecipient', {
    recipient: { kind: 'user', userId: ada.userId, email: null, phone: null },
  });
  await ada.call('addSubscription', subscriptionTo(recipientId, { channel: 'push' }));
  const browser = new TestBrowser();
  const path = `/push${count}`;
  await ada.call('addPushSubscription', browser.subscription(`${service.url}${path}`));
  return { account, ada, trackerId, recipientId, browser, path };
}

test('sends an encrypted message that only the browser can read, with a token of the server', async () => {
  const { account, ada, trackerId, browser, path } = await createWatch();
  const seq = await world.appendNotice(account.accountId, trackerId, {});
  const { headers, bytes } = await service.next(path, 1);
  const [sent] = await deliveriesIn(ada, ['delivered']);
  expect(JSON.parse(browser.decrypt(bytes))).toEqual({
    title: 'SOS: Gull',
    body: 'Gull sent an SOS (2026-06-01 20:00:00)',
    tag: sent?.key,
    messageId: seq,
  });
  expect(sent?.key).toContain(`.${seq}.`);
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
  expect(headers.topic).toMatch(/^[\w-]{32}$/);
  const { publicKey } = await ada.call('queryPushKey', {});
  expect(readVapid(String(headers.authorization), publicKey ?? '')).toEqual({
    aud: service.url,
    exp: Math.floor(world.clock.now() / 1000) + 43_200,
    sub: CONTACT,
  });
});

test('removes a browser whose subscription is gone, and sends to the others', async () => {
  const { account, ada, trackerId, path } = await createWatch();
  const other = new TestBrowser();
  await ada.call('addPushSubscription', other.subscription(`${service.url}${path}/other`));
  service.responses.set(path, { status: 410 });
  for (const number of [1, 2]) {
    await world.appendNotice(account.accountId, trackerId, {});
    await service.next(`${path}/other`, number);
  }
  await deliveriesIn(ada, ['delivered', 'delivered']);
  expect(service.at(path)).toHaveLength(1);
});

test('is a dead letter without a browser', async () => {
  const { account, ada, trackerId, path } = await createWatch();
  await ada.call('removePushSubscription', { endpoint: `${service.url}${path}` });
  await world.appendNotice(account.accountId, trackerId, {});
  expect(await deliveriesIn(ada, ['failed'])).toMatchObject([{ reason: 'no-browser' }]);
});

test('tries again when the push service is overloaded', async () => {
  const { account, ada, trackerId, path } = await createWatch();
  service.responses.set(path, { status: 429 });
  await world.appendNotice(account.accountId, trackerId, {});
  const [waiting] = await deliveriesIn(ada, ['waiting'], 1);
  expect(waiting).toMatchObject({ reason: 'busy' });
  service.responses.clear();
  world.clock.advance((waiting?.nextTime ?? 0) - world.clock.now());
  await deliveriesIn(ada, ['delivered']);
  // A repeated message replaces the former.
  const topics = service.at(path).map(({ headers }) => headers.topic);
  expect(new Set(topics).size).toBe(1);
});

test('keeps the newest ten browsers of a user, and an endpoint of the last one who uses it', async () => {
  const { account, ada } = await createWatch();
  const subscribe = (number: number, person = ada) =>
    person.call('addPushSubscription', new TestBrowser().subscription(`${service.url}/many${number}`));
  for (let number = 0; number < 11; number += 1) await subscribe(number);
  const endpointsOf = async (userId: number) => {
    const rows = await world.database.db
      .selectFrom('push_subscription')
      .select('endpoint')
      .where('user_id', '=', userId)
      .orderBy('push_id')
      .execute();
    return rows.map(({ endpoint }) => new URL(endpoint).pathname);
  };
  expect(await endpointsOf(ada.userId)).toEqual(Array.from({ length: 10 }, (_, at) => `/many${at + 1}`));
  const eve = await account.person(`eve ${count}`, { permission: 'viewer', roles: [] });
  await subscribe(10, eve);
  expect(await endpointsOf(eve.userId)).toEqual(['/many10']);
  expect(await endpointsOf(ada.userId)).toHaveLength(9);
  // Nobody ends the subscription of another user.
  await ada.call('removePushSubscription', { endpoint: `${service.url}/many10` });
  expect(await endpointsOf(eve.userId)).toHaveLength(1);
});

test.each([
  ['an address of the own network', { endpoint: 'http://10.0.0.1/' }],
  ['this machine by another address', { endpoint: 'https://[::1]/' }],
  ['another scheme', { endpoint: 'file:///etc/passwd' }],
  ['a key that is no point of the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['a short secret', { auth: 'AAAA' }],
] as const)('refuses a subscription with %s', async (_, change) => {
  const { ada } = await createWatch();
  const subscription = new TestBrowser().subscription('https://push.example/1');
  await expect(ada.call('addPushSubscription', { ...subscription, ...change })).rejects.toMatchObject({
    errorName: 'push-subscription-invalid',
  });
});
