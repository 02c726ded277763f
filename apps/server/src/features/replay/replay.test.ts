import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import { fixAt, storeFixes, storeSeconds } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { readAllBlocks } from '../../testing/track-blocks.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let start: number;
let trackerCount = 0;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  start = world.clock.now() - 2 * DAY;
});
afterAll(() => world.stop());

/** Creates a device with these fixes. */
async function createTrackerWithFixes(
  fixes: Parameters<typeof storeFixes>[2],
  groupId?: number,
): Promise<number> {
  trackerCount += 1;
  const trackerId = await harbour.tracker(
    `1380000${String(trackerCount).padStart(4, '0')}`,
    `Boat ${trackerCount}`,
    groupId,
  );
  await storeFixes(world.database.db, trackerId, fixes);
  return trackerId;
}

/** Windows that every operation on one device refuses, with the error. */
const INVALID_WINDOWS = [
  ['time-order', 1, 0],
  ['time-order', 0, 0],
  ['span-too-long', 0, 31 * DAY + 1],
  ['field-invalid', -1 - 10 * 365 * 10 * DAY, 0],
] as const;

describe.each(['getTrackReplyByTime', 'getChartData', 'countTrackByTime', 'deleteTrackByTime'] as const)(
  '%s',
  (operation) => {
    test.each(INVALID_WINDOWS)('refuses a window with %s', async (errorName, from, to) => {
      const trackerId = await createTrackerWithFixes([fixAt(start)]);
      const call = ada.call(operation, { trackerId, startTime: start + from, endTime: start + to });
      await expect(call).rejects.toMatchObject({ errorName });
    });

    test('refuses devices that are unknown or outside the scope', async () => {
      const groupId = (await ada.call('createGroup', { groupName: `Group ${trackerCount}` })).groupId;
      const trackerId = await createTrackerWithFixes([fixAt(start)]);
      const ben = await harbour.person(`ben ${operation}`, { permission: 'editor', groupIds: [groupId] });
      const mallory = await (await world.account('others')).person('mallory');
      const window = { startTime: start, endTime: start + HOUR };
      for (const who of [ben, mallory]) {
        const call = who.call(operation, { trackerId, ...window });
        await expect(call).rejects.toMatchObject({ errorName: 'tracker-unknown' });
      }
      const none = ada.call(operation, { trackerId: 999_999, ...window });
      await expect(none).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    });
  },
);

/** A hundredth of a degree of a great circle on the sphere of mean radius 6,371,008.8 m. */
const HUNDREDTH = (2 * Math.PI * 6_371_008.8) / 36_000;

