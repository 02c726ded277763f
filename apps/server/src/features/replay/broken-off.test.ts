import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_ANSWERS_PER_USER } from '../../http/long-answers.ts';
import { storeSeconds } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { blocksOf } from '../../testing/track-blocks.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

/** 18 MB on the wire: more than the buffers of a connection take. */
const FIXES = 500_000;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let pilots: number;
let gull: number;
let start: number;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  pilots = (await ada.call('createGroup', { groupName: 'Pilots' })).groupId;
  gull = await harbour.tracker('13800000001', 'Gull', pilots);
  start = world.clock.now() - 10 * 86_400_000;
  await storeSeconds(world.database.db, gull, start, FIXES);
});
afterAll(() => world.stop());

const nothing = async () => undefined;
const window = () => ({ startTime: start, endTime: world.clock.now() });

/** Reads the first block of a track, has something happen, and reads on: answers how many fixes came in all. */
async function read(answer: AsyncIterable<Uint8Array>, meanwhile: () => Promise<unknown>): Promise<number> {
  let fixes = 0;
  for await (const { length } of blocksOf(answer)) {
    if (fixes === 0) await meanwhile();
    fixes += length;
  }
  return fixes;
}

const columns = (who: Person) => who.client.stream('getTrackColumns', { trackerIds: [gull], ...window() });

test('a track comes whole when nothing happens', async () => {
  expect(await read(await columns(ada), nothing)).toBe(FIXES);
});

test('a track breaks off when its device is withdrawn from who reads it, and is unknown from then on', async () => {
  const ben = await harbour.person('ben', { permission: 'viewer', groupIds: [pilots] });
  const away = () => ada.call('editTracker', { trackerId: gull, groupId: null });
  await expect(read(await columns(ben), away)).rejects.toThrow();
  await expect(columns(ben)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
  await ada.call('editTracker', { trackerId: gull, groupId: pilots });
  expect(await read(await columns(ben), nothing)).toBe(FIXES);
});

test('a track breaks off when its reader signs out', async () => {
  const cleo = await harbour.person('cleo');
  await expect(read(await columns(cleo), () => cleo.call('logout', {}))).rejects.toThrow();
  await expect(columns(cleo)).rejects.toMatchObject({ errorName: 'session-gone' });
});

test('the tracks of a link break off when it is withdrawn', async () => {
  const { code, shareId } = await ada.call('createShareLink', {
    shareName: 'race',
    trackerIds: [gull],
    expireTime: world.clock.now() + 86_400_000,
    replay: window(),
  });
  const shared = await ada.client.stream('getShareTrackColumns', { code });
  await expect(read(shared, () => ada.call('withdrawShareLink', { shareId }))).rejects.toThrow();
});

/** An answer of which nothing is read but its head. */
async function unread(who: Person): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${await who.token()}`, 'content-type': 'application/json' };
  const url = `${world.url}${world.prefix}/getTrackColumns`;
  const asked = request(url, { method: 'POST', headers, agent: false });
  asked.end(JSON.stringify({ trackerIds: [gull], ...window() }));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}

test('a reader who goes leaves his place to the next one', async () => {
  const dora = await harbour.person('dora');
  const answers = await Promise.all(Array.from({ length: LONG_ANSWERS_PER_USER }, () => unread(dora)));
  await expect(columns(dora)).rejects.toMatchObject({ errorName: 'too-many-requests' });
  for (const answer of answers) answer.destroy();
  const opened = () =>
    columns(dora).then(
      (answer) => answer.cancel().then(() => 'opened'),
      ({ errorName }) => errorName,
    );
  await expect.poll(opened, { timeout: 20_000 }).toBe('opened');
});

test('a track breaks off when its device is removed', async () => {
  const removed = () => ada.call('removeTracker', { trackerId: gull });
  await expect(read(await columns(ada), removed)).rejects.toThrow();
  await expect(columns(ada)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
});
