import { randomUUID } from 'node:crypto';
import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { picturesOfGifts } from '../../live-events/gifts.ts';
import { createEvent, createPicture, type TestEvent } from '../../testing/live-event.ts';
import type { Person } from '../../testing/person.ts';
import { sheetCells } from '../../testing/sheet-cells.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { failureOf, Viewer } from '../../testing/viewer.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const DAY_MS = 86_400_000;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let event: TestEvent;
let viewer: Viewer;
let viewers = 0;

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_TRUST_PROXY: 'yes' } });
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  event = await createEvent(world, harbour.accountId);
  viewers += 1;
  viewer = new Viewer(world, `198.51.100.${viewers}`);
});

const addressOf = (fileId: string) => `${world.prefix}/files/${fileId}`;
const giftForm = async (more: object = {}) => ({
  ...{ giftName: 'Rose', price: 1.99, votes: 10, hidden: false },
  pictureUrl: addressOf(await createPicture(world, harbour.accountId)),
  ...more,
});
const saveGift = async (more: object = {}) =>
  ada.call('editGift', { matchId: event.matchId, giftId: null, ...(await giftForm(more)) });
async function voucherOf(amount: number, expireTime = world.clock.now() + DAY_MS) {
  const form = { matchId: event.matchId, count: 1, amount, label: 'Sponsor', expireTime };
  const [voucher] = (await ada.call('createVouchers', form)).vouchers;
  if (voucher === undefined) throw new Error('no voucher');
  return voucher;
}
const purchase = (giftId: number, voucherCode: string, more: object = {}) => ({
  ...{ code: event.code, clientKey: randomUUID(), giftId, voucherCode, count: 1, giver: 'Cy' },
  participantId: event.participantIds[0],
  ...more,
});
const records = async (filter: object = {}) =>
  ada.call('queryMatchGiftsRecord', { matchId: event.matchId, ...filter });

describe('gifts', () => {
  test('are added, changed, hidden and deleted; viewers see those that are offered', async () => {
    const rose = await giftForm();
    const { giftId } = await ada.call('editGift', { matchId: event.matchId, giftId: null, ...rose });
    const { giftId: cup } = await saveGift({ giftName: 'Cup', price: 0.5, votes: 1 });
    await saveGift({ giftName: 'Secret', hidden: true });
    const { list, abilities } = await ada.call('queryMatchGifts', { matchId: event.matchId });
    expect(list.map(({ giftName, price }) => [giftName, price])).toEqual([
      ['Cup', 0.5],
      ['Rose', 1.99],
      ['Secret', 1.99],
    ]);
    expect(list[1]).toEqual({ giftId, ...rose });
    expect(abilities).toEqual({ edit: true });
    const shop = await viewer.call('queryGiftShop', { code: event.code });
    expect(shop.gifts.map(({ giftName }) => giftName)).toEqual(['Cup', 'Rose']);
    expect(shop.payment).toBe(false);
    await ada.call('editGift', { matchId: event.matchId, giftId, ...rose, price: 3, giftName: 'Red rose' });
    await ada.call('deleteGift', { matchId: event.matchId, giftId: cup });
    expect((await viewer.call('queryGiftShop', { code: event.code })).gifts).toMatchObject([
      { giftId, giftName: 'Red rose', price: 3 },
    ]);
  });

  test.each([
    ['a negative price', { price: -1 }],
    ['a price of three decimals', { price: 1.005 }],
    ['a price above the limit', { price: LIMITS.yuan + 0.01 }],
    ['negative votes', { votes: -1 }],
    ['half a vote', { votes: 0.5 }],
    ['no name', { giftName: ' ' }],
    ['a name of 41 characters', { giftName: 'x'.repeat(41) }],
    ['no picture', { pictureUrl: '' }],
  ])('are refused with %s', async (_, more) => {
    expect(await failureOf(saveGift(more))).toBe('field-invalid');
  });

  test.each(['giftName', 'price', 'votes', 'pictureUrl'])('require the field %s', async (field) => {
    const { [field]: _, ...rest } = { ...(await giftForm()) } as Record<string, unknown>;
    const call = ada.call('editGift', { matchId: event.matchId, giftId: null, ...rest } as never);
    expect(await failureOf(call)).toBe('field-invalid');
  });

  test('are refused with a picture of another account, and for a gift of another match', async () => {
    const other = await world.account('elsewhere');
    const pictureUrl = addressOf(await createPicture(world, other.accountId));
    expect(await failureOf(saveGift({ pictureUrl }))).toBe('gift-picture-unknown');
    expect(await failureOf(saveGift({ pictureUrl: 'https://example.com/a.png' }))).toBe(
      'gift-picture-unknown',
    );
    const { giftId } = await saveGift();
    event = await createEvent(world, harbour.accountId);
    const form = await giftForm();
    expect(await failureOf(ada.call('editGift', { matchId: event.matchId, giftId, ...form }))).toBe(
      'gift-unknown',
    );
    expect(await failureOf(ada.call('deleteGift', { matchId: event.matchId, giftId }))).toBe('gift-unknown');
  });

  test('are limited per match', async () => {
    const picture = await createPicture(world, harbour.accountId);
    await world.database.db
      .insertInto('gift')
      .values(
        Array.from({ length: LIMITS.giftsPerMatch }, () => ({
          ...{ match_id: event.matchId, name: 'x', price: 1, votes: 1, picture_file_id: picture },
          ...{ hidden: false, created_at: new Date() },
        })),
      )
      .execute();
    expect(await failureOf(saveGift())).toBe('gift-limit');
  });
});