describe('a reply', () => {
  /** Ten minutes at rest, then east along the equator, a hundredth of a degree a minute. */
  const trip = () => [
    ...Array.from({ length: 11 }, (_, at) => fixAt(start + at * MINUTE, { latitude: 0, speed: 0 })),
    ...Array.from({ length: 6 }, (_, at) =>
      fixAt(
        start + (11 + at) * MINUTE,
        { latitude: 0, longitude: 10 + (at + 1) / 100, speed: 66.5, accuracy: 3 },
        { attributes: { rain: 1 } },
      ),
    ),
  ];
  const readReply = (trackerId: number, correction?: 'intelligent') =>
    ada.call('getTrackReplyByTime', { trackerId, startTime: start, endTime: start + HOUR, correction });

  test('contains the points with all reported values, the stays and the summary', async () => {
    const trackerId = await createTrackerWithFixes([
      ...trip(),
      fixAt(start + 30_000, { longitude: 50, valid: false }),
    ]);
    const { points, stayPoints, summary } = await readReply(trackerId);
    expect(points.map(({ id, time, lng }) => [id, time - start, lng])).toEqual(
      trip().map(({ time, fix }, at) => [at + 1, time - start, fix.longitude]),
    );
    expect(points.at(-1)?.distant).toBeCloseTo(6 * HUNDREDTH, 1);
    expect(points.at(-1)?.info).toEqual([
      { key: 'rain', value: '1' },
      { key: 'accuracy', value: '3' },
    ]);
    expect(stayPoints).toEqual([
      {
        startTime: start,
        // Up to the first fix in motion.
        endTime: start + 11 * MINUTE,
        duration: 11 * MINUTE,
        lng: 10,
        lat: 0,
        // Start of the track.
        gDeviceStatus: 13,
      },
    ]);
    expect(summary).toEqual({
      points: 17,
      distance: Math.round(6 * HUNDREDTH * 100) / 100,
      movingTime: 5 * MINUTE,
      stopTime: 11 * MINUTE,
      unknownTime: 0,
      maxSpeed: 66.5,
      // Six times 1,111.95 m, with the way to the first fix in motion, in five minutes.
      meanSpeed: Math.round((6 / 5) * HUNDREDTH * 0.06 * 100) / 100,
      climb: null,
      descent: null,
      minHeight: null,
      maxHeight: null,
    });
  });

  test('marks a stay during which the device sent an SOS', async () => {
    const trackerId = await createTrackerWithFixes(trip());
    const payload = { noticeType: 'SOS', time: start + MINUTE, latitude: 0, longitude: 10 } as const;
    await world.appendNotice(harbour.accountId, trackerId, payload);
    expect((await readReply(trackerId)).stayPoints.map(({ gDeviceStatus }) => gDeviceStatus)).toEqual([9]);
  });

  test('shows the reported ignition state in stays and columns', async () => {
    const trackerId = await createTrackerWithFixes([]);
    const device = await world.device('jt808', `1380000${String(trackerCount).padStart(4, '0')}`);
    // The ignition is off from minute 2 on: for most of the fixes and most of the time.
    for (let at = 0; at <= 6; at += 1) {
      const attributes = { ignition: at < 2 };
      await device.reply(
        device.report(report({ time: start + at * MINUTE, fix: { longitude: 10 }, attributes })),
      );
    }
    expect((await readReply(trackerId)).stayPoints.map(({ gDeviceStatus }) => gDeviceStatus)).toEqual([2]);
    const window = { trackerIds: [trackerId], startTime: start, endTime: start + HOUR };
    const blocks = await readAllBlocks(ada.client.stream('getTrackColumns', window));
    // 1: ignition known, 2: ignition on.
    expect(blocks.map(({ flags }) => [...(flags ?? [])])).toEqual([[3, 3, 1, 1, 1, 1, 1]]);
  });

  test('prefers charging over low battery in stays', async () => {
    const charged = (charging: boolean) => ({ battery: 15, attributes: { note: 'at the quay', charging } });
    const at = (minute: number, charging: boolean) => fixAt(start + minute * MINUTE, {}, charged(charging));
    // Charging from 0 to 7 of 10 minutes, or from 0 to 4.
    expect(
      (await readReply(await createTrackerWithFixes([at(0, true), at(7, false), at(10, false)]))).stayPoints,
    ).toMatchObject([{ gDeviceStatus: 4 }]);
    expect(
      (await readReply(await createTrackerWithFixes([at(0, true), at(4, false), at(10, false)]))).stayPoints,
    ).toMatchObject([{ gDeviceStatus: 5 }]);
  });

  test('marks stays at labelled points and in fences in the scope of the reader', async () => {
    // The stay is neither at the start nor at the end: east along the equator, ten minutes at 10 degrees, and on.
    const arrival = [2, 1].map((minutes) =>
      fixAt(start - minutes * MINUTE, { latitude: 0, longitude: 10 - minutes / 100, speed: 66.5 }),
    );
    const fixes = [...arrival, ...trip()];
    const { groupId: yard } = await ada.call('createGroup', { groupName: 'Yard' });
    const { groupId: quay } = await ada.call('createGroup', { groupName: 'Quay' });
    const trackerId = await createTrackerWithFixes(fixes, yard);
    const ben = await harbour.person('ben of the yard', { permission: 'viewer', groupIds: [yard] });
    const status = async (who: Person) => {
      const window = { trackerId, startTime: start - HOUR, endTime: start + HOUR };
      return (await who.call('getTrackReplyByTime', window)).stayPoints.map((stay) => stay.gDeviceStatus);
    };
    const common = { color: '#2060c0', display: 'SHOW', note: '' } as const;
    const fenced = { fenceType: 'CIRCULAR', holdSeconds: 0, holdMetres: 0, notice: 'NONE' } as const;
    const fence = (groupId: number | null, center: [number, number]) => ({
      ...common,
      ...fenced,
      fenceName: `fence ${center[0]}`,
      groupId,
      fenceData: { center, radius: 1_000 },
    });
    expect(await status(ada)).toEqual([1]);
    // A fence of another account, and one 2 degrees away.
    const mallory = await (await world.account('the neighbours')).person('neighbour mallory');
    await mallory.call('createFence', fence(null, [10, 0]));
    await ada.call('createFence', fence(null, [12, 0]));
    expect(await status(ada)).toEqual([1]);
    await ada.call('createFence', fence(quay, [10, 0]));
    expect([await status(ada), await status(ben)]).toEqual([[11], [1]]);
    // 0.0008 degrees are 89 m of latitude.
    const pier = {
      ...common,
      placeName: 'Pier',
      iconUrl: 'anchor',
      latitude: 0.0008,
      longitude: 10,
      images: [],
    };
    await ada.call('addLabelPoint', { ...pier, groupId: quay });
    expect([await status(ada), await status(ben)]).toEqual([[12], [1]]);
  });

  test('is corrected on request: omits a jump and keeps the values of other fixes', async () => {
    const jump = fixAt(start + 12.5 * MINUTE, { latitude: 0, longitude: 11 });
    const trackerId = await createTrackerWithFixes([...trip(), jump]);
    expect((await readReply(trackerId)).points).toHaveLength(18);
    const { points, summary } = await readReply(trackerId, 'intelligent');
    expect(points.map(({ time }) => time)).toEqual(trip().map(({ time }) => time));
    const expectedFixes = trip();
    for (const [at, { lng }] of points.entries())
      expect(lng).toBeCloseTo(expectedFixes[at]?.fix.longitude ?? 0, 3);
    expect(points.at(-1)?.info).toContainEqual({ key: 'rain', value: '1' });
    // A jump to the next degree and back would be 200 km.
    expect(summary.distance).toBeLessThan(8_000);
    expect(points.at(-1)?.distant).toBeCloseTo(summary.distance, 0);
  });

  test('is refused without fixes and above 200,000 fixes', async () => {
    await expect(readReply(await createTrackerWithFixes([]))).rejects.toMatchObject({
      errorName: 'track-none',
    });
    const long = await createTrackerWithFixes([]);
    await storeSeconds(world.database.db, long, start - 2 * DAY, 200_001);
    const request = (seconds: number) =>
      ada.call('getTrackReplyByTime', {
        trackerId: long,
        startTime: start - 2 * DAY,
        endTime: start - 2 * DAY + seconds * 1_000,
      });
    await expect(request(200_000)).rejects.toMatchObject({ errorName: 'track-too-long' });
    expect((await request(199_999)).points).toHaveLength(200_000);
  });
});

