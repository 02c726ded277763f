import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ERRORS, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Correction, TrackFormat } from '@wakeline/contract/replay/tracks';
import type { TaskProgress } from '@wakeline/contract/tasks';
import { isInstalled, runProgram } from '@wakeline/formats/testing/programs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const TIMEOUT = { timeout: 30_000 };
const FIXTURES = join(import.meta.dirname, '../../../../../../packages/formats/src/fixtures');
const HIGHFIELD = readFileSync(join(FIXTURES, 'highfield-park.gpx'));
/** Time range of the run in the fixture. */
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
beforeEach(async () => {
  // Clears the tasks that count to the hourly limit of the account.
  await world.database.db.deleteFrom('task').where('state', 'in', ['done', 'failed']).execute();
});
afterAll(() => world.stop());

function createTracker(name?: string): Promise<number> {
  imei += 1;
  return harbour.tracker(String(imei), name);
}

async function waitForTask(taskId: number, person = ada): Promise<TaskProgress> {
  const find = async () =>
    (await person.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskId);
  await expect.poll(async () => (await find())?.state, TIMEOUT).toMatch(/^(done|failed)$/);
  const task = await find();
  if (task === undefined) throw new Error('the task disappeared');
  return task;
}

async function readResult(task: TaskProgress, person = ada) {
  const response = await fetch(`${world.url}${task.url}`, {
    headers: { authorization: `Bearer ${await person.token()}` },
  });
  expect(response.status).toBe(200);
  const [, name] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, file: Buffer.from(await response.arrayBuffer()) };
}

const errorNameOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: unknown) => (error instanceof NamedError ? error.errorName : String(error)),
  );

async function importFile(trackerId: number, content: string | Uint8Array, name = 'run.gpx') {
  const { taskProgressId } = await ada.call('importTrack', {
    trackerId,
    file: new File([Buffer.from(content)], name),
  });
  return waitForTask(taskProgressId);
}

async function exportFile(
  trackerIds: readonly number[],
  format: TrackFormat,
  window = RUN,
  correction: Correction = 'none',
) {
  const payload = { trackerIds: [...trackerIds], format, correction, ...window };
  const { taskProgressId } = await ada.call('exportTrack', payload);
  const task = await waitForTask(taskProgressId);
  expect(task.state).toBe('done');
  return readResult(task);
}

const readPoints = async (trackerId: number, window = RUN) =>
  (await ada.call('getTrackByTime', { trackerId, ...window })).points;