describe('pictures of gifts', () => {
  const fileOf = async (width: number, height: number, format: 'png' | 'jpeg' | 'gif' = 'jpeg') => {
    const create = { width, height, channels: 3, background: '#c2185b' } as const;
    return new File([new Uint8Array(await sharp({ create }).toFormat(format).toBuffer())], 'rose');
  };
  const upload = (picture: File) => ada.call('uploadGiftPic', { matchId: event.matchId, picture });

  test('are square, stored as PNG of 192 pixels at most, and public', async () => {
    const { url } = await upload(await fileOf(400, 400));
    const response = await fetch(world.url + url);
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([format, width, height]).toEqual(['png', 192, 192]);
    expect(await failureOf(saveGift({ pictureUrl: url }))).toBeNull();
  });

  test('are refused if they are not square, of another kind, broken or too large', async () => {
    expect(await failureOf(upload(await fileOf(400, 399)))).toBe('gift-picture-square');
    expect(await failureOf(upload(await fileOf(40, 40, 'gif')))).toBe('picture-type');
    expect(await failureOf(upload(new File(['<svg/>'], 'rose.png')))).toBe('picture-type');
    const complete = new Uint8Array(await (await fileOf(40, 40)).arrayBuffer());
    expect(await failureOf(upload(new File([complete.slice(0, 100)], 'rose.jpg')))).toBe('picture-broken');
    const large = new File([new Uint8Array(LIMITS.pictureBytes + 1)], 'rose.png');
    expect(await failureOf(upload(large))).toBe('picture-too-large');
  });

  test('are kept while a gift or a record uses them, and unused ones are limited', async () => {
    const [used, unused] = [
      await createPicture(world, harbour.accountId),
      await createPicture(world, harbour.accountId),
    ];
    const { giftId } = await saveGift({ pictureUrl: addressOf(used) });
    const { code } = await voucherOf(10);
    await viewer.call('sendGift', purchase(giftId, code));
    await ada.call('deleteGift', { matchId: event.matchId, giftId });
    const retained = await world.database.db
      .transaction()
      .execute((tx) => picturesOfGifts(tx, [used, unused]));
    expect([...retained]).toEqual([used]);
  });

  test('that no gift uses are limited per account', async () => {
    const painters = await world.account('painters');
    const bo = await painters.person('bo');
    const { matchId } = await createEvent(world, painters.accountId);
    for (let at = 0; at < LIMITS.giftFormPictures; at += 1) await createPicture(world, painters.accountId);
    const picture = await fileOf(40, 40);
    expect(await failureOf(bo.call('uploadGiftPic', { matchId, picture }))).toBe('gift-picture-limit');
  });
});

