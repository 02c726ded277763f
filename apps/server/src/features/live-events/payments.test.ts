import { randomUUID } from 'node:crypto';
import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signatureHeaders } from '../../delivery/channels/webhook.ts';
import { dropOldOrders } from '../../live-events/gift-orders.ts';
import { saveGift } from '../../live-events/gifts.ts';
import { createEvent, createPicture, type TestEvent } from '../../testing/live-event.ts';
import type { Person } from '../../testing/person.ts';
import { Viewer } from '../../testing/viewer.ts';
import { WebhookServer } from '../../testing/webhook-server.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const SECRET = 'a secret of sixteen or more'.replaceAll(' ', '-');
const DAY_MS = 86_400_000;

let provider: WebhookServer;
let world: World;
let harbour: WorldAccount;
let ada: Person;
let event: TestEvent;
let giftId: number;
let viewer: Viewer;
let viewers = 0;

beforeAll(async () => {
  provider = await WebhookServer.start();
  world = await startWorld({
    environment: {
      WAKELINE_TRUST_PROXY: 'yes',
      WAKELINE_FEED_NETWORKS: '127.0.0.1',
      WAKELINE_PAYMENT_URL: `${provider.url}/orders`,
      WAKELINE_PAYMENT_SECRET: SECRET,
    },
  });
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
});
beforeEach(async () => {
  event = await createEvent(world, harbour.accountId);
  giftId = await createGift(1.99);
  viewers += 1;
  viewer = new Viewer(world, `198.51.100.${viewers}`);
  provider.responses.set('/orders', { status: 200, text: '{"payUrl":"https://pay.example/1"}' });
});

async function createGift(price: number) {
  const pictureFileId = await createPicture(world, harbour.accountId);
  const form = { giftName: 'Rose', price, votes: 10, hidden: false, pictureFileId };
  const saved = await world.database.db
    .transaction()
    .execute((tx) => saveGift(tx, event.matchId, null, { form, now: world.clock.now() }));
  return saved.giftId;
}
const order = (more: object = {}) => ({
  ...{ code: event.code, clientKey: randomUUID(), giftId, count: 2, giver: 'Cy' },
  participantId: event.participantIds[0],
  ...more,
});
/** A notice as the provider sends it. */
async function notify(
  details: object,
  { secret = SECRET, at = world.clock.now(), change = (body: string) => body } = {},
): Promise<number> {
  const body = JSON.stringify(details);
  const key = `whsec_${Buffer.from(secret).toString('base64')}`;
  const { 'content-length': _, ...headers } = signatureHeaders(key, { key: randomUUID(), body, now: at });
  const response = await world.post('live/payment-notice', {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: change(body),
  });
  return response.status;
}
const records = async () => (await ada.call('queryMatchGiftsRecord', { matchId: event.matchId })).list;
const isPaid = async (orderId: string) =>
  (await viewer.call('queryGiftOrder', { code: event.code, orderId })).paid;

