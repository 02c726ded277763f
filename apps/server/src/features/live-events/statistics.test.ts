import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../db/notify.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { saveGift } from '../../live-events/gifts.ts';
import { createLiveEventFeed, type LiveEventFeed } from '../../live-events/live-event-feed.ts';
import { recordViewers } from '../../live-events/statistics.ts';
import { createEvent, createPicture, type TestEvent } from '../../testing/live-event.ts';
import type { Person } from '../../testing/person.ts';
import { Viewer } from '../../testing/viewer.ts';
import { startWorld, type World } from '../../testing/world.ts';

const MINUTE_MS = 60_000;

let world: World;
let ada: Person;
let viewers = 0;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_TRUST_PROXY: 'yes' } });
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(async () => {
  for (const close of closing) await close();
  await world.stop();
});

function newViewer(): Viewer {
  viewers += 1;
  return new Viewer(world, `198.51.100.${viewers}`);
}
const send = ({ code }: TestEvent, text: string) =>
  newViewer().call('sendComment', {
    ...{ code, clientKey: randomUUID(), viewerKey: randomUUID(), name: 'Cy', text },
  });
async function give(event: TestEvent, more: { participantId: number; count: number }) {
  const { db } = world.database;
  const pictureFileId = await createPicture(world, ada.accountId);
  const form = { giftName: 'Rose', price: 2, votes: 10, hidden: false, pictureFileId };
  const { giftId } = await db
    .transaction()
    .execute((tx) => saveGift(tx, event.matchId, null, { form, now: world.clock.now() }));
  const expireTime = world.clock.now() + 86_400_000;
  const created = await ada.call('createVouchers', {
    matchId: event.matchId,
    count: 1,
    amount: 100,
    expireTime,
  });
  const voucherCode = created.vouchers[0]?.code ?? '';
  const purchase = { code: event.code, clientKey: randomUUID(), giftId, giver: 'Di', ...more };
  await newViewer().call('sendGift', { ...purchase, voucherCode });
}

test('counts viewers, comments and gifts per minute', async () => {
  const { db } = world.database;
  const event = await createEvent(world, ada.accountId);
  const { matchId } = event;
  const empty = await ada.call('queryMatchStatistics', { matchId });
  expect(empty).toMatchObject({ points: [], totals: { viewers: null, comments: 0, gifts: 0 } });
  const start = world.clock.now();
  for (const text of ['one', 'two', 'three']) await send(event, text);
  await recordViewers(db, matchId, start + 1, 40);
  await recordViewers(db, matchId, start + 2, 30);
  world.clock.advance(2 * MINUTE_MS);
  await give(event, { participantId: event.participantIds[0], count: 3 });
  await recordViewers(db, matchId, world.clock.now(), 50);
  await ada.call('deleteComment', { matchId, numbers: [1] });
  await ada.call('deleteComment', { matchId, numbers: [1] });
  await newViewer().call('likeComment', { code: event.code, viewerKey: randomUUID(), number: 2 });
  const { number } = await ada.call('sendSysComment', { matchId, clientKey: randomUUID(), text: 'Start' });
  await ada.call('deleteComment', { matchId, numbers: [number] });
  expect(await ada.call('queryMatchStatistics', { matchId })).toEqual({
    stepMinutes: 1,
    points: [
      { time: start, viewers: 40, comments: 3, gifts: 0 },
      { time: start + MINUTE_MS, viewers: null, comments: 0, gifts: 0 },
      { time: start + 2 * MINUTE_MS, viewers: 50, comments: 0, gifts: 3 },
    ],
    totals: { maxViewers: 50, viewers: 50, comments: 2, likes: 1, gifts: 3, total: 6, votes: 30 },
  });
  world.clock.advance(3 * MINUTE_MS);
  expect((await ada.call('queryMatchStatistics', { matchId })).totals.viewers).toBeNull();
  // 31 days have 44,641 minutes, which are 1,489 points of 30 minutes and 745 of an hour.
  await recordViewers(db, matchId, start + 31 * 1_440 * MINUTE_MS, 1);
  const { stepMinutes, points } = await ada.call('queryMatchStatistics', { matchId });
  expect([stepMinutes, points.length, points.at(-1)?.viewers]).toEqual([60, 745, 1]);
  await recordViewers(db, 2_000_000_000, start, 5);
});