describe('vouchers', () => {
  test('have codes that are shown once and read as people type them', async () => {
    const form = {
      matchId: event.matchId,
      count: 3,
      amount: 20,
      label: 'Fans',
      expireTime: world.clock.now() + DAY_MS,
    };
    const { vouchers } = await ada.call('createVouchers', form);
    expect(new Set(vouchers.map(({ code }) => code)).size).toBe(3);
    for (const { code } of vouchers)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const [first] = vouchers;
    const code = first?.code ?? '';
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    expect(await viewer.call('redeemVoucher', { code: event.code, voucherCode: typed })).toEqual({
      balance: 20,
      expireTime: form.expireTime,
    });
    const page = await ada.call('queryVouchers', { matchId: event.matchId });
    expect(page).toMatchObject({ total: 3, totals: { amount: 60, balance: 60 } });
    expect(page.list[0]).toMatchObject({
      label: 'Fans',
      amount: 20,
      balance: 20,
      state: 'open',
      userName: 'ada',
    });
    expect(JSON.stringify(page)).not.toContain(code);
    const found = await ada.call('queryVouchers', { matchId: event.matchId, keywords: code });
    expect(found.list.map(({ voucherId }) => voucherId)).toEqual([first?.voucherId]);
    const stored = await world.database.db.selectFrom('voucher').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''));
  });

  test.each([
    ['no amount', { amount: 0 }, 'field-invalid'],
    ['a negative amount', { amount: -1 }, 'field-invalid'],
    ['no voucher', { count: 0 }, 'field-invalid'],
    ['too many vouchers', { count: LIMITS.vouchersPerCall + 1 }, 'field-invalid'],
    ['an expiry in the past', { expireTime: Date.UTC(2026, 5, 1) }, 'voucher-expiry'],
    ['an expiry in three years', { expireTime: Date.UTC(2029, 5, 1) }, 'voucher-expiry'],
  ])('are refused with %s', async (_, more, error) => {
    const form = { matchId: event.matchId, count: 1, amount: 1, expireTime: world.clock.now() + DAY_MS };
    expect(await failureOf(ada.call('createVouchers', { ...form, ...more }))).toBe(error);
  });

  test('are limited per match', async () => {
    await world.database.db
      .insertInto('voucher')
      .values(
        Array.from({ length: 1_000 }, () => ({
          ...{ match_id: event.matchId, code_hash: Buffer.from(randomUUID()), code_end: '', label: '' },
          ...{ amount: 1, balance: 1, user_name: '', created_at: new Date(), expires_at: new Date() },
        })),
      )
      .execute();
    const form = {
      matchId: event.matchId,
      count: LIMITS.vouchersPerCall,
      amount: 1,
      expireTime: world.clock.now() + DAY_MS,
    };
    for (let count = 1_000; count < LIMITS.vouchersPerMatch; count += LIMITS.vouchersPerCall)
      await ada.call('createVouchers', form);
    expect(await failureOf(ada.call('createVouchers', { ...form, count: 1 }))).toBe('voucher-limit');
  }, 60_000);

  test('are refused when they are unknown, of another match, expired or revoked', async () => {
    const { giftId } = await saveGift();
    const redeem = (voucherCode: string) =>
      viewer.failure('redeemVoucher', { code: event.code, voucherCode });
    const buy = (voucherCode: string) => viewer.failure('sendGift', purchase(giftId, voucherCode));
    const outcomes = async (code: string) => [await redeem(code), await buy(code)];
    expect(await outcomes('0000-0000-0000-0000')).toEqual(['voucher-unknown', 'voucher-unknown']);
    const short = await voucherOf(10, world.clock.now() + 60_000);
    const long = await voucherOf(10);
    world.clock.advance(60_000);
    expect(await outcomes(short.code)).toEqual(['voucher-expired', 'voucher-expired']);
    await ada.call('revokeVoucher', { matchId: event.matchId, voucherIds: [long.voucherId] });
    expect(await outcomes(long.code)).toEqual(['voucher-revoked', 'voucher-revoked']);
    const states = (await ada.call('queryVouchers', { matchId: event.matchId })).list.map(
      ({ state }) => state,
    );
    expect(states).toEqual(['revoked', 'expired']);
    const unknown = ada.call('revokeVoucher', { matchId: event.matchId, voucherIds: [2_000_000_000] });
    expect(await failureOf(unknown)).toBe('voucher-unknown');
    event = await createEvent(world, harbour.accountId);
    const foreign = ada.call('revokeVoucher', { matchId: event.matchId, voucherIds: [short.voucherId] });
    expect(await failureOf(foreign)).toBe('voucher-unknown');
    expect(await redeem(long.code)).toBe('voucher-unknown');
  });

  test('cannot be guessed: an address has 20 wrong codes, and right ones do not count', async () => {
    const { code } = await voucherOf(10);
    const redeem = (voucherCode: string) =>
      viewer.failure('redeemVoucher', { code: event.code, voucherCode });
    for (let at = 0; at < 30; at += 1) expect(await redeem(code)).toBeNull();
    for (let at = 0; at < 20; at += 1) expect(await redeem(`WRONG-${at}`)).toBe('voucher-unknown');
    expect(await redeem(code)).toBe('too-many-requests');
    world.clock.advance(30_000);
    expect(await redeem(code)).toBeNull();
    const { giftId } = await saveGift();
    expect(await viewer.failure('sendGift', purchase(giftId, 'WRONG'))).toBe('voucher-unknown');
    expect(await viewer.failure('sendGift', purchase(giftId, code))).toBe('too-many-requests');
  });
});

