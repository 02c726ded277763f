import { type EventTails, eventSnapshot, eventTails } from '@wakeline/contract/matches/event-page';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixAt, storeFixes } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { readAllBlocks } from '../../testing/track-blocks.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let ada: Person;
let imei = 13_600_000_000;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());

interface Race {
  readonly matchId: number;
  readonly code: string;
}

/** An open match with a runner, who reported each ten seconds from 30 s before the start until now. */
async function createRace(start: number, settings: object): Promise<Race> {
  const now = world.clock.now();
  const { matchId } = await ada.call('createMatch', {
    ...{ matchName: 'Shore run', startTime: start, endTime: start + 3_600_000 },
  });
  await ada.call('updateMatchConf', { matchId, ...settings });
  imei += 1;
  const trackerId = await harbour.tracker(String(imei));
  await ada.call('batchCreateParticipants', {
    matchId,
    participants: [{ participantName: 'Bo', trackerId }],
  });
  await ada.call('editMatchStatus', { matchId, state: 'open' });
  const fixes = [];
  for (let time = start - 30_000; time <= now; time += 10_000)
    fixes.push(fixAt(time, { latitude: 57.7 + (time - start) / 1e9, longitude: 12 }));
  await storeFixes(world.database.db, trackerId, fixes);
  return { matchId, code: (await ada.call('queryMatchDetail', { matchId })).code };
}

async function tailTimes({ code }: Race): Promise<readonly number[]> {
  const response = await fetch(`${world.url}${world.prefix}/live/event/${code}/tails`);
  const { tails }: EventTails = eventTails.parse(await response.json());
  return tails.flatMap(({ points }) => points.map(([time]) => time));
}

async function trackTimes({ code }: Race): Promise<readonly number[]> {
  const blocks = await readAllBlocks(ada.client.stream('queryEventTracks', { code }) as never);
  return blocks.flatMap(({ time }) => [...time]);
}

test('leaves out trails and tracks of a hidden race until the start', async () => {
  const start = world.clock.now() + 10_000;
  const hidden = await createRace(start, { hideUntilStart: true });
  expect([await tailTimes(hidden), await trackTimes(hidden)]).toEqual([[], []]);
  const visible = await createRace(start, { hideUntilStart: false });
  const times = [start - 30_000, start - 20_000, start - 10_000];
  expect([await tailTimes(visible), await trackTimes(visible)]).toEqual([times, times]);
  // The start itself is public.
  world.clock.advance(10_000);
  expect(await trackTimes(hidden)).toEqual(times);
});

test('drops the positions of a race that is hidden again', async () => {
  const start = world.clock.now() - 5_000;
  const race = await createRace(start, { hideUntilStart: true });
  const snapshot = async (since: string) => {
    const response = await fetch(`${world.url}${world.prefix}/live/event/${race.code}/snapshot${since}`);
    return eventSnapshot.parse(await response.json());
  };
  const visible = await snapshot('');
  expect(visible.positions).toHaveLength(1);
  const { matchName, place, maps, endTime } = await ada.call('queryMatchDetail', { matchId: race.matchId });
  const startTime = start + 60_000;
  await ada.call('updateMatchMsg', { matchId: race.matchId, matchName, place, maps, startTime, endTime });
  const later = async () => {
    world.clock.advance(1_000);
    return snapshot(`?since=${visible.version}`);
  };
  // All rows, so that viewers drop the ones that they have.
  await expect.poll(later).toMatchObject({ since: null, positions: [], standings: [], passings: [] });
  expect((await snapshot('')).positions).toEqual([]);
});

test('hides a delayed race for as long after its start', async () => {
  const start = world.clock.now() - 100_000;
  const delayed = await createRace(start, { hideUntilStart: true, delay: 120 });
  const page = () => ada.client.call('queryEventPage', { code: delayed.code });
  expect((await page()).hidden).toBe(true);
  expect(await trackTimes(delayed)).toEqual([]);
  world.clock.advance(20_000);
  expect((await page()).hidden).toBe(false);
});

test('delays trails and tracks', async () => {
  const start = world.clock.now() - 600_000;
  const delayed = await createRace(start, { delay: 500 });
  const last = start + 100_000;
  expect((await tailTimes(delayed)).at(-1)).toBe(last);
  expect((await trackTimes(delayed)).at(-1)).toBe(last);
  const live = await createRace(start, {});
  expect((await trackTimes(live)).at(-1)).toBe(start + 600_000);
});
