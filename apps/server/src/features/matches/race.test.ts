import type { EventSnapshot, EventSplits } from '@wakeline/contract/matches/event-page';
import type { Standing } from '@wakeline/contract/matches/standings';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { readAllBlocks } from '../../testing/track-blocks.ts';
import { Viewer } from '../../testing/viewer.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());

/*
 * A straight route to the north from 57.7° to 57.72° with splits at 500 m and 1 km. A degree of the meridian has 111,377 m
 * there (WGS-84), so they are at 57.7 + 500 / 111,377 = 57.70449° and at 57.70898°.
 */
const [START_LATITUDE, FINISH_LATITUDE] = [57.7, 57.72];
/** The runners move by this much in 10 s: 5.6 m/s. They begin a little before the start line. */
const STEP = 0.0005;
const BEGIN = 57.6996;
/** (57.70449 - 57.6996) / 0.0005 * 10 s = 97.8 s; in the same way 187.6 s, and 408 s for the finish. */
const FIRST_SECONDS = 97;
const SPLIT_SECONDS = 187;
const FINISH_SECONDS = 408;

interface Started {
  readonly matchId: number;
  readonly code: string;
  readonly start: number;
  readonly courseId: number;
}

let imei = 13_800_000_000;

/** A running match on this course. It started 1,000 s ago, and ends in an hour. */
async function startMatch(settings: object = {}): Promise<Started> {
  const start = world.clock.now() - 1_000_000;
  const { matchId } = await ada.call('createMatch', {
    ...{ matchName: 'Shore run', startTime: start, endTime: start + 4_600_000 },
  });
  const { routeId } = await ada.call('addRoute', {
    ...{ routeName: 'Shore', type: 'walk' as const, color: '#336699' },
    dataPoints: [
      [12, START_LATITUDE],
      [12, FINISH_LATITUDE],
    ],
  });
  const { courseId } = await ada.call('addMatchCourse', {
    matchId,
    source: { kind: 'route', routeId, splits: [500, 1_000] },
  });
  await ada.call('updateMatchConf', { matchId, ...settings });
  const { code } = await ada.call('queryMatchDetail', { matchId });
  return { matchId, code, start, courseId };
}

/** A participant with a device. */
async function addRunner({ matchId, courseId }: Started, participantName: string, more: object = {}) {
  imei += 1;
  const number = String(imei);
  const trackerId = await harbour.tracker(number, `Watch of ${participantName}`);
  const { participantIds } = await ada.call('batchCreateParticipants', {
    matchId,
    participants: [{ participantName, trackerId, courseId, ...more }],
  });
  return { participantId: participantIds[0] ?? 0, device: await world.device('jt808', number), trackerId };
}

type Runner = Awaited<ReturnType<typeof addRunner>>;

async function run(matchId: number) {
  for (const state of ['open', 'running'] as const) await ada.call('editMatchStatus', { matchId, state });
}

/** Stores fixes of a runner: seconds from the start, and latitudes. */
async function send({ device }: Runner, start: number, fixes: readonly (readonly [number, number])[]) {
  for (const [seconds, latitude] of fixes) {
    const frame = device.report(report({ time: start + seconds * 1_000, fix: { latitude, longitude: 12 } }));
    await device.reply(frame);
  }
}

/** Where a runner who does not rest is, every 10 s. */
function steady(from: number, to: number): readonly (readonly [number, number])[] {
  const fixes: (readonly [number, number])[] = [];
  for (let seconds = from; seconds <= to; seconds += 10) fixes.push([seconds, BEGIN + (seconds / 10) * STEP]);
  return fixes;
}

async function standingOf(matchId: number, { participantId }: Runner): Promise<Standing | undefined> {
  const { classes } = await ada.call('queryMatchStandings', { matchId });
  return classes.flatMap(({ rows }) => rows).find((row) => row.participantId === participantId);
}

async function splitOf(matchId: number, { participantId }: Runner): Promise<number | undefined> {
  const { splits } = await ada.call('queryMatchStandings', { matchId });
  const row = splits.find((one) => one.participantId === participantId);
  return row?.passings.find(({ pointId }) => pointId === 'split-1000')?.elapsed;
}