describe('an import', () => {
  test('stores all positions of a GPX file once', async () => {
    const trackerId = await createTracker('Sea Gull');
    const first = await importFile(trackerId, HIGHFIELD);
    expect(first).toMatchObject({
      state: 'done',
      name: 'Import track: Sea Gull (run.gpx): imported 2246, duplicate 0, rejected 0',
    });
    const points = await readPoints(trackerId);
    expect(points).toHaveLength(2_246);
    // The first position of the file.
    expect(points[0]).toMatchObject({
      lat: 51.744146,
      lng: -0.299828,
      height: 87.5,
      time: 1_654_333_359_000,
    });
    expect(points[0]?.info).toContainEqual({ key: 'heartRate', value: '119' });
    const again = await importFile(trackerId, HIGHFIELD);
    expect(again.name).toContain(': imported 0, duplicate 2246, rejected 0');
    expect(await readPoints(trackerId)).toEqual(points);
  });

  test('reports the outcome of each row', async () => {
    const trackerId = await createTracker();
    const file = [
      'time,latitude,longitude,battery',
      '2026-05-01T10:00:00Z,36.1,-120.3,255',
      '2026-05-01T10:00:00Z,36.2,120.3,',
      '2026-05-01 20:00:01,36.1,120.3,', // 12:00:01 UTC: the account's time zone is Asia/Shanghai
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
    const task = await importFile(trackerId, file, 'pier.csv');
    expect(task.name).toContain(': imported 2, duplicate 1, rejected 9');
    const report = (await readResult(task)).file.toString();
    expect(report.startsWith('\ufeff')).toBe(true);
    expect(report.slice(1).split('\r\n')).toEqual([
      '"Row","Time","Latitude","Longitude","Result","Reason"',
      '2,"2026-05-01 18:00:00",36.1,-120.3,"imported","ignored: battery"',
      '3,"2026-05-01 18:00:00",36.2,120.3,"duplicate",""',
      '4,"2026-05-01 20:00:01",36.1,120.3,"imported",""',
      '5,"2027-05-01 18:00:00",36.1,120.3,"rejected","time in the future"',
      '6,"1999-05-01 18:00:00",36.1,120.3,"rejected","older than the history period"',
      '7,"2026-05-01 18:00:02",96.1,120.3,"rejected","latitude out of range"',
      '8,"2026-05-01 18:00:03",36.1,190,"rejected","longitude out of range"',
      '9,"","","","rejected","time not recognised"',
      '10,"","","","rejected","time missing"',
      '11,"","","","rejected","latitude or longitude missing"',
      '12,"2026-05-01 18:00:05",0,0,"rejected","no GPS fix"',
      '13,"","","","rejected","row not readable"',
      '"","","","","imported",2',
      '"","","","","duplicate",1',
      '"","","","","rejected",9',
      '',
    ]);
  });
});

describe('an export', () => {
  test.each(['gpx', 'kml', 'csv'] as const)('is restored from %s unchanged', async (format) => {
    const trackerId = await createTracker('Sea Gull');
    await importFile(trackerId, HIGHFIELD);
    const before = await readPoints(trackerId);
    const { file, name } = await exportFile([trackerId], format);
    expect(name).toBe(`Sea Gull 2022-06-04.${format}`);
    const other = await createTracker();
    const task = await importFile(other, file, `x.${format}`);
    expect(task.name).toContain(': imported 2246, duplicate 0, rejected 0');
    // The label belongs to the device, not to the track.
    const unlabelled = (points: typeof before) => points.map(({ label: _, ...point }) => point);
    expect(unlabelled(await readPoints(other))).toEqual(unlabelled(before));
  });

  test('restores the FIT file of a watch from FIT', async () => {
    const window = { startTime: Date.UTC(2015, 7, 15, 12), endTime: Date.UTC(2015, 7, 15, 20) };
    await world.database.db.updateTable('account').set({ retention_days: 10_000 }).execute();
    const trackerId = await createTracker('Watch');
    const task = await importFile(trackerId, readFileSync(join(FIXTURES, 'fenix2-run.fit')), 'run.fit');
    expect(task.state).toBe('done');
    const before = await readPoints(trackerId, window);
    expect(before.length).toBeGreaterThan(2_700);
    const other = await createTracker();
    await importFile(other, (await exportFile([trackerId], 'fit', window)).file, 'back.fit');
    const after = await readPoints(other, window);
    const coordinatesOf = (points: typeof before) =>
      points.map(({ time, lng, lat, height, speed }) => [time, lng, lat, height, speed]);
    expect(coordinatesOf(after)).toEqual(coordinatesOf(before));
  });

  test.skipIf(!isInstalled('gpsbabel'))('is read by gpsbabel point by point', async () => {
    const trackerId = await createTracker('Sea Gull');
    await importFile(trackerId, HIGHFIELD);
    const points = await readPoints(trackerId);
    for (const [format, gpsbabelFormat] of [
      ['gpx', 'gpx'],
      ['kml', 'kml'],
      ['fit', 'garmin_fit'],
    ] as const) {
      const { file } = await exportFile([trackerId], format);
      const out = runProgram('gpsbabel', file, `.${format}`, (path) => [
        ...['-t', '-i', gpsbabelFormat, '-f', path],
        ...['-o', 'unicsv,utc=0,prec=9', '-F', '-'],
      ]);
      const [heading = '', ...lines] = out.trim().split(/\r?\n/);
      const column = (name: string) => heading.split(',').indexOf(name);
      const rows = lines.map((line) => line.split(','));
      expect(rows).toHaveLength(points.length);
      for (const [at, { time, lat, lng }] of points.entries()) {
        const row = rows[at] ?? [];
        const timestamp = `${row[column('Date')]?.replaceAll('/', '-')}T${row[column('Time')]}Z`;
        expect(Date.parse(timestamp)).toBe(time);
        expect(Number(row[column('Latitude')])).toBeCloseTo(lat, 6);
        expect(Number(row[column('Longitude')])).toBeCloseTo(lng, 6);
      }
    }
  });

  test('contains the devices in scope at run time in the requested order', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
    const ids = [
      await harbour.tracker('901', 'Seen', groupId),
      await harbour.tracker('902', 'Gone', groupId),
    ];
    for (const id of ids) await importFile(id, HIGHFIELD);
    const pilot = await harbour.person('pat', { permission: 'viewer', groupIds: [groupId] });
    // The export waits until the other task of the account has finished.
    const blockingTask = await ada.call('importTrack', {
      trackerId: ids[0] ?? 0,
      file: new File([HIGHFIELD], 'x.gpx'),
    });
    const { taskProgressId } = await pilot.call('exportTrack', {
      trackerIds: ids,
      format: 'geojson',
      ...RUN,
    });
    await ada.call('editTracker', { trackerId: ids[1] ?? 0, groupId: null });
    await waitForTask(blockingTask.taskProgressId);
    const task = await waitForTask(taskProgressId, pilot);
    expect(task.name).toBe('Export tracks (GeoJSON): 2 devices');
    const { features } = JSON.parse((await readResult(task, pilot)).file.toString()) as {
      features: { properties: { name: string } }[];
    };
    expect(features.map(({ properties }) => properties.name)).toEqual(['Seen']);
  });

  test('with correction omits a jump to another country', async () => {
    const trackerId = await createTracker();
    const rows = Array.from({ length: 60 }, (_, at) => {
      const lat = at === 30 ? 48 : 36 + at * 1e-5;
      return `${new Date(Date.UTC(2026, 4, 1) + at * 1_000).toISOString()},${lat},120`;
    });
    await importFile(trackerId, ['time,latitude,longitude', ...rows].join('\n'), 'x.csv');
    const window = { startTime: Date.UTC(2026, 4, 1), endTime: Date.UTC(2026, 4, 2) };
    const asIs = (await exportFile([trackerId], 'csv', window)).file.toString();
    const corrected = (await exportFile([trackerId], 'csv', window, 'intelligent')).file.toString();
    expect(asIs.trim().split('\r\n')).toHaveLength(61);
    expect(corrected.trim().split('\r\n')).toHaveLength(60);
    expect(corrected).not.toContain(',48,');
  });
});

