import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
let trackerId: number;
let start: number;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
  trackerId = await (await world.account('harbour')).tracker('13800000001', 'Gull');
  start = world.clock.now() - 3_600_000;
  const device = await world.device('jt808', '13800000001');
  // One degree along the equator, then back, then an invalid fix.
  const track = [
    { longitude: 10, speed: 36 },
    { longitude: 11, speed: 72 },
    { longitude: 10, speed: 36 },
  ].map((fix, index) => report({ time: start + index * 60_000, fix: { latitude: 0, course: 90, ...fix } }));
  const lost = report({ time: start + 180_000, fix: { latitude: 0, longitude: 10, valid: false } });
  for (const sent of [...track, lost]) await device.reply(device.report(sent));
});
afterAll(() => world.stop());

const DAY = 86_400_000;
/** A degree of a great circle on the sphere of mean radius 6,371,008.8 m: its circumference / 360. */
const DEGREE = (2 * Math.PI * 6_371_008.8) / 360;

describe('a track', () => {
  test('is ordered by time with cumulative distances and without invalid fixes', async () => {
    const { points } = await ada.call('getTrackByTime', {
      trackerId,
      startTime: start,
      endTime: start + DAY,
    });
    expect(points.map(({ id, time, lng, speed }) => ({ id, time, lng, speed }))).toEqual([
      { id: 1, time: start, lng: 10, speed: 36 },
      { id: 2, time: start + 60_000, lng: 11, speed: 72 },
      { id: 3, time: start + 120_000, lng: 10, speed: 36 },
    ]);
    expect(points[0]?.distant).toBe(0);
    expect(points[1]?.distant).toBeCloseTo(DEGREE, 1);
    expect(points[2]?.distant).toBeCloseTo(2 * DEGREE, 1);
    expect(points[0]).toMatchObject({ dir: 90, power: null, gsm: null });
  });

  test('has the label of the marker and the status colour at each point', async () => {
    const imei = '13800000002';
    const account = await world.account('harbour');
    const tern = await account.tracker(imei, 'Tern');
    const device = await world.device('jt808', imei);
    // From 5 km/h on, a stationary tracker counts as moving.
    for (const [index, [speed, alarms]] of (
      [
        [4, []],
        [5, []],
        [72, ['SOS']],
      ] as const
    ).entries()) {
      const fix = { latitude: 0, longitude: 10, speed };
      await device.reply(device.report(report({ time: start + index * 60_000, fix, alarms })));
    }
    const window = { trackerId: tern, startTime: start, endTime: start + DAY };
    const colors = ['#2398f3', '#20c023', '#d30d0d'];
    const fullTrack = await ada.call('getTrackByTime', window);
    expect(fullTrack.points.map(({ label, color }) => [label, color])).toEqual(
      colors.map((color) => ['Tern', color]),
    );
    await ada.call('editTracker', { trackerId: tern, label: '7' });
    const page = await ada.call('getTrackPartByTime', window);
    const reply = await ada.call('getTrackReplyByTime', window);
    for (const { points } of [page, reply])
      expect(points.map(({ label, color }) => [label, color])).toEqual(
        colors.map((color) => ['Tern (7)', color]),
      );
  });

  test('has the colours of the speed from which the account counts a device as moving', async () => {
    const imei = '13800000003';
    const account = await world.account('quick');
    const quick = await account.person('quinn');
    const plover = await account.tracker(imei, 'Plover');
    const device = await world.device('jt808', imei);
    for (const [index, speed] of [29, 30].entries()) {
      const fix = { latitude: 0, longitude: 10, speed };
      await device.reply(device.report(report({ time: start + index * 60_000, fix })));
    }
    const window = { trackerId: plover, startTime: start, endTime: start + DAY };
    const colors = async (operation: 'getTrackByTime' | 'getTrackReplyByTime') =>
      (await quick.call(operation, window)).points.map(({ color }) => color);
    expect(await colors('getTrackByTime')).toEqual(['#20c023', '#20c023']);
    await quick.call('editAccountSettings', { movingSpeed: 30 });
    expect((await quick.call('queryUserConfig', {})).movingSpeed).toBe(30);
    for (const operation of ['getTrackByTime', 'getTrackReplyByTime'] as const)
      expect(await colors(operation)).toEqual(['#2398f3', '#20c023']);
  });

  test('lies within the window, both ends included', async () => {
    const ends = { startTime: start + 60_000, endTime: start + 120_000 };
    const { points } = await ada.call('getTrackByTime', { trackerId, ...ends });
    expect(points.map(({ time }) => time)).toEqual([start + 60_000, start + 120_000]);
    const before = { startTime: start - DAY, endTime: start - 1 };
    expect(await ada.call('getTrackByTime', { trackerId, ...before })).toEqual({ points: [] });
  });

  test('is complete when read in pages, also with a single point at the very end', async () => {
    const endTime = start + 120_000;
    const times: number[] = [];
    let next: number | null = start;
    while (next !== null) {
      const page: { points: { time: number }[]; nextTime: number | null } = await ada.call(
        'getTrackPartByTime',
        {
          trackerId,
          startTime: next,
          endTime,
          limit: 1,
        },
      );
      times.push(...page.points.map(({ time }) => time));
      next = page.nextTime;
    }
    expect(times).toEqual([start, start + 60_000, start + 120_000]);
  });

  test.each(['getTrackByTime', 'getTrackPartByTime'] as const)(
    'is refused by %s for invalid windows',
    async (name) => {
      const readPage = (startTime: number, endTime: number) =>
        ada.call(name, { trackerId, startTime, endTime });
      await expect(readPage(start + 1, start)).rejects.toMatchObject({ errorName: 'time-order' });
      await expect(readPage(start, start + 31 * DAY + 1)).rejects.toMatchObject({
        errorName: 'span-too-long',
      });
      await readPage(start, start + 31 * DAY);
      await expect(readPage(-1, start)).rejects.toMatchObject({ errorName: 'field-invalid' });
    },
  );

  test('is refused for an empty window', async () => {
    const call = ada.call('getTrackByTime', { trackerId, startTime: start, endTime: start });
    await expect(call).rejects.toMatchObject({ errorName: 'time-order' });
  });
});
