import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import { fixAt, storeFixes } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { readAllBlocks } from '../../testing/track-blocks.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
let ada: Person;
let gull: number;
let tern: number;
let start: number;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  gull = await harbour.tracker('13800000001', 'Gull');
  tern = await harbour.tracker('13800000002', 'Tern');
  start = world.clock.now() - 2 * DAY;
  const { db } = world.database;
  // One fix a minute from an hour before the shared range to an hour after it.
  const minutes = (degrees: number) =>
    Array.from({ length: 181 }, (_, at) =>
      fixAt(start - HOUR + at * 60_000, { longitude: degrees + at / 1_000 }),
    );
  await storeFixes(db, gull, minutes(10));
  await storeFixes(db, tern, minutes(20));
  const device = await world.device('jt808', '13800000001');
  await device.reply(device.report(report({ time: world.clock.now(), fix: { latitude: 1, longitude: 2 } })));
});
afterAll(() => world.stop());

interface ShareOptions {
  readonly trackerIds?: number[];
  readonly startTime?: number;
  readonly endTime?: number;
}

async function createShare({
  trackerIds = [gull, tern],
  startTime = start,
  endTime = start + HOUR,
}: ShareOptions = {}) {
  count += 1;
  return ada.call('createShareLink', {
    shareName: `race ${count}`,
    trackerIds,
    expireTime: world.clock.now() + DAY,
    replay: { startTime, endTime },
  });
}

function readColumns(code: string, window: { startTime?: number; endTime?: number; points?: number } = {}) {
  return readAllBlocks(ada.client.stream('getShareTrackColumns', { code, ...window }));
}

/** First time, last time and number of fixes of each tracker. */
async function summarize(blocks: ReturnType<typeof readColumns>) {
  return (await blocks).map(({ trackerId, time, length }) => [
    trackerId,
    (time[0] ?? 0) - start,
    (time[length - 1] ?? 0) - start,
    length,
  ]);
}