describe('a chart', () => {
  test('has minimum, maximum and mean of equal intervals, and null without values', async () => {
    const trackerId = await createTrackerWithFixes([
      fixAt(start, { speed: 10, altitude: -2.5 }, { battery: 90, satellites: 7 }),
      fixAt(start + 1_000, { speed: 20.56 }, { gsm: 40 }),
      // Invalid fixes are not counted.
      fixAt(start + 1_500, { speed: 500, valid: false }),
      // The window is 4 s with four intervals of a second: this is the first instant of the second half.
      fixAt(start + 2_000, { speed: 30 }),
      fixAt(start + 3_999, { speed: 60, altitude: 12.5 }),
      fixAt(start + 4_000, { speed: 900 }),
    ]);
    const window = { trackerId, startTime: start, endTime: start + 3_999 };
    expect(await ada.call('getChartData', { ...window, points: 2 })).toEqual({
      time: [start, start + 2_000],
      count: [2, 2],
      // (10 + 20.56) / 2.
      speed: { min: [10, 30], max: [20.56, 60], mean: [15.28, 45] },
      altitude: { min: [-2.5, 12.5], max: [-2.5, 12.5], mean: [-2.5, 12.5] },
      battery: { min: [90, null], max: [90, null], mean: [90, null] },
      gsm: { min: [40, null], max: [40, null], mean: [40, null] },
      gps: { min: [7, null], max: [7, null], mean: [7, null] },
    });
    const four = await ada.call('getChartData', { ...window, points: 4 });
    expect(four.count).toEqual([1, 1, 1, 1]);
    expect(four.time).toEqual([0, 1_000, 2_000, 3_000].map((ms) => start + ms));
  });

  test('is empty for a window without fixes and has 500 intervals by default', async () => {
    const trackerId = await createTrackerWithFixes([]);
    const chart = await ada.call('getChartData', { trackerId, startTime: start, endTime: start + DAY });
    expect(chart.count).toEqual(Array(500).fill(0));
    expect(chart.speed.mean).toEqual(Array(500).fill(null));
  });
});