describe('purchases', () => {
  test('take the price, add votes and are recorded with the names of the time', async () => {
    const { giftId } = await saveGift();
    const { code } = await voucherOf(10);
    // 3 × 1.99 = 5.97, which leaves 4.03.
    expect(await viewer.call('sendGift', purchase(giftId, code, { count: 3 }))).toEqual({
      ...{ balance: 4.03, total: 5.97, votes: 30 },
    });
    await ada.call('editGift', {
      matchId: event.matchId,
      giftId,
      ...(await giftForm({ giftName: 'Tulip', price: 9 })),
    });
    await ada.call('deleteGift', { matchId: event.matchId, giftId });
    expect(await records()).toMatchObject({
      total: 1,
      list: [
        {
          ...{ giftName: 'Rose', price: 1.99, count: 3, total: 5.97, votes: 30, giver: 'Cy' },
          ...{ receiver: '7 Anna', payment: 'voucher', time: world.clock.now() },
        },
      ],
      totals: { count: 3, total: 5.97, votes: 30 },
    });
  });

  test('with a balance for one, only one of two at once succeeds', async () => {
    const { giftId } = await saveGift();
    const { code } = await voucherOf(1.99);
    const outcomes = await Promise.all([
      viewer.failure('sendGift', purchase(giftId, code)),
      viewer.failure('sendGift', purchase(giftId, code)),
    ]);
    expect(outcomes.toSorted()).toEqual(['voucher-balance', null].toSorted());
    expect((await records()).total).toBe(1);
    expect(await viewer.call('redeemVoucher', { code: event.code, voucherCode: code })).toMatchObject({
      balance: 0,
    });
    expect((await ada.call('queryVouchers', { matchId: event.matchId })).list).toMatchObject([
      { state: 'used' },
    ]);
  });

  test('are refused for a voucher that is being revoked', async () => {
    const { db } = world.database;
    const { giftId } = await saveGift();
    const { voucherId, code } = await voucherOf(10);
    const revoking = await db.startTransaction().execute();
    await sql`update voucher set revoked_at = now() where voucher_id = ${voucherId}`.execute(revoking);
    const bought = viewer.failure('sendGift', purchase(giftId, code));
    const waiting = sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length, { timeout: 30_000 }).toBe(1);
    await revoking.commit().execute();
    expect(await bought).toBe('voucher-revoked');
    expect((await records()).total).toBe(0);
  });

  test('are stored once for a repeated request, also when the voucher is used up by it', async () => {
    const { giftId } = await saveGift();
    const { code } = await voucherOf(1.99);
    const same = purchase(giftId, code);
    const [first, second] = await Promise.all([viewer.call('sendGift', same), viewer.call('sendGift', same)]);
    expect([first, second, await viewer.call('sendGift', same)]).toEqual(
      Array.from({ length: 3 }, () => ({ balance: 0, total: 1.99, votes: 10 })),
    );
    expect((await records()).total).toBe(1);
  });

  test('are refused for hidden gifts, foreign participants, refused words and closed matches', async () => {
    const { giftId } = await saveGift();
    const { giftId: hidden } = await saveGift({ hidden: true });
    const { code } = await voucherOf(10);
    const buy = (more: object) => viewer.failure('sendGift', purchase(giftId, code, more));
    expect(await buy({ giftId: hidden })).toBe('gift-unknown');
    const other = await createEvent(world, harbour.accountId);
    expect(await buy({ participantId: other.participantIds[0] })).toBe('participant-unknown');
    expect(await buy({ count: 0 })).toBe('field-invalid');
    expect(await buy({ count: LIMITS.giftCount + 1 })).toBe('field-invalid');
    expect(await buy({ giver: 'a\nb' })).toBe('field-invalid');
    expect(await buy({ code: 'x'.repeat(16) })).toBe('event-unknown');
    await ada.call('saveLiveModeration', { matchId: event.matchId, words: ['spam'] });
    expect(await buy({ giver: 'SPAM' })).toBe('comment-refused');
    await world.database.db
      .updateTable('match')
      .set({ state: 'archived' })
      .where('match_id', '=', event.matchId)
      .execute();
    expect(await buy({})).toBe('event-closed');
    expect((await records()).total).toBe(0);
  });

  test('are limited per match, and per address', async () => {
    const { giftId } = await saveGift({ price: 0, votes: 1 });
    const { code } = await voucherOf(1);
    await viewer.call('sendGift', purchase(giftId, code));
    const live = world.database.db.updateTable('match_live').where('match_id', '=', event.matchId);
    await live.set({ last_gift: LIMITS.giftRecordsPerMatch }).execute();
    expect(await viewer.failure('sendGift', purchase(giftId, code))).toBe('gift-record-limit');
    await live.set({ last_gift: 1 }).execute();
    // Two of the 60 were sent above.
    for (let at = 2; at < 60; at += 1)
      expect(await viewer.failure('sendGift', purchase(giftId, code))).toBeNull();
    expect(await viewer.failure('sendGift', purchase(giftId, code))).toBe('too-many-requests');
  });

  test('votes of participants are the sums of their records, whatever happens at the same time', async () => {
    const gifts = [
      await saveGift({ price: 0.01, votes: 1 }),
      await saveGift({ price: 1.99, votes: 7 }),
      await saveGift({ price: 3.33, votes: 100 }),
    ];
    const codes = [(await voucherOf(5)).code, (await voucherOf(20)).code, (await voucherOf(100)).code];
    const sent = Array.from({ length: 60 }, (_, at) =>
      purchase(gifts[at % 3]?.giftId ?? 0, codes[(at * 7) % 3] ?? '', {
        count: 1 + ((at * 5) % 4),
        participantId: event.participantIds[at % 2],
      }),
    );
    const outcomes = await Promise.allSettled(
      sent.map((one, at) => new Viewer(world, `203.0.113.${at + 1}`).call('sendGift', one)),
    );
    const bought = outcomes.flatMap((one, at) =>
      one.status === 'fulfilled' ? [{ ...one.value, participantId: sent[at]?.participantId }] : [],
    );
    const refused = outcomes.filter((one) => one.status === 'rejected');
    for (const one of refused) expect(one.reason).toMatchObject({ errorName: 'voucher-balance' });
    const sumOf = (list: readonly { readonly votes: number }[]) =>
      list.reduce((sum, { votes }) => sum + votes, 0);
    const { list, totals } = await records({ pageSize: 1_000 });
    expect(totals.votes).toBe(sumOf(bought));
    for (const [at, receiver] of ['7 Anna', '8 Bo'].entries()) {
      const participantId = event.participantIds[at];
      expect(sumOf(list.filter((one) => one.receiver === receiver))).toBe(
        sumOf(bought.filter((one) => one.participantId === participantId)),
      );
    }
    // Nothing is lost: what the vouchers lack is what the records cost, in fen.
    const vouchers = await ada.call('queryVouchers', { matchId: event.matchId });
    expect(Math.round((vouchers.totals.amount - vouchers.totals.balance) * 100)).toBe(
      Math.round(totals.total * 100),
    );
    expect(Math.round(bought.reduce((sum, { total }) => sum + total, 0) * 100)).toBe(
      Math.round(totals.total * 100),
    );
  });
});

