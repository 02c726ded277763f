import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskProgress } from '@wakeline/contract/tasks';
import type { TrackFormat } from '@wakeline/contract/tracks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const PATIENCE = { timeout: 30_000 };
const FIXTURES = join(import.meta.dirname, '../../../../../packages/formats/src/fixtures');
const HIGHFIELD = readFileSync(join(FIXTURES, 'highfield-park.gpx'));
/** The run of the fixture. */
const RUN = { startTime: Date.UTC(2022, 5, 4, 9), endTime: Date.UTC(2022, 5, 4, 10) };

let world: World;
let harbour: WorldAccount;
let ada: Person;
let imei = 100;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  await world.database.db.updateTable('account').set({ retention_days: 3_650 }).execute();
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());

function tracker(name?: string): Promise<number> {
  imei += 1;
  return harbour.tracker(String(imei), name);
}

async function ended(taskId: number, person = ada): Promise<TaskProgress> {
  const find = async () =>
    (await person.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskId);
  await expect.poll(async () => (await find())?.state, PATIENCE).toMatch(/^(done|failed)$/);
  const task = await find();
  if (task === undefined) throw new Error('it was there a moment ago');
  return task;
}

async function resultOf(task: TaskProgress, person = ada): Promise<Buffer> {
  const response = await fetch(`${world.url}${task.url}`, {
    headers: { authorization: `Bearer ${await person.token()}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function imported(trackerId: number, content: string | Uint8Array<ArrayBuffer>, name = 'run.gpx') {
  const { taskProgressId } = await ada.call('importTrack', { trackerId, file: new File([content], name) });
  return ended(taskProgressId);
}

async function exported(trackerIds: readonly number[], format: TrackFormat, window = RUN) {
  const { taskProgressId } = await ada.call('exportTrack', {
    trackerIds: [...trackerIds],
    format,
    ...window,
  });
  const task = await ended(taskProgressId);
  expect(task.state).toBe('done');
  return (await resultOf(task)).toString();
}

const pointsOf = async (trackerId: number, window = RUN) =>
  (await ada.call('getTrackByTime', { trackerId, ...window })).points;

describe('a file becomes history', () => {
  test('all of a GPX of a watch, once, however often it is read', async () => {
    const trackerId = await tracker('Sea Gull');
    const first = await imported(trackerId, HIGHFIELD);
    expect(first).toMatchObject({
      state: 'done',
      name: 'Import a track: Sea Gull (run.gpx): 2246 stored, 0 already there, 0 refused',
    });
    const points = await pointsOf(trackerId);
    expect(points).toHaveLength(2_246);
    // The first position of the file.
    expect(points[0]).toMatchObject({
      lat: 51.744146,
      lng: -0.299828,
      height: 87.5,
      time: 1_654_333_359_000,
    });
    expect(points[0]?.info).toContainEqual({ key: 'heartRate', value: '119' });
    const again = await imported(trackerId, HIGHFIELD);
    expect(again.name).toContain(': 0 stored, 2246 already there, 0 refused');
    expect(await pointsOf(trackerId)).toEqual(points);
  });

  test('its account says of each row what became of it', async () => {
    const trackerId = await tracker();
    const file = [
      'time,latitude,longitude,battery',
      '2026-05-01T10:00:00Z,36.1,-120.3,255',
      '2026-05-01T10:00:00Z,36.2,120.3,',
      '2026-05-01 20:00:01,36.1,120.3,', // 12:00:01 UTC: the account lives in Shanghai
      '2027-05-01T10:00:00Z,36.1,120.3,',
      '1999-05-01T10:00:00Z,36.1,120.3,',
      '2026-05-01T10:00:02Z,96.1,120.3,',
      '2026-05-01T10:00:03Z,36.1,190,',
      'yesterday,36.1,120.3,',
      ',36.1,120.3,',
      '2026-05-01T10:00:04Z,,,',
      '2026-05-01T10:00:05Z,0,0,',
      '2026-05-01T10:00:06Z,"36.1,120.3,',
    ].join('\n');
    const task = await imported(trackerId, file, 'pier.csv');
    expect(task.name).toContain(': 2 stored, 1 already there, 9 refused');
    const text = (await resultOf(task)).toString();
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.slice(1).split('\r\n')).toEqual([
      '"Row","Time","Latitude","Longitude","Outcome","Reason"',
      '2,"2026-05-01 18:00:00",36.1,-120.3,"stored","without what cannot be: battery"',
      '3,"2026-05-01 18:00:00",36.2,120.3,"already there",""',
      '4,"2026-05-01 20:00:01",36.1,120.3,"stored",""',
      '5,"2027-05-01 18:00:00",36.1,120.3,"refused","the time is in the future"',
      '6,"1999-05-01 18:00:00",36.1,120.3,"refused","older than what is kept"',
      '7,"2026-05-01 18:00:02",96.1,120.3,"refused","the latitude is out of range"',
      '8,"2026-05-01 18:00:03",36.1,190,"refused","the longitude is out of range"',
      '9,"","","","refused","the time cannot be understood"',
      '10,"","","","refused","no time"',
      '11,"","","","refused","no latitude or longitude"',
      '12,"2026-05-01 18:00:05",0,0,"refused","the receiver had no fix"',
      '13,"","","","refused","the row is malformed"',
      '"","","","","stored",2',
      '"","","","","already there",1',
      '"","","","","refused",9',
      '',
    ]);
  });
});

test('a track comes back as it was by GPX and CSV', async () => {
  const trackerId = await tracker('Sea Gull');
  await imported(trackerId, HIGHFIELD);
  const before = await pointsOf(trackerId);
  for (const format of ['gpx', 'csv'] as const) {
    const other = await tracker();
    const task = await imported(other, await exported([trackerId], format), `x.${format}`);
    expect(task.name).toContain(': 2246 stored, 0 already there, 0 refused');
    expect(await pointsOf(other)).toEqual(before);
  }
});
