import { randomUUID } from 'node:crypto';
import { type EventTalk, eventTalk } from '@wakeline/contract/live-events/event-talk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
let code: string;
let matchId: number;
beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  const startTime = world.clock.now();
  const form = { matchName: 'Lake run', startTime, endTime: startTime + 3_600_000 };
  ({ matchId } = await ada.call('createMatch', form));
  await ada.call('editMatchStatus', { matchId, state: 'open' });
  ({ code } = await ada.call('queryMatchDetail', { matchId }));
});
afterAll(() => world.stop());

const get = (headers: Record<string, string> = {}) =>
  fetch(`${world.url}${world.prefix}/live/event/${code}/talk`, { headers });

async function readTalk(): Promise<EventTalk> {
  return eventTalk.parse(await (await get()).json());
}

const comment = (text: string) =>
  ada.client.call('sendComment', {
    ...{ code, clientKey: randomUUID(), viewerKey: 'viewer-of-the-test', name: 'Li', text },
  });

test('sends comments, and nothing again while none is added', async () => {
  await comment('Go!');
  await expect.poll(async () => (await readTalk()).comments.map(({ text }) => text)).toEqual(['Go!']);
  const tag = (await get()).headers.get('etag') ?? '';
  expect((await get({ 'if-none-match': tag })).status).toBe(304);
  const { number } = await comment('Faster!');
  await expect.poll(async () => (await readTalk()).lastNumber).toBe(number);
  expect((await get({ 'if-none-match': tag })).status).toBe(200);
});

test('leaves out deleted comments, and has the last announcement', async () => {
  const { number } = await comment('Spam');
  await expect.poll(async () => (await readTalk()).comments.at(-1)?.text).toBe('Spam');
  await ada.call('deleteComment', { matchId, numbers: [number] });
  await ada.call('sendSysComment', { matchId, clientKey: randomUUID(), text: 'Storm ahead' });
  await expect.poll(async () => (await readTalk()).announcement?.text).toBe('Storm ahead');
  const { comments, removed } = await readTalk();
  expect(comments.map(({ text }) => text)).not.toContain('Spam');
  expect(removed).toContain(number);
});

test('leaves out comments and announcements while they are switched off', async () => {
  await comment('Before');
  await ada.call('sendSysComment', { matchId, clientKey: randomUUID(), text: 'Fog' });
  await expect.poll(async () => (await readTalk()).announcement?.text).toBe('Fog');
  const switchTo = (comments: boolean) => ada.call('editLiveConf', { matchId, comments });
  await switchTo(false);
  await expect.poll(async () => (await readTalk()).announcement).toBeNull();
  expect(await readTalk()).toMatchObject({ comments: [], removed: [] });
  await switchTo(true);
  await expect.poll(async () => (await readTalk()).announcement?.text).toBe('Fog');
});
