import { randomUUID } from 'node:crypto';
import { saveGift } from '../../live-events/gifts.ts';
import { insertHelper, signInHelper } from '../../live-events/helpers.ts';
import { muteAuthor } from '../../live-events/moderation.ts';
import { buyWithVoucher } from '../../live-events/purchases.ts';
import { storeBatch } from '../../live-events/store-comments.ts';
import { insertVouchers } from '../../live-events/vouchers.ts';
import { createEvent, createPicture, type TestEvent } from '../live-event.ts';
import { samplePicture } from '../sample-picture.ts';
import type { World } from '../world.ts';
import type { Owner, Rows } from './row.ts';

/** The rows of live events: comments, gifts, vouchers and helpers. */
export function liveEventRows(world: World) {
  const { db } = world.database;
  const now = () => world.clock.now();
  const author = () => ({ userName: 'host', now: now() });
  const viewerKey = () => randomUUID();

  const create = ({ accountId }: Pick<Owner, 'accountId'>) => createEvent(world, accountId);
  /** A match of an account whose users the test does not change. */
  const publicEvent = async () => create(await world.account('live events'));
  const accountOfEvents = async () => (await world.account('live events')).accountId;
  const ofMatch = async (owner: Owner) => ({ matchId: (await create(owner)).matchId });
  const ofCode = async () => ({ code: (await publicEvent()).code });

  async function comment({ matchId, code }: TestEvent): Promise<number> {
    const sender = { code, viewerKey: viewerKey(), address: '192.0.2.1' };
    const request = { kind: 'comment', clientKey: randomUUID(), name: 'Cy', text: 'Go', ...sender } as const;
    const [outcome] = await storeBatch(db, matchId, [request], now());
    if (outcome === undefined || 'error' in outcome) throw new Error('the comment was refused');
    return outcome.number;
  }

  async function giftOf({ matchId }: TestEvent, accountId: number): Promise<number> {
    const pictureFileId = await createPicture(world, accountId);
    const form = { giftName: 'Rose', price: 1.99, votes: 10, hidden: false, pictureFileId };
    const { giftId } = await db
      .transaction()
      .execute((tx) => saveGift(tx, matchId, null, { form, now: now() }));
    return giftId;
  }

  async function voucherOf({ matchId }: TestEvent): Promise<{ voucherId: number; code: string }> {
    const form = { count: 1, amount: 100, label: '', expireTime: now() + 86_400_000 };
    const [voucher] = await db.transaction().execute((tx) => insertVouchers(tx, matchId, form, author()));
    if (voucher === undefined) throw new Error('no voucher');
    return voucher;
  }

  const helperOf = ({ matchId }: TestEvent) =>
    db.transaction().execute((tx) => insertHelper(tx, matchId, { name: 'Di', points: 'any', ...author() }));

  async function tokenOf(event: TestEvent): Promise<string> {
    const { code } = await helperOf(event);
    return (await signInHelper(db, code, now())).token;
  }

  async function purchase(event: TestEvent, accountId: number) {
    const [participantId] = event.participantIds;
    return {
      ...{ code: event.code, clientKey: randomUUID(), participantId, count: 1, giver: 'Cy' },
      giftId: await giftOf(event, accountId),
    };
  }

  async function ofRecord(owner: Owner) {
    const event = await create(owner);
    const request = await purchase(event, owner.accountId);
    const { code: voucherCode } = await voucherOf(event);
    await buyWithVoucher(db, event.matchId, { ...request, voucherCode }, now());
    return { matchId: event.matchId };
  }

  async function ofComment(owner: Owner) {
    const event = await create(owner);
    return { matchId: event.matchId, number: await comment(event) };
  }

  async function ofPublicComment() {
    const event = await publicEvent();
    return { code: event.code, number: await comment(event) };
  }

  const otherAccountError = 'match-unknown';
  const anyone = { otherAccountError: null };
  return {
    createMatchHelper: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), helperName: 'Di', points: 'any' as const }),
      otherAccountError,
    },
    createVouchers: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        ...{ count: 1, amount: 10, expireTime: now() + 86_400_000 },
      }),
      otherAccountError,
    },
    deleteComment: {
      payload: async (owner) => {
        const { matchId, number } = await ofComment(owner);
        return { matchId, numbers: [number] };
      },
      otherAccountError,
    },
    deleteGift: {
      payload: async (owner) => {
        const event = await create(owner);
        return { matchId: event.matchId, giftId: await giftOf(event, owner.accountId) };
      },
      otherAccountError,
    },
    editGift: {
      payload: async (owner) => ({
        ...(await ofMatch(owner)),
        ...{ giftId: null, giftName: 'Rose', price: 1.99, votes: 10 },
        pictureUrl: `${world.prefix}/files/${await createPicture(world, owner.accountId)}`,
      }),
      otherAccountError,
    },
    exportMatchGiftsRecordExcel: { payload: ofRecord, otherAccountError },
    likeComment: {
      payload: async () => ({ ...(await ofPublicComment()), viewerKey: viewerKey() }),
      ...anyone,
    },
    matchLogin: {
      payload: async () => ({ code: (await helperOf(await publicEvent())).code }),
      ...anyone,
    },
    matchLogout: { payload: async () => ({ token: await tokenOf(await publicEvent()) }), ...anyone },
    muteViewer: {
      payload: async (owner) => ({ ...(await ofComment(owner)), kind: 'viewer' as const }),
      otherAccountError,
    },
    orderGift: {
      payload: async () => purchase(await publicEvent(), await accountOfEvents()),
      expectedError: 'payment-off',
      ...anyone,
    },
    queryCommentByPage: { payload: ofMatch, otherAccountError },
    queryComments: { payload: ofCode, ...anyone },
    queryGiftOrder: {
      payload: async () => ({ ...(await ofCode()), orderId: randomUUID() }),
      expectedError: 'gift-order-unknown',
      ...anyone,
    },
    queryGiftShop: { payload: ofCode, ...anyone },
    queryHelperMatch: { payload: async () => ({ token: await tokenOf(await publicEvent()) }), ...anyone },
    queryLiveModeration: { payload: ofMatch, otherAccountError },
    queryMatchGifts: { payload: ofMatch, otherAccountError },
    queryMatchGiftsRecord: { payload: ofMatch, otherAccountError },
    queryMatchHelpers: { payload: ofMatch, otherAccountError },
    queryMatchStatistics: { payload: ofMatch, otherAccountError },
    queryVouchers: { payload: ofMatch, otherAccountError },
    recordHelperPassing: {
      payload: async () => {
        const event = await publicEvent();
        const entry = { kind: 'finish' as const, time: event.startTime + 60_000 };
        return { token: await tokenOf(event), participantId: event.participantIds[0], entry };
      },
      ...anyone,
    },
    redeemVoucher: {
      payload: async () => {
        const event = await publicEvent();
        return { code: event.code, voucherCode: (await voucherOf(event)).code };
      },
      ...anyone,
    },
    revokeMatchHelper: {
      payload: async (owner) => {
        const event = await create(owner);
        return { matchId: event.matchId, helperId: (await helperOf(event)).helperId };
      },
      otherAccountError,
    },
    revokeVoucher: {
      payload: async (owner) => {
        const event = await create(owner);
        return { matchId: event.matchId, voucherIds: [(await voucherOf(event)).voucherId] };
      },
      otherAccountError,
    },
    saveLiveModeration: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), words: ['spam'] }),
      otherAccountError,
    },
    sendComment: {
      payload: async () => ({
        ...(await ofCode()),
        ...{ clientKey: randomUUID(), viewerKey: viewerKey(), name: 'Cy', text: 'Go' },
      }),
      ...anyone,
    },
    sendGift: {
      payload: async () => {
        const event = await publicEvent();
        const { code: voucherCode } = await voucherOf(event);
        return { ...(await purchase(event, await accountOfEvents())), voucherCode };
      },
      ...anyone,
    },
    sendSysComment: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), clientKey: randomUUID(), text: 'Start' }),
      otherAccountError,
    },
    unmuteViewer: {
      payload: async (owner) => {
        const { matchId, number } = await ofComment(owner);
        const { muteId } = await db
          .transaction()
          .execute((tx) => muteAuthor(tx, matchId, { number, kind: 'viewer', ...author() }));
        return { matchId, muteId };
      },
      otherAccountError,
    },
    uploadGiftPic: {
      payload: async (owner) => ({ ...(await ofMatch(owner)), picture: await samplePicture() }),
      otherAccountError,
    },
  } satisfies Partial<Rows>;
}
