import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '../../../ingest/testing/reports.ts';
import { fixAt, storeFixes } from '../../../testing/fixes.ts';
import type { Person } from '../../../testing/person.ts';
import { readAllBlocks } from '../../../testing/track-blocks.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());

/** A device with a fix every minute of the last hour and a latest state. Its validity ended half an hour ago. */
async function expiredDevice(): Promise<{ trackerId: number; end: number; from: number; to: number }> {
  count += 1;
  const imei = `1390000000${count}`;
  const trackerId = await harbour.tracker(imei, `Gull ${count}`);
  const to = world.clock.now();
  const from = to - HOUR;
  const fixes = Array.from({ length: 60 }, (_, at) =>
    fixAt(from + at * MINUTE, { longitude: 10 + at / 1_000 }),
  );
  await storeFixes(world.database.db, trackerId, fixes);
  const device = await world.device('jt808', imei);
  await device.reply(device.report(report({ time: to, alarms: ['SOS'] })));
  const end = from + 30 * MINUTE;
  await ada.call('editTracker', { trackerId, validUntil: end });
  return { trackerId, end, from, to };
}

const renew = (trackerId: number) => ada.call('editTracker', { trackerId, validUntil: null });

test('ends the tracks of an expired device with its validity, and shows everything after a renewal', async () => {
  const { trackerId, end, from, to } = await expiredDevice();
  const window = { trackerId, startTime: from, endTime: to };
  const lastTimes = async () => {
    const full = await readAllBlocks(
      ada.client.stream('getTrackColumns', { trackerIds: [trackerId], startTime: from, endTime: to }),
    );
    const coarse = await readAllBlocks(
      ada.client.stream('getTrackColumns', {
        trackerIds: [trackerId],
        startTime: from,
        endTime: to,
        points: 10,
      }),
    );
    const track = await ada.call('getTrackByTime', window);
    const page = await ada.call('getTrackPartByTime', { ...window, limit: 100 });
    const reply = await ada.call('getTrackReplyByTime', { ...window, correction: 'none' });
    const chart = await ada.call('getChartData', { ...window, points: 100 });
    const { trails } = await ada.call('queryTrails', { trackerIds: [trackerId], minutes: 60 });
    return {
      columns: full.at(-1)?.time.at(-1),
      coarse: coarse.at(-1)?.time.at(-1),
      track: track.points.at(-1)?.time,
      page: page.points.at(-1)?.time,
      reply: reply.points.at(-1)?.time,
      chart: chart.count.reduce((sum, fixes) => sum + fixes, 0),
      trail: trails[0]?.points.at(-1)?.time,
      fixes: (await ada.call('countTrackByTime', window)).fixes,
    };
  };
  const last = end - MINUTE;
  expect(await lastTimes()).toEqual({
    columns: last,
    coarse: last,
    track: last,
    page: last,
    reply: last,
    chart: 30,
    trail: last,
    fixes: 30,
  });
  await expect(
    ada.call('exportTrack', { ...window, trackerIds: [trackerId], startTime: end, format: 'gpx' }),
  ).rejects.toMatchObject({ errorName: 'track-none' });

  await renew(trackerId);
  expect(await lastTimes()).toMatchObject({ columns: to, coarse: to, track: to, trail: to, fixes: 61 });
});

test('deletes only the visible part of the track of an expired device', async () => {
  const { trackerId, from, to } = await expiredDevice();
  const window = { trackerId, startTime: from, endTime: to };
  expect(await ada.call('deleteTrackByTime', window)).toEqual({ deleted: 30 });
  await renew(trackerId);
  expect(await ada.call('countTrackByTime', window)).toMatchObject({ fixes: 31 });
});

test('hides the state of an expired device in lists, search and SOS', async () => {
  const { trackerId } = await expiredDevice();
  const hidden = {
    activation: 'expired',
    trackerStatusDto: { latitude: null, longitude: null, speed: null, fixTime: null, status: 'OFFLINE' },
  };
  expect(await ada.call('queryTrackerById', { trackerId })).toMatchObject(hidden);
  expect(await ada.call('queryTrackerData', { trackerId })).toMatchObject({ ...hidden, address: '' });
  const keywords = `Gull ${count}`;
  const listed = await ada.call('queryTrackerListData', { keywords, pageIndex: 1, pageSize: 10 });
  expect(listed).toMatchObject({ list: [hidden], counts: { OFFLINE: 1, SOS: 0 } });
  const found = await ada.call('geoLocInfoWithKeywords', { keywords });
  expect(found.list[0]).toMatchObject({ latitude: null, longitude: null });
  await expect(ada.call('liftSos', { trackerId })).rejects.toMatchObject({ errorName: 'sos-not-open' });

  await renew(trackerId);
  expect(await ada.call('queryTrackerById', { trackerId })).toMatchObject({
    activation: 'activated',
    trackerStatusDto: { latitude: 53.5436, status: 'SOS' },
  });
  await ada.call('liftSos', { trackerId });
});

test('reveals nothing more of an expired device through links', async () => {
  const { trackerId, end, from, to } = await expiredDevice();
  const share = { trackerIds: [trackerId], expireTime: to + DAY };
  const live = await ada.call('createShareLink', { ...share, shareName: 'live', backMinutes: 60 });
  const replay = await ada.call('createShareLink', {
    ...share,
    shareName: 'replay',
    replay: { startTime: from, endTime: to },
  });
  const { states } = await ada.call('queryShareStates', { code: live.code });
  expect(states).toMatchObject([
    { trackerId, status: { latitude: null, longitude: null, status: 'OFFLINE' } },
  ]);
  const { trackers } = await ada.call('queryShare', { code: live.code });
  expect(trackers).toMatchObject([{ trackerStatusDto: { latitude: null, status: 'OFFLINE' } }]);
  const { trails } = await ada.call('queryShareTrails', { code: live.code, minutes: 60 });
  expect(trails[0]?.points.at(-1)?.time).toBe(end - MINUTE);
  const blocks = await readAllBlocks(ada.client.stream('getShareTrackColumns', { code: replay.code }));
  expect(blocks.at(-1)?.time.at(-1)).toBe(end - MINUTE);
});

test('shows an open console that a device has expired, and its state again after a renewal', async () => {
  const { trackerId } = await expiredDevice();
  const console = await ada.console();
  await console.waitUntil('the state is hidden', ({ states }) => states.get(trackerId)?.latitude === null);
  await ada.call('editTracker', { trackerId, validUntil: world.clock.now() + MINUTE });
  await console.waitUntil(
    'the state is visible',
    ({ trackers }) => trackers.get(trackerId)?.trackerStatusDto.status === 'SOS',
  );
  world.clock.advance(MINUTE);
  await console.waitUntil('the device is expired', ({ trackers }) => {
    const tracker = trackers.get(trackerId);
    return tracker?.activation === 'expired' && tracker.trackerStatusDto.latitude === null;
  });
});