describe('refuses', () => {
  const file = (content: string | Uint8Array<ArrayBuffer>, name = 'x.gpx') => new File([content], name);

  test('files that are not tracks before adding a task', async () => {
    const trackerId = await createTracker();
    const errorName = (content: File) => errorNameOf(ada.call('importTrack', { trackerId, file: content }));
    expect(await errorName(file('', 'x.csv'))).toBe('track-file-empty');
    expect(await errorName(file('hello\nworld'))).toBe('track-file-type');
    expect(await errorName(file('<html></html>'))).toBe('track-file-type');
    expect(await ada.call('queryAllTaskProgress', {})).toMatchObject({ isSelect: false });
  });

  test('a GPX of 200 MB during the upload', async () => {
    const trackerId = await createTracker();
    const boundary = 'b0undary';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="trackerId"\r\n\r\n${trackerId}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x.gpx"\r\n\r\n<gpx>`;
    const tail = `</gpx>\r\n--${boundary}--\r\n`;
    const chunks = 3_200;
    const chunk = Buffer.alloc(65_536, 0x20);
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from(head);
      for (let at = 0; at < chunks; at += 1) yield chunk;
      yield Buffer.from(tail);
    }
    const sending = request(`${world.url}${world.prefix}/importTrack`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await ada.token()}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + chunks * chunk.length + tail.length,
      },
    });
    const responsePromise = once(sending, 'response') as Promise<[IncomingMessage]>;
    await pipeline(body(), sending);
    const [response] = await responsePromise;
    expect(JSON.parse(await text(response))).toMatchObject({
      result_code: ERRORS['track-file-too-large'].code,
    });
  });

  test.each([
    [
      'a truncated FIT file',
      () => readFileSync(join(FIXTURES, 'fenix2-run.fit')).subarray(0, 60_000),
      { name: 'track-file-cut', line: null },
    ],
    // `head -c 200000` has 6,974 line feeds.
    ['a truncated GPX file', () => HIGHFIELD.subarray(0, 200_000), { name: 'track-file-cut', line: 6_975 }],
    [
      'a GPX file with malformed XML at its end',
      () => Buffer.concat([HIGHFIELD.subarray(0, 200_000), Buffer.from('<a b=></a>')]),
      { name: 'track-file-malformed', line: 6_975 },
    ],
    [
      'a GPX with entities',
      () => Buffer.from('<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>'),
      { name: 'gps-file-entities', line: 1 },
    ],
    [
      'a GPX without a track',
      () => Buffer.from('<gpx><wpt lat="1" lon="2"/></gpx>'),
      { name: 'track-file-empty', line: null },
    ],
  ] as const)('%s and stores nothing', async (_name, content, reason) => {
    const trackerId = await createTracker();
    const task = await importFile(trackerId, content());
    const { name, line } = reason;
    const expectedReason = ERRORS[name].en + (line === null ? '' : ` (line ${line})`);
    expect(task).toMatchObject({ state: 'failed', reason: expectedReason });
    const { rows } = await sql<{
      n: number;
    }>`select count(*) n from position where tracker_id = ${trackerId}`.execute(world.database.db);
    expect(rows[0]?.n).toBe(0);
  });

  test('users without the right, empty tracks, unknown devices and long windows', async () => {
    const trackerId = await createTracker();
    const viewer = await harbour.person('vic', { permission: 'viewer' });
    expect(await errorNameOf(viewer.call('importTrack', { trackerId, file: file('<gpx/>') }))).toBe(
      'not-allowed',
    );
    expect(
      await errorNameOf(ada.call('exportTrack', { trackerIds: [trackerId], format: 'gpx', ...RUN })),
    ).toBe('track-none');
    expect(await errorNameOf(ada.call('exportTrack', { trackerIds: [999_999], format: 'gpx', ...RUN }))).toBe(
      'tracker-unknown',
    );
    const long = { startTime: 0, endTime: 4 * 86_400_000 };
    const two = [trackerId, await createTracker()];
    expect(await errorNameOf(ada.call('exportTrack', { trackerIds: two, format: 'gpx', ...long }))).toBe(
      'span-too-long-many',
    );
  });
});

