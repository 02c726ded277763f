import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Files } from '../../../files/files.ts';
import { postgresPositions } from '../../../positions/postgres/postgres-positions.ts';
import type { TaskRun } from '../../../tasks/kinds.ts';
import { filesInFolder } from '../../../testing/files.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import type { ImportTrackSubject } from './import-track.task.ts';
import { importTrackWorker } from './import-track.ts';

const FIRST = Date.UTC(2026, 4, 1);
const ROWS = 5_000;

let world: World;
let ada: Person;
let files: Files;
let root: string;
let trackerId: number;
let stored: string;
let taskId: number;
let imei = 500;
beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
  root = mkdtempSync(join(tmpdir(), 'wakeline-import-'));
  files = filesInFolder({ db: world.database.db, root, prefix: '/service', now: () => world.clock.now() });
});
afterAll(async () => {
  await world.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  imei += 1;
  trackerId = await (await world.account('harbour')).tracker(String(imei));
  const rows = Array.from({ length: ROWS }, (_, at) => `${FIRST + at * 1_000},36.1,${120 + at * 1e-5}`);
  stored = await upload(`time,latitude,longitude\n${rows.join('\n')}`);
  ({ task_id: taskId } = await world.database.db
    .insertInto('task')
    .values({
      account_id: ada.accountId,
      user_id: ada.userId,
      kind: 'importTrack',
      subject: '{}',
      state: 'running',
      created_at: new Date(world.clock.now()),
    })
    .returning('task_id')
    .executeTakeFirstOrThrow());
});

async function upload(text: string): Promise<string> {
  const written = await files.write(Buffer.from(text));
  await world.database.db.transaction().execute((tx) =>
    files.record(tx, written, {
      accountId: ada.accountId,
      kind: 'upload',
      userId: ada.userId,
      mediaType: 'text/csv',
      name: 'x.csv',
      expiresAt: null,
    }),
  );
  return written.fileId;
}

function run(options: Partial<TaskRun<ImportTrackSubject>> = {}) {
  const worker = importTrackWorker({
    db: world.database.db,
    positions: postgresPositions,
    files,
    clock: world.clock,
  });
  return worker.run({
    taskId,
    accountId: ada.accountId,
    userId: ada.userId,
    subject: createSubject(stored),
    signal: new AbortController().signal,
    progress: async () => undefined,
    ...options,
  });
}

const readPoints = async () =>
  (await ada.call('getTrackByTime', { trackerId, startTime: FIRST, endTime: FIRST + 86_400_000 })).points;

test('continues after a crash with the same result', async () => {
  let batches = 0;
  const progress = async () => {
    batches += 1;
    if (batches === 2) throw new Error('the server is killed here');
  };
  await expect(run({ progress })).rejects.toThrow('killed here');
  expect(await readPoints()).toHaveLength(4_000);
  const result = await run();
  expect(result?.outcome).toEqual({ stored: 1_000, there: 4_000, refused: 0 });
  expect(await readPoints()).toHaveLength(ROWS);
});

test('does not overwrite positions of the device', async () => {
  const before = await upload(`time,latitude,longitude\n${FIRST},10,20`);
  await run({ subject: createSubject(before) });
  expect((await run())?.outcome).toEqual({ stored: ROWS - 1, there: 1, refused: 0 });
  expect((await readPoints())[0]).toMatchObject({ time: FIRST, lat: 10, lng: 20 });
});

describe('when the requester can no longer edit devices', () => {
  const refused = { errorName: 'not-allowed' };
  const setPermission = (permission: 'viewer' | 'holder') =>
    world.database.db.updateTable('app_user').set({ permission }).where('user_id', '=', ada.userId).execute();

  afterEach(() => setPermission('holder'));

  test('imports nothing', async () => {
    await setPermission('viewer');
    await expect(run()).rejects.toMatchObject(refused);
    expect(await readPoints()).toEqual([]);
  });

  test('stops between two batches', async () => {
    const stopped = run({ progress: async () => void (await setPermission('viewer')) });
    await expect(stopped).rejects.toMatchObject(refused);
  });

  test('does not end as done after the last batch', async () => {
    const { db } = world.database;
    const result = await run();
    await setPermission('viewer');
    const ended = db.transaction().execute(async (tx) => result?.commit?.(tx));
    await expect(ended).rejects.toMatchObject(refused);
  });
});

test('fails with a named error when the upload is missing', async () => {
  await files.dropUpload(stored);
  await expect(run()).rejects.toMatchObject({ errorName: 'file-unknown' });
});

test('ends between two batches when the server stops', async () => {
  const stopping = new AbortController();
  stopping.abort(new Error('the server stops'));
  await expect(run({ signal: stopping.signal })).rejects.toThrow('the server stops');
});

function createSubject(file: string): ImportTrackSubject {
  return {
    userId: ada.userId,
    trackerId,
    trackerName: 'Sea Gull',
    stored: file,
    fileName: 'x.csv',
    language: 'en_US',
    timeZone: 'UTC',
  };
}