test('counts a comment that is sent again once', async () => {
  const event = await createEvent(world, ada.accountId);
  const { matchId, code } = event;
  const comment = { code, clientKey: randomUUID(), viewerKey: randomUUID(), name: 'Cy', text: 'Go' };
  const viewer = newViewer();
  for (let at = 0; at < 2; at += 1) await viewer.call('sendComment', comment);
  const { points, totals } = await ada.call('queryMatchStatistics', { matchId });
  expect([points.map(({ comments }) => comments), totals.comments]).toEqual([[1], 1]);
});

test('counts the viewers of a public page', async () => {
  const event = await createEvent(world, ada.accountId);
  const watch = (viewer: string) =>
    fetch(`${world.url}${world.prefix}/live/event/${event.code}/snapshot?viewer=${viewer}`);
  for (const viewer of ['viewer-one', 'viewer-two', 'viewer-one'])
    expect((await watch(viewer)).status).toBe(200);
  world.clock.advance(10_000);
  await eventually('the viewers are recorded', async () => {
    const { totals } = await ada.call('queryMatchStatistics', { matchId: event.matchId });
    return totals.viewers === 2 ? totals : null;
  });
});

async function openFeed(): Promise<LiveEventFeed> {
  const events = await listen(world.testDatabase.url, {
    onError: (error) => {
      throw error;
    },
  });
  const feed = createLiveEventFeed({ db: world.database.db, events });
  closing.push(async () => {
    feed.close();
    await events.close();
  });
  return feed;
}

test('a feed has the last comments, removed ones, votes, gifts and the announcement, and follows changes', async () => {
  const event = await createEvent(world, ada.accountId);
  const { matchId } = event;
  const [anna, bo] = event.participantIds;
  const feed = await openFeed();
  const read = () => feed.readPublicFeed(matchId);
  expect(await read()).toMatchObject({
    comments: [],
    lastNumber: 0,
    removed: [],
    likes: 0,
    announcement: null,
  });
  for (let at = 1; at <= 31; at += 1) await send(event, `text ${at}`);
  const full = await eventually('the comments arrive', async () => {
    const one = await read();
    return one.lastNumber === 31 ? one : null;
  });
  expect(full.comments.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, at) => at + 2));
  await give(event, { participantId: anna, count: 2 });
  await give(event, { participantId: bo, count: 1 });
  await give(event, { participantId: anna, count: 1 });
  await newViewer().call('likeComment', { code: event.code, viewerKey: randomUUID(), number: 2 });
  await ada.call('deleteComment', { matchId, numbers: [31] });
  const { number } = await ada.call('sendSysComment', { matchId, clientKey: randomUUID(), text: 'Delayed' });
  const last = await eventually('the announcement arrives', async () => {
    const one = await read();
    return one.announcement === null ? null : one;
  });
  expect(last).toMatchObject({ removed: [31], likes: 1, announcement: { number, text: 'Delayed' } });
  expect(Object.fromEntries(last.votes)).toEqual({ [anna]: 30, [bo]: 10 });
  expect(last.gifts.map(({ giver, count, votes }) => [giver, count, votes])).toEqual([
    ['Di', 1, 10],
    ['Di', 1, 10],
    ['Di', 2, 20],
  ]);
  // Nothing changed: the same object, without a query.
  expect(await read()).toBe(await read());
  await ada.call('deleteParticipant', { matchId, participantIds: [bo] });
  const after = await eventually('the participant leaves', async () => {
    const one = await read();
    return one.votes.has(bo) ? null : one;
  });
  expect(Object.fromEntries(after.votes)).toEqual({ [anna]: 30 });
  // Votes since the last reading are added to the ones before.
  await give(event, { participantId: anna, count: 3 });
  const more = await eventually('the votes arrive', async () => {
    const one = await read();
    return one.gifts[0]?.count === 3 ? one : null;
  });
  expect(Object.fromEntries(more.votes)).toEqual({ [anna]: 60 });
});
