import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const MINUTE = 60_000;
const TODAY = { startDay: '2026-06-01', endDay: '2026-06-01' };
const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 4 * 1_048_576 };

let world: World;
let harbour: WorldAccount;
let ada: Person;
let viewer: Person;
let otherUser: Person;
let gull: number;
let tern: number;
let start: number;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [groupId] });
  otherUser = await (await world.account('elsewhere')).person('eve');
  gull = await harbour.tracker('13900000661', '=Gull 🚢', groupId);
  tern = await harbour.tracker('13900000662', 'Tern');
  start = world.clock.now() - 60 * MINUTE;
  for (const [imei, offset] of [
    ['13900000661', 0],
    ['13900000662', 30_000],
  ] as const) {
    const device = await world.device('jt808', imei);
    for (let minute = 0; minute < 5; minute += 1) {
      const fix = {
        latitude: 25 + minute / 100,
        longitude: 110,
        speed: minute * 10,
        course: 90,
        altitude: 12,
      };
      await device.reply(
        device.report(report({ time: start + minute * MINUTE + offset, fix, satellites: 9 })),
      );
    }
  }
});
afterAll(() => world.stop());

test('lists the fixes of devices by time, page by page', async () => {
  const times: number[] = [];
  let before: { time: number; trackerId: number } | undefined;
  for (let page = 0; page < 4; page += 1) {
    const { list, next } = await ada.call('queryLocationData', { ...TODAY, before, pageSize: 3 });
    times.push(...list.map(({ time }) => (time - start) / 30_000));
    expect(next === null).toBe(page === 3);
    before = next ?? undefined;
  }
  expect(times).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  const { list } = await ada.call('queryLocationData', { ...TODAY, trackerIds: [gull] });
  expect(list).toHaveLength(5);
  expect(list[0]).toMatchObject({
    ...{ trackerId: gull, trackerName: '=Gull 🚢', imei: '13900000661', time: start + 4 * MINUTE },
    ...{ latitude: 25.04, longitude: 110, isValid: true, speed: 40, dir: 90, height: 12, satellites: 9 },
    // Values that the device does not send are null, not 0.
    ...{ accuracy: null, power: null, status: 'RUNNING' },
  });
  expect(list[4]).toMatchObject({ speed: 0, status: 'STOP' });
});

test('a user sees the fixes of their groups, and none after the validity of a device', async () => {
  const devices = async (person: Person) => {
    const { list } = await person.call('queryLocationData', { ...TODAY, trackerIds: [gull, tern] });
    return new Set(list.map(({ trackerId }) => trackerId));
  };
  expect(await devices(viewer)).toEqual(new Set([gull]));
  expect(await devices(otherUser)).toEqual(new Set());
  const update = (valid_until: Date | null) =>
    world.database.db.updateTable('tracker').set({ valid_until }).where('tracker_id', '=', gull).execute();
  await update(new Date(start + 2 * MINUTE));
  const { list } = await ada.call('queryLocationData', { ...TODAY, trackerIds: [gull] });
  expect(list.map(({ time }) => time - start)).toEqual([MINUTE, 0]);
  await update(null);
});

test('exports the fixes, device after device', async () => {
  const { taskProgressId } = await ada.call('exportLocationData', { ...TODAY });
  const bytes = new Uint8Array(await readTaskFile(world, ada, taskProgressId));
  const [headings = [], ...rows] = [...openSheet(bytes, SHEET_LIMITS).rows()]
    .flat()
    .map(({ cells }) => cells);
  expect(rows.map(([name]) => name)).toEqual([...Array(5).fill('=Gull 🚢'), ...Array(5).fill('Tern')]);
  const cell = (heading: string) => rows[4]?.[headings.indexOf(heading)] ?? null;
  expect([cell('Latitude (°)'), cell('Speed (km/h)'), cell('Status')]).toEqual([25.04, 40, 'Moving']);
  expect([cell('Battery (%)'), cell('Ignition')][0]).toBeNull();
});

test('refuses too many devices, wrong periods, and an export of nothing', async () => {
  const { accountId } = harbour;
  await world.database.db
    .insertInto('tracker')
    .values(
      Array.from({ length: 99 }, (_, at) => ({
        account_id: accountId,
        imei: `many-${at}`,
        name: `Many ${at}`,
        password: '',
      })),
    )
    .execute();
  const query = (payload: object) => ada.call('queryLocationData', { ...TODAY, ...payload });
  await expect(query({})).rejects.toMatchObject({ errorName: 'report-devices-many' });
  expect((await query({ keywords: 'Gull' })).list).toHaveLength(5);
  await expect(query({ startDay: '2026-06-02' })).rejects.toMatchObject({ errorName: 'report-period' });
  await expect(query({ startDay: '2026-05-01' })).rejects.toMatchObject({
    errorName: 'report-rows-too-long',
  });
  await expect(ada.call('exportLocationData', { ...TODAY, keywords: 'Many 7' })).rejects.toMatchObject({
    errorName: 'export-empty',
  });
});