describe('the notices of a replay', () => {
  /** Creates a notice now for a report of the given time. */
  const createNotice = (trackerId: number | null, time: number, more: object = {}) =>
    world.appendNotice(harbour.accountId, trackerId, {
      noticeType: 'SOS',
      time,
      latitude: 1.5,
      longitude: 2.5,
      ...more,
    });

  test('have coordinates and are selected and ordered by report time', async () => {
    const [gull, tern, other] = [
      await createTrackerWithFixes([]),
      await createTrackerWithFixes([]),
      await createTrackerWithFixes([]),
    ];
    const late = await createNotice(gull, start + 2_000, { noticeType: 'OVERSPEED', speed: 50 });
    const early = await createNotice(tern, start);
    const last = await createNotice(gull, start + 3_000);
    await createNotice(gull, start - 1);
    await createNotice(gull, start + 3_001);
    await createNotice(gull, start + 1_000, { latitude: null, longitude: null });
    await createNotice(other, start + 1_000);
    const result = await ada.call('queryTrackNotices', {
      trackerIds: [gull, tern],
      startTime: start,
      endTime: start + 3_000,
    });
    expect(result).toMatchObject({ total: 3, more: false });
    expect(result.list.map(({ messageId, createTime }) => [messageId, createTime - start])).toEqual([
      [early, 0],
      [late, 2_000],
      [last, 3_000],
    ]);
    expect(result.list[1]).toMatchObject({
      trackerId: gull,
      title: 'Overspeed',
      content: expect.stringContaining('50 km/h'),
      location: { latitude: 1.5, longitude: 2.5 },
      // 12:00:02 UTC on 30 May in the account's time zone Asia/Shanghai.
      createTimeStr: '2026-05-30 20:00:02',
    });
  });

  test('are limited to 2,000 with a flag for more', async () => {
    const gull = await createTrackerWithFixes([]);
    const { db } = world.database;
    const rows = Array.from({ length: 2_001 }, (_, at) => ({
      account_id: harbour.accountId,
      seq: 1_000_000 + at,
      kind: 'notice' as const,
      tracker_id: gull,
      created_at: new Date(world.clock.now()),
      payload: JSON.stringify({
        noticeType: 'STOP' as const,
        time: start + at,
        latitude: 1,
        longitude: 2,
        battery: null,
        speed: null,
      }),
    }));
    await db.insertInto('account_log').values(rows).execute();
    const payload = { trackerIds: [gull], startTime: start, endTime: start + 2_000 };
    const all = await ada.call('queryTrackNotices', payload);
    expect(all).toMatchObject({ total: 2_000, more: true });
    expect(all.list.at(-1)?.createTime).toBe(start + 1_999);
    expect(await ada.call('queryTrackNotices', { ...payload, endTime: start + 1_999 })).toMatchObject({
      total: 2_000,
      more: false,
    });
  });

  test('cover three days of several devices and only devices in scope', async () => {
    const [gull, tern] = [await createTrackerWithFixes([]), await createTrackerWithFixes([])];
    const request = (trackerIds: number[], days: number, who = ada) =>
      who.call('queryTrackNotices', { trackerIds, startTime: start, endTime: start + days * DAY + 1 });
    await expect(request([gull, tern], 3)).rejects.toMatchObject({ errorName: 'span-too-long-many' });
    await expect(request([gull], 31)).rejects.toMatchObject({ errorName: 'span-too-long' });
    // A device that is given twice counts once.
    expect((await request([gull, gull], 30)).list).toEqual([]);
    await expect(request([gull, 999_999], 1)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    await expect(request([], 1)).rejects.toMatchObject({ errorName: 'field-invalid' });
    const mallory = await (await world.account('others')).person('mallory');
    await expect(request([gull], 1, mallory)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
  });
});

describe('deleting a part of a track', () => {
  test('deletes it in several batches with both ends and nothing else', async () => {
    // More than two batches of the deletion.
    const trackerId = await createTrackerWithFixes(
      Array.from({ length: 11_003 }, (_, at) => fixAt(start + at * 1_000)),
    );
    const other = await createTrackerWithFixes([fixAt(start + 5_000)]);
    const window = { startTime: start + 1_000, endTime: start + 11_001_000 };
    expect(await ada.call('deleteTrackByTime', { trackerId, ...window })).toEqual({ deleted: 11_001 });
    const times = async (id: number) =>
      (
        await ada.call('getTrackByTime', { trackerId: id, startTime: start - 1, endTime: start + DAY })
      ).points.map(({ time }) => time - start);
    expect(await times(trackerId)).toEqual([0, 11_002_000]);
    expect(await times(other)).toEqual([5_000]);
    expect(await ada.call('deleteTrackByTime', { trackerId, ...window })).toEqual({ deleted: 0 });
  });

  test('previews the count, including invalid fixes that no replay shows', async () => {
    const trackerId = await createTrackerWithFixes([
      fixAt(start),
      fixAt(start + 1_000, { valid: false }),
      fixAt(start + 2_000, { speed: 3 }),
      fixAt(start + 3_000, { valid: false, speed: 3 }),
      fixAt(start + 4_000),
    ]);
    const window = { trackerId, startTime: start + 1_000, endTime: start + 3_000 };
    expect(await ada.call('countTrackByTime', window)).toEqual({ positions: 3, fixes: 1 });
    expect(await ada.call('deleteTrackByTime', window)).toEqual({ deleted: 3 });
    expect(await ada.call('countTrackByTime', window)).toEqual({ positions: 0, fixes: 0 });
  });

  test('records one audit entry with the time range, and none if nothing was deleted', async () => {
    const trackerId = await createTrackerWithFixes([fixAt(start)]);
    const window = { startTime: start, endTime: start + HOUR };
    const entries = async () => {
      const { list } = await ada.call('queryAuditLog', { pageSize: 1_000, action: 'deleteTrackByTime' });
      return list.filter(({ target }) => target === `Boat ${trackerCount}`);
    };
    await ada.call('deleteTrackByTime', { trackerId, ...window });
    await ada.call('deleteTrackByTime', { trackerId, ...window });
    expect(await entries()).toMatchObject([{ account: 'ada', before: window, after: null }]);
  });

  test('leaves the present state of the device and later reports', async () => {
    const trackerId = await createTrackerWithFixes([]);
    const device = await world.device('jt808', `1380000${String(trackerCount).padStart(4, '0')}`);
    const now = world.clock.now();
    await device.reply(device.report(report({ time: now, fix: { latitude: 10, longitude: 20 } })));
    const window = { startTime: now - HOUR, endTime: now + HOUR };
    expect(await ada.call('deleteTrackByTime', { trackerId, ...window })).toEqual({ deleted: 1 });
    const { trackerStatusDto } = await ada.call('queryTrackerById', { trackerId });
    expect(trackerStatusDto).toMatchObject({ latitude: 10, longitude: 20, fixTime: now });
    await device.reply(device.report(report({ time: now + 1_000, fix: { latitude: 11, longitude: 20 } })));
    const { points } = await ada.call('getTrackByTime', { trackerId, ...window });
    expect(points.map(({ lat }) => lat)).toEqual([11]);
  });

  test('requires an editor', async () => {
    const trackerId = await createTrackerWithFixes([fixAt(start)]);
    const viewer = await harbour.person('viewer', { permission: 'viewer' });
    for (const operation of ['countTrackByTime', 'deleteTrackByTime'] as const) {
      const call = viewer.call(operation, { trackerId, startTime: start, endTime: start + HOUR });
      await expect(call).rejects.toMatchObject({ errorName: 'not-allowed' });
    }
  });
});