describe('a link to a replay', () => {
  test('shows the tracks of its time range, also when more is requested', async () => {
    const { code } = await createShare();
    const all = [
      [gull, 0, HOUR, 61],
      [tern, 0, HOUR, 61],
    ];
    expect(await summarize(readColumns(code))).toEqual(all);
    expect(await summarize(readColumns(code, { startTime: 0, endTime: world.clock.now() }))).toEqual(all);
    expect(await summarize(readColumns(code, { startTime: start + 30 * 60_000 }))).toEqual([
      [gull, HOUR / 2, HOUR, 31],
      [tern, HOUR / 2, HOUR, 31],
    ]);
    expect(await readColumns(code, { startTime: start + HOUR + 1 })).toEqual([]);
    expect(await readColumns(code, { endTime: start - 1, points: 10 })).toEqual([]);
    await expect(readColumns(code, { startTime: start + 1, endTime: start + 1 })).rejects.toMatchObject({
      errorName: 'time-order',
    });
  });

  test('includes the reported ignition state', async () => {
    const { code } = await createShare();
    expect((await readColumns(code)).map(({ flags }) => flags === null)).toEqual([true, true]);
    const ignitionTime = start + 30_000;
    await storeFixes(world.database.db, tern, [fixAt(ignitionTime, {}, { attributes: { ignition: true } })]);
    const [, ternBlocks] = await readColumns(code);
    // 1: known, 2: on.
    expect(ternBlocks?.flags?.[ternBlocks.time.indexOf(ignitionTime)]).toBe(3);
    await ada.call('deleteTrackByTime', {
      trackerId: tern,
      startTime: ignitionTime,
      endTime: ignitionTime + 1,
    });
  });

  test('shows a coarse overview first', async () => {
    const { code } = await createShare();
    const blocks = await readColumns(code, { points: 12 });
    // Six intervals of ten minutes per tracker in 3,600,001 ms: the fix at the end of the hour belongs to the last one.
    expect(blocks.map(({ trackerId, coarse, length }) => [trackerId, coarse, length])).toEqual([
      [gull, true, 7],
      [tern, true, 7],
    ]);
  });

  test('reveals no present state, trail or position', async () => {
    const { code } = await createShare();
    const share = await ada.call('queryShare', { code });
    // What decides the stays of its replay: the settings, and nothing of the time around it.
    expect(share).toMatchObject({ movingSpeed: 5, gapMinutes: 60, minStopMinutes: 5 });
    expect(share.replay).toEqual({ startTime: start, endTime: start + HOUR });
    expect(share.trackers.map(({ trackerName }) => trackerName)).toEqual(['Gull', 'Tern']);
    for (const { trackerStatusDto } of share.trackers) {
      const { mileage, status, ...others } = trackerStatusDto;
      expect({ mileage, status }).toEqual({ mileage: 0, status: 'OFFLINE' });
      expect(new Set(Object.values(others))).toEqual(new Set([null]));
    }
    expect((await ada.call('queryShareStates', { code })).states).toEqual([]);
    expect(await ada.call('queryShareTrails', { code, minutes: 1_440 })).toEqual({ trails: [] });
  });

  test('ends at its creation time: later reports are not shown', async () => {
    const now = world.clock.now();
    const { code, shareId } = await createShare({ startTime: now - HOUR, endTime: now + HOUR });
    const replay = { startTime: now - HOUR, endTime: now };
    expect((await ada.call('queryShare', { code })).replay).toEqual(replay);
    const { list } = await ada.call('queryShareLinks', {});
    expect(list.find((link) => link.shareId === shareId)).toMatchObject({ replay, backMinutes: 0 });
    await storeFixes(world.database.db, gull, [fixAt(now + 1_000)]);
    world.clock.advance(60_000);
    expect((await summarize(readColumns(code))).map(([, , last]) => last)).toEqual([now - start]);
  });

  test.each([
    ['time-order', { startTime: HOUR, endTime: HOUR }],
    ['time-order', { startTime: 3 * DAY, endTime: 3 * DAY + 1 }],
    ['span-too-long-many', { startTime: -2 * DAY, endTime: DAY + 1 }],
    ['span-too-long', { startTime: -31 * DAY, endTime: 1 }],
  ])('is refused with %s', async (errorName, { startTime, endTime }) => {
    const times = { startTime: start + startTime, endTime: start + endTime };
    await expect(createShare(times)).rejects.toMatchObject({ errorName });
  });

  test('of one tracker may be as long as a replay', async () => {
    await createShare({ trackerIds: [gull], startTime: start - 29 * DAY, endTime: start + 2 * DAY });
  });

  test('is in the audit log with its time range', async () => {
    await createShare();
    const { list } = await ada.call('queryAuditLog', { pageSize: 1 });
    expect(list[0]).toMatchObject({
      action: 'createShareLink',
      after: { trackers: 'Gull, Tern', startTime: start, endTime: start + HOUR },
    });
  });

  test('hides trackers that its owner can no longer see and ends when it is revoked', async () => {
    const harbour = await world.account('harbour');
    const petrel = await harbour.tracker('13800000003', 'Petrel');
    await storeFixes(world.database.db, petrel, [fixAt(start)]);
    const { code, shareId } = await createShare({ trackerIds: [gull, petrel] });
    expect((await summarize(readColumns(code))).map(([id]) => id)).toEqual([gull, petrel]);
    await ada.call('removeTracker', { trackerId: petrel });
    expect((await summarize(readColumns(code))).map(([id]) => id)).toEqual([gull]);
    await ada.call('withdrawShareLink', { shareId });
    await expect(readColumns(code)).rejects.toMatchObject({ errorName: 'share-gone' });
  });

  test('shows no live state, and a live link shows no tracks', async () => {
    const { code } = await ada.call('createShareLink', {
      shareName: 'now',
      trackerIds: [gull],
      expireTime: world.clock.now() + DAY,
    });
    await expect(readColumns(code)).rejects.toMatchObject({ errorName: 'share-gone' });
    expect(await ada.call('queryShare', { code })).toMatchObject({
      replay: null,
      trackers: [{ trackerStatusDto: { latitude: 1 } }],
    });
  });
});