async function snapshot(code: string, since?: number): Promise<EventSnapshot> {
  const query = since === undefined ? '' : `?since=${since}`;
  const response = await fetch(`${world.url}${world.prefix}/live/event/${code}/snapshot${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as EventSnapshot;
}

let match: Started;
beforeEach(async () => {
  match = await startMatch();
});

test('finds split and finish of a runner in stored positions', async () => {
  const { matchId, start } = match;
  const anna = await addRunner(match, 'Anna');
  await run(matchId);
  expect(await standingOf(matchId, anna)).toMatchObject({ status: 'no-data', rank: null });
  await send(anna, start, steady(0, 300));
  await expect.poll(async () => (await standingOf(matchId, anna))?.status).toBe('running');
  expect(await splitOf(matchId, anna)).toBe(SPLIT_SECONDS);
  const { groupId } = await ada.call('createGroup', { groupName: 'Others' });
  const guest = await harbour.person('guest', { permission: 'viewer', groupIds: [groupId] });
  expect((await guest.call('queryMatchStandings', { matchId })).splits).toEqual([]);
  await send(anna, start, steady(310, 450));
  await expect.poll(async () => (await standingOf(matchId, anna))?.status).toBe('finished');
  expect(await standingOf(matchId, anna)).toMatchObject({
    ...{ rank: 1, elapsed: FINISH_SECONDS, behind: 0, missing: [], finishTime: expect.any(Number) },
  });
});

test('corrects a split by positions that arrive late', async () => {
  const { matchId, start } = match;
  const bo = await addRunner(match, 'Bo');
  await run(matchId);
  // Bo rests behind the split from 190 s to 300 s, but these positions are not there yet.
  const resting = BEGIN + 19 * STEP;
  await send(bo, start, [...steady(0, 180), [310, resting + STEP]]);
  // Straight from 57.7086 at 180 s to 57.7096 at 310 s: 180 + (57.70898 - 57.7086) / 0.001 * 130 = 229 s.
  await expect.poll(() => splitOf(matchId, bo)).toBe(229);
  world.clock.advance(10_000);
  // Repeated, because the engine may not know yet that the device is in the match.
  await expect
    .poll(async () => {
      await send(bo, start, [
        [190, resting],
        [300, resting],
      ]);
      return splitOf(matchId, bo);
    })
    .toBe(SPLIT_SECONDS);
});

test('counts a device that two participants use in turn for each in their window', async () => {
  const { matchId, start } = match;
  const anna = await addRunner(match, 'Anna');
  const { trackerId, courseId } = { ...anna, ...match };
  const { participantIds } = await ada.call('batchCreateParticipants', {
    matchId,
    participants: [{ participantName: 'Bo', trackerId, courseId, startTime: start + 500_000 }],
  });
  const bo = { ...anna, participantId: participantIds[0] ?? 0 };
  await run(matchId);
  await send(anna, start, steady(0, 450));
  const second = steady(0, 450).map(([seconds, latitude]) => [seconds + 500, latitude] as const);
  await send(anna, start, second);
  await expect.poll(async () => (await standingOf(matchId, bo))?.status).toBe('finished');
  expect((await standingOf(matchId, bo))?.elapsed).toBe(FINISH_SECONDS);
  expect(await standingOf(matchId, anna)).toMatchObject({
    status: 'finished',
    elapsed: FINISH_SECONDS,
    rank: 1,
  });
});

test('applies decisions of officials, and takes them back', async () => {
  const { matchId, start } = match;
  const anna = await addRunner(match, 'Anna');
  await run(matchId);
  await send(anna, start, steady(0, 450));
  await expect.poll(async () => (await standingOf(matchId, anna))?.status).toBe('finished');
  const { participantId } = anna;
  const decide = (correction: object) =>
    ada.call('correctParticipant', {
      matchId,
      participantId,
      correction: correction as never,
      reason: 'seen',
    });
  await decide({ kind: 'status', status: 'disqualified' });
  await expect.poll(async () => (await standingOf(matchId, anna))?.status).toBe('disqualified');
  await decide({ kind: 'status', status: null });
  await decide({ kind: 'penalty', seconds: 60, points: 0 });
  await expect.poll(async () => (await standingOf(matchId, anna))?.elapsed).toBe(FINISH_SECONDS + 60);
  await decide({ kind: 'passing', pointId: 'split-1000', passing: 'missing' });
  await expect.poll(async () => (await standingOf(matchId, anna))?.status).toBe('missing-points');
  await decide({ kind: 'passing', pointId: 'split-1000', passing: { time: start + 200_000 } });
  await expect.poll(() => splitOf(matchId, anna)).toBe(200);
  const { list } = await ada.call('queryCorrections', { matchId });
  expect(list.map(({ correction, isEffective }) => [correction.kind, isEffective])).toEqual([
    ['passing', true],
    ['passing', false],
    ['penalty', true],
    ['status', true],
    ['status', false],
  ]);
  const refused = (correction: object) => decide(correction).catch((error) => error.errorName);
  expect(await refused({ kind: 'passing', pointId: 'nowhere', passing: 'missing' })).toBe(
    'race-point-unknown',
  );
  expect(await refused({ kind: 'passing', pointId: 'split-1000', passing: { time: start - 1 } })).toBe(
    'correction-time',
  );
});

test('counts what positions show of a point only after a time that officials set', async () => {
  const { matchId, start } = match;
  const anna = await addRunner(match, 'Anna');
  await run(matchId);
  await send(anna, start, steady(0, 450));
  const status = async () => (await standingOf(matchId, anna))?.status;
  await expect.poll(status).toBe('finished');
  const decide = (pointId: string, seconds: number) =>
    ada.call('correctParticipant', {
      ...{ matchId, participantId: anna.participantId, reason: 'ran through it' },
      correction: { kind: 'passing', pointId, passing: { notUntil: start + seconds * 1_000 } },
    });
  await decide('finish', FINISH_SECONDS + 1);
  await expect.poll(status).toBe('running');
  await decide('finish', FINISH_SECONDS - 1);
  await expect.poll(status).toBe('finished');
  const refused = (pointId: string, seconds: number) =>
    decide(pointId, seconds).catch((error) => error.errorName);
  expect(await refused('start', 10)).toBe('correction-start');
  expect(await refused('finish', -1)).toBe('correction-time');
});

test('shows helpers what positions show so far', async () => {
  const { matchId, start } = match;
  const anna = await addRunner(match, 'Anna');
  await run(matchId);
  const { code } = await ada.call('createMatchHelper', { matchId, helperName: 'Di', points: 'finish' });
  const phone = new Viewer(world, '198.51.100.1');
  const { token } = await phone.call('matchLogin', { code });
  const provisional = async () => {
    // Results are kept for two seconds.
    world.clock.advance(2_000);
    return (await phone.call('queryHelperMatch', { token })).participants[0]?.provisional;
  };
  const nothing = { lastPoint: null, lastTime: null, finishTime: null };
  expect(await provisional()).toEqual({ status: 'no-data', ...nothing });
  await send(anna, start, steady(0, 300));
  await expect.poll(provisional).toEqual({
    ...{ status: 'running', lastPoint: '1 km', lastTime: expect.any(Number), finishTime: null },
  });
  await send(anna, start, steady(310, 450));
  await expect.poll(provisional).toMatchObject({ status: 'finished', lastPoint: '1 km' });
  const { lastTime, finishTime } = (await provisional()) ?? nothing;
  const seconds = [lastTime, finishTime].map((time) => Math.floor(((time ?? 0) - start) / 1_000));
  expect(seconds).toEqual([SPLIT_SECONDS, FINISH_SECONDS]);
  await ada.call('correctParticipant', {
    ...{ matchId, participantId: anna.participantId, reason: '' },
    correction: { kind: 'passing', pointId: 'split-500', passing: 'missing' },
  });
  await expect.poll(async () => (await provisional())?.status).toBe('missing-points');
});

test('gives the results of a course that replaces another one during the race', async () => {
  const { matchId, start, courseId } = match;
  const anna = await addRunner(match, 'Anna');
  await run(matchId);
  await send(anna, start, steady(0, 300));
  await expect.poll(async () => (await standingOf(matchId, anna))?.passed).toBe(2);
  const { list } = await ada.call('queryAllRoutes', {});
  const routeId = list.at(-1)?.routeId ?? 0;
  const source = { kind: 'route' as const, routeId, splits: [500, 750, 1_000, 1_250] };
  await ada.call('replaceMatchCourse', { matchId, courseId, source });
  await expect.poll(async () => (await standingOf(matchId, anna))?.passed).toBe(4);
  expect(await splitOf(matchId, anna)).toBe(SPLIT_SECONDS);
});

test('withdraws the participant of a person who withdraws', async () => {
  const { matchId } = match;
  const { personId } = await ada.call('createPeople', {
    ...{ personName: 'Li Na', raceNumber: `W${imei}`, gender: 'female' as const },
  } as never);
  const li = await addRunner(match, 'Li Na', { personId });
  await run(matchId);
  expect((await standingOf(matchId, li))?.status).toBe('no-data');
  await ada.call('withdrawPeople', { personIds: [personId] });
  await expect.poll(async () => (await standingOf(matchId, li))?.status).toBe('withdrawn');
});

test('gives the standings of a past time', async () => {
  const { matchId, start } = match;
  const anna = await addRunner(match, 'Anna');
  await run(matchId);
  await send(anna, start, steady(0, 450));
  const { classes } = await ada.call('queryMatchStandings', { matchId, time: start + 300_000 });
  expect(classes[0]?.rows[0]).toMatchObject({ status: 'running', passed: 2, elapsed: SPLIT_SECONDS });
});

test('keeps the standings of a time before a decision', async () => {
  const { matchId, start, code } = match;
  const anna = await addRunner(match, 'Anna');
  await run(matchId);
  await send(anna, start, steady(0, 450));
  const { participantId } = anna;
  await ada.call('correctParticipant', {
    ...{ matchId, participantId, reason: 'seen' },
    correction: { kind: 'status', status: 'disqualified' },
  });
  await ada.call('editMatchStatus', { matchId, state: 'finished' });
  const statusAt = async (seconds: number) => {
    const { classes } = await ada.call('queryMatchStandings', { matchId, time: start + seconds * 1_000 });
    return classes[0]?.rows[0]?.status;
  };
  expect(await statusAt(300)).toBe('running');
  expect(await statusAt(FINISH_SECONDS + 2)).toBe('disqualified');
  await expect.poll(async () => (await standingOf(matchId, anna))?.status).toBe('disqualified');
  const response = await fetch(`${world.url}${world.prefix}/live/event/${code}/splits`);
  const { decisions } = (await response.json()) as EventSplits;
  const decidedAt = world.clock.now();
  expect(decisions).toEqual([{ id: participantId, kind: 'status', status: 'disqualified', decidedAt }]);
});

test('sends the public page what has changed only', async () => {
  const { matchId, start, code } = match;
  const anna = await addRunner(match, 'Anna', { number: '7' });
  await addRunner(match, 'Bo');
  await run(matchId);
  const page = await ada.client.call('queryEventPage', { code });
  expect(page).toMatchObject({ matchName: 'Shore run', state: 'running', hidden: false });
  expect(JSON.stringify(page)).not.toContain('Watch of');
  expect(page.courses[0]?.course.points).toHaveLength(4);
  await send(anna, start, steady(0, 90));
  const first = await snapshot(code);
  expect(first.positions).toEqual([
    [anna.participantId, start + 90_000, 12_000_000, Math.round((BEGIN + 9 * STEP) * 1e6), 0, 0],
  ]);
  expect(first.standings.map(({ status }) => status).toSorted()).toEqual(['no-data', 'running']);
  world.clock.advance(2_000);
  await send(anna, start, steady(100, 200));
  await expect
    .poll(async () => {
      world.clock.advance(1_000);
      return (await snapshot(code)).passings.length;
    })
    .toBe(2);
  const second = await snapshot(code, first.version);
  expect(second.since).toBe(first.version);
  // Bo has not moved.
  expect(second.positions.map(([id]) => id)).toEqual([anna.participantId]);
  const passing = { id: anna.participantId, time: expect.any(Number), rank: 1 };
  expect(second.passings).toEqual([
    { ...passing, point: 'split-1000', elapsed: SPLIT_SECONDS },
    { ...passing, point: 'split-500', elapsed: FIRST_SECONDS },
  ]);
});

test('responds 304 while nothing has changed', async () => {
  const { matchId, code } = match;
  await addRunner(match, 'Anna');
  await run(matchId);
  const address = `${world.url}${world.prefix}/live/event/${code}/snapshot`;
  const first = await fetch(address);
  const tag = first.headers.get('etag') ?? '';
  expect(tag).not.toBe('');
  world.clock.advance(2_000);
  const second = await fetch(address, { headers: { 'if-none-match': tag } });
  expect(second.status).toBe(304);
});

test('delays the public page', async () => {
  const delayed = await startMatch({ delay: 900 });
  const anna = await addRunner(delayed, 'Anna');
  await run(delayed.matchId);
  await send(anna, delayed.start, steady(0, 450));
  // 1,000 s after the start the public sees 100 s of it.
  await expect
    .poll(async () => {
      world.clock.advance(1_000);
      return (await snapshot(delayed.code)).positions[0]?.[1];
    })
    .toBeGreaterThanOrEqual(delayed.start + 100_000);
  const { positions } = await snapshot(delayed.code);
  expect(positions[0]?.[1]).toBeLessThan(delayed.start + 200_000);
  expect((await standingOf(delayed.matchId, anna))?.status).toBe('finished');
});

test('publishes nothing of the race before the start', async () => {
  const start = world.clock.now() + 600_000;
  const { matchId } = await ada.call('createMatch', {
    ...{ matchName: 'Later', startTime: start, endTime: start + 3_600_000 },
  });
  const { code } = await ada.call('queryMatchDetail', { matchId });
  const { courseId } = match;
  const unknown = await fetch(`${world.url}${world.prefix}/live/event/${code}/snapshot`);
  expect(await unknown.json()).toMatchObject({ error: 'event-unknown' });
  const routeId = (await ada.call('queryAllRoutes', {})).list[0]?.routeId ?? courseId;
  await ada.call('addMatchCourse', { matchId, source: { kind: 'route', routeId } });
  await addRunner({ matchId, code, start, courseId: 0 }, 'Anna', { courseId: null });
  await ada.call('editMatchStatus', { matchId, state: 'open' });
  const page = await ada.client.call('queryEventPage', { code });
  expect(page).toMatchObject({
    hidden: true,
    courses: [],
    layers: [],
    participants: [{ participantName: 'Anna' }],
  });
  expect(await snapshot(code)).toMatchObject({ positions: [], standings: [] });
});

test('sends the replay the tracks of participants in their windows, and nothing else of devices', async () => {
  const { matchId, start, code, courseId } = match;
  const anna = await addRunner(match, 'Anna');
  const { participantIds } = await ada.call('batchCreateParticipants', {
    matchId,
    participants: [
      { participantName: 'Bo', trackerId: anna.trackerId, courseId, startTime: start + 500_000 },
    ],
  });
  await run(matchId);
  // Before the race, during it, and when Bo has the device.
  await send(anna, start, [[-600, 57.6], ...steady(0, 100), [520, BEGIN]]);
  const blocks = await readAllBlocks(ada.client.stream('queryEventTracks', { code }) as never);
  expect(
    blocks.map(({ trackerId, time, columns }) => [trackerId, time.length, columns.speed ?? null]),
  ).toEqual([
    [anna.participantId, 11, null],
    [participantIds[0], 1, null],
  ]);
  expect(blocks[0]?.time[0]).toBe(start);
});

test('refuses a former address at once', async () => {
  const { matchId, code } = match;
  await addRunner(match, 'Anna');
  await run(matchId);
  await snapshot(code);
  const renewed = await ada.call('renewMatchCode', { matchId });
  await expect
    .poll(async () => {
      const response = await fetch(`${world.url}${world.prefix}/live/event/${code}/snapshot`);
      return ((await response.json()) as { error?: string }).error;
    })
    .toBe('event-unknown');
  await snapshot(renewed.code);
});