describe('records', () => {
  async function buy(giftName: string, more: object = {}) {
    const { giftId } = await saveGift({ giftName });
    const { code } = await voucherOf(100);
    await viewer.call('sendGift', purchase(giftId, code, more));
  }

  test('are paged, the newest first, and filtered by time, gift, giver and receiver', async () => {
    await buy('Rose', { giver: 'Di' });
    world.clock.advance(60_000);
    await buy('Cup', { participantId: event.participantIds[1], count: 2 });
    const names = async (filter: object) => (await records(filter)).list.map(({ giftName }) => giftName);
    expect(await names({})).toEqual(['Cup', 'Rose']);
    expect(await names({ pageIndex: 2, pageSize: 1 })).toEqual(['Rose']);
    expect(await names({ keywords: 'di' })).toEqual(['Rose']);
    expect(await names({ keywords: '8 bo' })).toEqual(['Cup']);
    expect(await names({ startTime: world.clock.now() })).toEqual(['Cup']);
    expect(await names({ endTime: world.clock.now() })).toEqual(['Rose']);
    expect((await records({ keywords: 'Cup' })).totals).toEqual({ count: 2, total: 3.98, votes: 20 });
    const now = world.clock.now();
    expect(await failureOf(records({ startTime: now, endTime: now }))).toBe('time-order');
  });

  test('belong to the account', async () => {
    const outsider = await (await world.account('elsewhere')).person('outsider');
    const { matchId } = event;
    const calls = [
      outsider.call('queryMatchGiftsRecord', { matchId }),
      outsider.call('exportMatchGiftsRecordExcel', { matchId }),
      outsider.call('queryVouchers', { matchId }),
      outsider.call('queryMatchGifts', { matchId }),
      outsider.call('queryMatchStatistics', { matchId }),
    ];
    expect(new Set(await Promise.all(calls.map(failureOf)))).toEqual(new Set(['match-unknown']));
  });

  test('are exported with their sums', async () => {
    const none = ada.call('exportMatchGiftsRecordExcel', { matchId: event.matchId });
    expect(await failureOf(none)).toBe('export-empty');
    await buy('Rose', { count: 3 });
    const payload = { matchId: event.matchId, format: 'csv' as const };
    const { taskProgressId } = await ada.call('exportMatchGiftsRecordExcel', payload);
    const cells = sheetCells(await readTaskFile(world, ada, taskProgressId));
    expect(cells).toEqual([
      [
        'Time',
        'Gift',
        'Price (yuan)',
        'Count',
        'Total (yuan)',
        'Votes added',
        'Giver',
        'Receiver',
        'Payment',
      ],
      [
        expect.stringMatching(/^2026-06-\d\d [\d:]{8}$/),
        'Rose',
        '1.99',
        '3',
        '5.97',
        '30',
        'Cy',
        '7 Anna',
        'Voucher',
      ],
    ]);
  });
});