describe('an order', () => {
  test('is opened at the provider with a signature, and becomes one record when it is paid', async () => {
    expect((await viewer.call('queryGiftShop', { code: event.code })).payment).toBe(true);
    const { orderId, payUrl, total } = await viewer.call('orderGift', order());
    expect([payUrl, total]).toEqual(['https://pay.example/1', 3.98]);
    const request = provider.received.at(-1);
    // 2 × 1.99 yuan are 398 fen.
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...{ orderId, total: 398, currency: 'CNY', subject: 'Rose × 2' },
    });
    expect(request?.headers['webhook-id']).toBe(orderId);
    expect(request?.headers['webhook-signature']).toMatch(/^v1,/);
    expect([await isPaid(orderId), await records()]).toEqual([false, []]);
    const paid = { orderId, state: 'paid', total: 398 };
    expect(await Promise.all([notify(paid), notify(paid), notify(paid)])).toEqual([200, 200, 200]);
    expect(await isPaid(orderId)).toBe(true);
    expect(await records()).toMatchObject([
      { ...{ giftName: 'Rose', count: 2, total: 3.98, votes: 20, payment: 'provider', receiver: '7 Anna' } },
    ]);
  });

  test('is opened once for a repeated request', async () => {
    const same = order();
    const first = await viewer.call('orderGift', same);
    expect(await viewer.call('orderGift', same)).toEqual(first);
    const [one, other] = await Promise.all([
      viewer.call('orderGift', order({ clientKey: '00000000-0000-4000-8000-000000000001' })),
      viewer.call('orderGift', order({ clientKey: '00000000-0000-4000-8000-000000000001' })),
    ]);
    expect(other).toEqual(one);
  });

  test('is recorded also when its key was used again with a voucher', async () => {
    const same = order();
    const { orderId } = await viewer.call('orderGift', same);
    const form = { matchId: event.matchId, count: 1, amount: 10, expireTime: world.clock.now() + DAY_MS };
    const [voucher] = (await ada.call('createVouchers', form)).vouchers;
    await viewer.call('sendGift', { ...same, voucherCode: voucher?.code ?? '' });
    expect(await notify({ orderId, state: 'paid', total: 398 })).toBe(200);
    expect((await records()).map(({ payment }) => payment)).toEqual(['provider', 'voucher']);
  });

  test('is refused while too many orders of the match are not paid for', async () => {
    await viewer.call('orderGift', order());
    await sql`
      insert into gift_order (order_id, match_id, client_key, purchase, picture_file_id, total, pay_url, created_at)
      select gen_random_uuid(), match_id, gen_random_uuid(), purchase, picture_file_id, total, pay_url, created_at
      from gift_order, generate_series(2, ${LIMITS.openOrdersPerMatch}::int) where match_id = ${event.matchId}`.execute(
      world.database.db,
    );
    expect(await viewer.failure('orderGift', order())).toBe('gift-record-limit');
  });

  test('is recorded also when the gift and the participant were removed before it was paid', async () => {
    const { orderId } = await viewer.call('orderGift', order());
    await ada.call('deleteGift', { matchId: event.matchId, giftId });
    const participantIds = [event.participantIds[0]];
    await ada.call('deleteParticipant', { matchId: event.matchId, participantIds });
    expect(await notify({ orderId, state: 'paid', total: 398 })).toBe(200);
    expect(await records()).toMatchObject([{ giftName: 'Rose', receiver: '7 Anna', votes: 20 }]);
  });

  test('is refused for a free gift, an unknown gift, and when the provider does not open it', async () => {
    const free = await createGift(0);
    expect(await viewer.failure('orderGift', order({ giftId: free }))).toBe('gift-free');
    expect(await viewer.failure('orderGift', order({ giftId: 2_000_000_000 }))).toBe('gift-unknown');
    for (const response of [
      { status: 500 },
      { status: 200, text: 'OK' },
      { status: 200, text: '{"payUrl":"javascript:alert(1)"}' },
    ]) {
      provider.responses.set('/orders', response);
      expect(await viewer.failure('orderGift', order())).toBe('payment-failed');
    }
  });

  test('is limited per address', async () => {
    const send = () => viewer.failure('orderGift', order({ giftId: 2_000_000_000 }));
    for (let at = 0; at < 60; at += 1) expect(await send()).toBe('gift-unknown');
    expect(await send()).toBe('too-many-requests');
  });

  test('is unknown in another match, and leaves after a week unless it was paid', async () => {
    const [open, paid] = [await viewer.call('orderGift', order()), await viewer.call('orderGift', order())];
    const other = await createEvent(world, harbour.accountId);
    const foreign = { code: other.code, orderId: open.orderId };
    expect(await viewer.failure('queryGiftOrder', foreign)).toBe('gift-order-unknown');
    await notify({ orderId: paid.orderId, state: 'paid', total: 398 });
    const { db } = world.database;
    await db.transaction().execute((tx) => dropOldOrders(tx, world.clock.now() + 8 * DAY_MS));
    expect(await isPaid(paid.orderId)).toBe(true);
    const gone = { code: event.code, orderId: open.orderId };
    expect(await viewer.failure('queryGiftOrder', gone)).toBe('gift-order-unknown');
  });
});

describe('a notice is refused', () => {
  test('with a wrong or old signature, or a changed body', async () => {
    const { orderId } = await viewer.call('orderGift', order());
    const paid = { orderId, state: 'paid', total: 398 };
    expect(await notify(paid, { secret: 'another-secret-of-sixteen' })).toBe(401);
    expect(await notify(paid, { at: world.clock.now() - 301_000 })).toBe(401);
    expect(await notify(paid, { at: world.clock.now() + 301_000 })).toBe(401);
    expect(await notify(paid, { change: (body) => body.replace('398', '399') })).toBe(401);
    expect((await world.post('live/payment-notice', { body: JSON.stringify(paid) })).status).toBe(401);
    expect([await isPaid(orderId), await records()]).toEqual([false, []]);
  });

  test('when it is malformed, of an unknown order, or has another total', async () => {
    const { orderId } = await viewer.call('orderGift', order());
    expect(await notify({ orderId, state: 'failed', total: 398 })).toBe(400);
    expect(await notify({ orderId: 'x', state: 'paid', total: 398 })).toBe(400);
    expect(await notify({ orderId, state: 'paid', total: '398' })).toBe(400);
    expect(await notify({ orderId: randomUUID(), state: 'paid', total: 398 })).toBe(404);
    expect(await notify({ orderId, state: 'paid', total: 1 })).toBe(409);
    expect([await isPaid(orderId), await records()]).toEqual([false, []]);
  });
});
