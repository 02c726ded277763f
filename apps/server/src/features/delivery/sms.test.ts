import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveriesIn, subscriptionTo } from '../../delivery/testing/subscribers.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { startWorld, type World } from '../../testing/world.ts';

/** A gateway over real HTTP that keeps what it receives, and fails while `status` is not 200. */
let gateway: Server;
let status = 200;
const received: { readonly to: string; readonly text: string }[] = [];
let world: World;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://gateway.example').searchParams;
    if (status === 200) received.push({ to: query.get('to') ?? '', text: query.get('text') ?? '' });
    response.writeHead(status).end(status === 200 ? 'OK' : 'no credit');
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  world = await startWorld({
    environment: {
      WAKELINE_SMS_METHOD: 'GET',
      WAKELINE_SMS_URL: `http://127.0.0.1:${port}/?to={phone}&text={text}`,
    },
  });
});
afterAll(async () => {
  await world.stop();
  gateway.closeAllConnections();
  gateway.close();
});

function nextText(phone: string, number: number): Promise<string> {
  return eventually(`${number} text messages to ${phone}`, () => {
    const texts = received.filter(({ to }) => to === phone);
    return texts[number - 1]?.text;
  });
}

test('confirms a phone, and sends notices as text messages, again after the gateway failed', async () => {
  const account = await world.account('harbour');
  const ada = await account.person('ada');
  const trackerId = await account.tracker('13800000001', 'Gull');
  const phone = '13800138000';
  const channel = 'sms' as const;
  const { recipientId } = await ada.call('addRecipient', {
    recipient: { kind: 'contact', recipientName: 'Duty', language: 'en_US', email: null, phone },
  });
  await ada.call('addSubscription', subscriptionTo(recipientId, { channel }));
  // Nothing but a code is sent before the phone is confirmed.
  await world.appendNotice(account.accountId, trackerId, { noticeType: 'STOP' });
  await ada.call('sendAddressCode', { recipientId, channel });
  const code = /Your code is (\d{6})\./.exec(await nextText(phone, 1))?.[1] ?? '';
  await ada.call('confirmAddress', { recipientId, channel, code });
  await deliveriesIn(ada, ['delivered']);

  await world.appendNotice(account.accountId, trackerId, {});
  // Noon UTC in the time zone of new accounts, UTC+8.
  expect(await nextText(phone, 2)).toMatch(/^【.+】Gull sent an SOS.* \(2026-06-01 20:00:00\)$/);
  await deliveriesIn(ada, ['delivered', 'delivered']);

  status = 503;
  await world.appendNotice(account.accountId, trackerId, { noticeType: 'OFFLINE' });
  const [waiting] = await deliveriesIn(ada, ['waiting', 'delivered', 'delivered'], 3);
  expect(waiting).toMatchObject({ reason: 'rejected', attempts: 1 });
  status = 200;
  world.clock.advance(30_000);
  expect(await nextText(phone, 3)).toContain('Gull went offline');
  await deliveriesIn(ada, ['delivered', 'delivered', 'delivered']);
  expect(received).toHaveLength(3);
});

test('refuses a subscription to a phone that the recipient does not have', async () => {
  const ada = await (await world.account('quay')).person('quay ada');
  const { recipientId } = await ada.call('addRecipient', {
    recipient: {
      kind: 'contact',
      recipientName: 'Duty',
      language: 'en_US',
      email: 'duty@quay.example',
      phone: null,
    },
  });
  await expect(
    ada.call('addSubscription', subscriptionTo(recipientId, { channel: 'sms' })),
  ).rejects.toMatchObject({ errorName: 'channel-unavailable' });
});