test('leaves no upload and no tracker state after an import, only one audit entry', async () => {
  const trackerId = await createTracker('Quiet');
  await importFile(trackerId, HIGHFIELD);
  const { db } = world.database;
  const uploads = await db.selectFrom('stored_file').select('file_id').where('kind', '=', 'upload').execute();
  expect(uploads).toEqual([]);
  const states = await db
    .selectFrom('tracker_state')
    .select('tracker_id')
    .where('tracker_id', '=', trackerId)
    .execute();
  expect(states).toEqual([]);
  const entries = await db
    .selectFrom('audit_entry')
    .select('target')
    .where('action', '=', 'importTrack')
    .where('target', '=', 'Quiet')
    .execute();
  expect(entries).toHaveLength(1);
});

test('imports nothing for a device that is removed while its import waits', async () => {
  const trackerId = await createTracker();
  const before = await ada.call('importTrack', {
    trackerId: await createTracker(),
    file: new File([HIGHFIELD], 'a.gpx'),
  });
  const { taskProgressId } = await ada.call('importTrack', {
    trackerId,
    file: new File([HIGHFIELD], 'b.gpx'),
  });
  await ada.call('removeTracker', { trackerId });
  await waitForTask(before.taskProgressId);
  expect(await waitForTask(taskProgressId)).toMatchObject({
    state: 'failed',
    reason: ERRORS['tracker-unknown'].en,
  });
});

test('documents the limits and errors of track files', () => {
  const page = (name: string) =>
    readFileSync(join(import.meta.dirname, '../../../../../../docs', name), 'utf8');
  const { trackFileBytes, trackFileUnpackedBytes, trackFileRows } = LIMITS;
  const [packed, unpacked] = [trackFileBytes / 1_048_576, trackFileUnpackedBytes / 1_048_576];
  expect(page('api.md')).toContain(`${packed} MiB, ${unpacked} MiB, ${trackFileRows} |`);
  const formats = page('user/file-formats.md');
  expect(formats).toContain(`more than ${packed} MB, refused during the upload`);
  expect(formats).toContain(`unpacks to more than ${unpacked} MB`);
  expect(formats).toContain(`more than ${trackFileRows.toLocaleString('en')} rows`);
  const named = Object.keys(ERRORS).filter((name) => name.startsWith('track-file-'));
  for (const name of named) expect(formats).toContain(`\`${name}\``);
});
