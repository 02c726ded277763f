import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_STREAMS_PER_USER } from '../../http/streamed-responses.ts';
import { storeSeconds } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { decodeBlocks } from '../../testing/track-blocks.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

/** 18 MB on the wire: more than the buffers of a connection hold. */
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

const doNothing = async () => undefined;
const fullWindow = () => ({ startTime: start, endTime: world.clock.now() });

/** Reads the first block of a track, runs `meanwhile`, reads on and returns the total number of fixes. */
async function countFixes(
  response: AsyncIterable<Uint8Array>,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  let fixes = 0;
  for await (const { length } of decodeBlocks(response)) {
    if (fixes === 0) await meanwhile();
    fixes += length;
  }
  return fixes;
}

const streamColumns = (who: Person) =>
  who.client.stream('getTrackColumns', { trackerIds: [gull], ...fullWindow() });

test('sends a complete track when nothing changes', async () => {
  expect(await countFixes(await streamColumns(ada), doNothing)).toBe(FIXES);
});

test('aborts a track when its device leaves the scope of the reader', async () => {
  const ben = await harbour.person('ben', { permission: 'viewer', groupIds: [pilots] });
  const moveAway = () => ada.call('editTracker', { trackerId: gull, groupId: null });
  await expect(countFixes(await streamColumns(ben), moveAway)).rejects.toThrow();
  await expect(streamColumns(ben)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
  await ada.call('editTracker', { trackerId: gull, groupId: pilots });
  expect(await countFixes(await streamColumns(ben), doNothing)).toBe(FIXES);
});

test('aborts a track when its reader signs out', async () => {
  const cleo = await harbour.person('cleo');
  await expect(countFixes(await streamColumns(cleo), () => cleo.call('logout', {}))).rejects.toThrow();
  await expect(streamColumns(cleo)).rejects.toMatchObject({ errorName: 'session-gone' });
});

test('aborts the tracks of a share link when it is revoked', async () => {
  const { code, shareId } = await ada.call('createShareLink', {
    shareName: 'race',
    trackerIds: [gull],
    expireTime: world.clock.now() + 86_400_000,
    replay: fullWindow(),
  });
  const shared = await ada.client.stream('getShareTrackColumns', { code });
  await expect(countFixes(shared, () => ada.call('withdrawShareLink', { shareId }))).rejects.toThrow();
});

/** Opens a response and reads only its head. */
async function openResponse(who: Person): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${await who.token()}`, 'content-type': 'application/json' };
  const url = `${world.url}${world.prefix}/getTrackColumns`;
  const clientRequest = request(url, { method: 'POST', headers, agent: false });
  clientRequest.end(JSON.stringify({ trackerIds: [gull], ...fullWindow() }));
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

test('frees the slot of a reader who disconnects', async () => {
  const dora = await harbour.person('dora');
  const responses = await Promise.all(Array.from({ length: MAX_STREAMS_PER_USER }, () => openResponse(dora)));
  await expect(streamColumns(dora)).rejects.toMatchObject({ errorName: 'too-many-requests' });
  for (const response of responses) response.destroy();
  const openAgain = () =>
    streamColumns(dora).then(
      (response) => response.cancel().then(() => 'opened'),
      ({ errorName }) => errorName,
    );
  await expect.poll(openAgain, { timeout: 20_000 }).toBe('opened');
});

test('aborts a track when its device is removed', async () => {
  const remove = () => ada.call('removeTracker', { trackerId: gull });
  await expect(countFixes(await streamColumns(ada), remove)).rejects.toThrow();
  await expect(streamColumns(ada)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
});
