import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';
import { S3Storage } from './s3-storage.ts';
import { sweepFiles } from './sweep.ts';
import { S3Server, VERSITYGW } from './testing/s3-server.ts';

const BUCKET = 'wakeline';
const DAY = 86_400_000;

describe.skipIf(VERSITYGW === null)('two servers with a bucket', { tags: ['cluster'] }, () => {
  let s3: S3Server;
  let first: World;
  let second: World;
  let ada: Person;
  let adaOnSecond: Person;
  let bucket: S3Storage;
  beforeAll(async () => {
    s3 = await S3Server.start();
    await s3.createBucket(BUCKET);
    const environment = s3.environment(BUCKET, 'harbour');
    first = await startWorld({ environment });
    second = await startWorld({ environment, sharesDatabaseWith: first });
    ada = await (await first.account('club')).person('ada');
    const { login, userId, accountId } = ada;
    adaOnSecond = new Person({ login, userId, accountId, url: second.url, prefix: second.prefix });
    await adaOnSecond.signIn();
    const settings = s3.settings(BUCKET, 'harbour/');
    bucket = new S3Storage({ settings, temporaryFolder: first.dataDir, onFailure: () => undefined });
  });
  afterAll(async () => {
    bucket.close();
    await second.stop();
    await first.stop();
    await s3.stop();
  });

  const fileIdOf = (url: string | null) => url?.split('/').at(-1) ?? '';

  async function picture(width: number, height: number): Promise<File> {
    const create = { width, height, channels: 3, background: '#ff0000' } as const;
    return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], 'map.png');
  }

  /** A layer with a picture whose corners are not enough to place it, so that it is cut into tiles. */
  async function addLayer(): Promise<number> {
    const layerPoints = [
      [0, 0],
      [200, 0],
      [200, 200],
      [0, 200],
      [100, 0],
      [100, 200],
      [100, 100],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const mapPoints = layerPoints.map(({ x, y }, index): [number, number] => [
      10 + (x + (index === 6 ? 30 : 0)) * 1e-4,
      0.01 - y * 1e-4,
    ]);
    const points = { layerPoints, mapPoints, method: 'spline' } as const;
    const layer = { layerName: 'Forest', picture: await picture(200, 200), ...points };
    return (await ada.call('saveOrUpdateRaceLayer', layer)).layerId;
  }

  async function findLayer(layerId: number, person: Person) {
    const { list } = await person.call('queryAllRaceLayer', {});
    return list.find((layer) => layer.layerId === layerId) ?? null;
  }

  const waitForTiles = (layerId: number) =>
    eventually('the tiles', async () => {
      const layer = await findLayer(layerId, ada);
      if (layer?.tileState === 'failed') throw new Error('the task failed');
      return layer?.tileState === 'done' ? layer : null;
    });

  async function listed(): Promise<readonly string[]> {
    const fileIds: string[] = [];
    for await (const { fileId } of bucket.list()) fileIds.push(fileId);
    return fileIds.sort();
  }

  test('serves on one what the other stored, with ranges, and keeps nothing in their folders', async () => {
    const layerId = await addLayer();
    const { tileUrl, raceLayerUrl: url } = await waitForTiles(layerId);
    for (const server of [first, second]) {
      expect(existsSync(join(server.dataDir, 'files'))).toBe(false);
      const response = await fetch(`${server.url}${url}`);
      expect(response.status).toBe(200);
      expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(200);
      // It reads the directory of the archive and a tile, each by a range.
      const archive = new PMTiles(`${server.url}${tileUrl}`);
      const { minZoom, maxZoom } = await archive.getHeader();
      expect(minZoom).toBeLessThanOrEqual(maxZoom);
      const range = await fetch(`${server.url}${tileUrl}`, { headers: { range: 'bytes=0-6' } });
      expect([range.status, await range.text()]).toEqual([206, 'PMTiles']);
      const beyond = await fetch(`${server.url}${tileUrl}`, { headers: { range: 'bytes=99999999-' } });
      expect(beyond.status).toBe(416);
    }
    expect(await listed()).toEqual([fileIdOf(url), fileIdOf(tileUrl)].sort());
    await ada.call('deleteRaceLayer', { layerId });
    expect(await listed()).toEqual([]);
  });

  test('gives tasks the files that the other server has received', async () => {
    const sheets = Array.from({ length: 6 }, (_, at) => `name,imei\nGull ${at},86000000000000${at}\n`);
    for (const [at, text] of sheets.entries()) {
      const person = at % 2 === 0 ? ada : adaOnSecond;
      await person.call('importDevices', { file: new File([text], `devices-${at}.csv`), save: true });
    }
    await eventually('the imports', async () => {
      const { list } = await ada.call('queryAllTrackers', {});
      return list.filter(({ trackerName }) => trackerName.startsWith('Gull')).length === sheets.length;
    });
    // Uploads are removed when their tasks end, with the copies for processes.
    await eventually('no uploads', async () => (await listed()).length === 0);
    const copies = () => [first, second].flatMap(({ dataDir }) => readdirSync(join(dataDir, 'uploads')));
    await eventually('no copies', () => copies().length === 0);
  });

  test('reports a bucket that is away by name, and is ready again when it is back', async () => {
    const layerId = await addLayer();
    const { tileUrl, raceLayerUrl: url } = await waitForTiles(layerId);
    const ready = async () => {
      const response = await fetch(`${second.url}/readyz`);
      return [response.status, await response.json()];
    };
    expect(await ready()).toEqual([200, { ready: true, database: true, listeners: true, files: true }]);
    await s3.end();
    expect(await ready()).toEqual([503, { ready: false, database: true, listeners: true, files: false }]);
    const response = await fetch(`${second.url}${url}`);
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(await response.json()).toMatchObject({ error: 'storage-away' });
    await expect(addLayer()).rejects.toMatchObject({ errorName: 'storage-away' });
    // What needs only the database still works; its content is removed later.
    await ada.call('deleteRaceLayer', { layerId });
    expect(await findLayer(layerId, adaOnSecond)).toBeNull();
    const metrics = await (await fetch(`${first.url}/metrics`)).text();
    expect(metrics).toMatch(/wakeline_file_storage_failures_total\{operation="put"\} 1\n/);
    expect(metrics).toMatch(/wakeline_file_storage_failures_total\{operation="delete"\} [1-9]/);
    await s3.run();
    await eventually('readiness', async () => (await ready())[0] === 200);
    expect(await listed()).toEqual([fileIdOf(url), fileIdOf(tileUrl)].sort());
  });

  test('retries a task whose result cannot be stored', async () => {
    const failedPuts = async () => {
      const counts = [first, second].map(async ({ url }) => {
        const metrics = await (await fetch(`${url}/metrics`)).text();
        return Number(/file_storage_failures_total\{operation="put"\} (\d+)/.exec(metrics)?.[1] ?? 0);
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    const before = await failedPuts();
    await s3.end();
    const { taskProgressId } = await ada.call('exportAuditLog', {});
    await eventually('a failed attempt', async () => (await failedPuts()) > before);
    await s3.run();
    const url = await eventually('the result', async () => {
      const { list } = await ada.call('queryAllTaskProgress', {});
      const task = list.find((one) => one.taskProgressId === taskProgressId);
      return task?.state === 'done' ? task.url : null;
    });
    const authorization = `Bearer ${await adaOnSecond.token()}`;
    const result = await fetch(`${second.url}${url}`, { headers: { authorization } });
    expect(await result.text()).toContain('deleteRaceLayer');
  });

  test('sweeps content without a row, and keeps what is used', async () => {
    const layerId = await addLayer();
    const { tileUrl, raceLayerUrl: url } = await waitForTiles(layerId);
    const { db } = first.database;
    const sweep = (now: number) => sweepFiles({ db, storage: bucket, now, usedPictureQueries: [] });
    // A crash between content and row, and the content of the test before.
    await bucket.put('AAAAAAAAAAAAAAAAAAAAAA', Buffer.from('orphan'));
    await db
      .updateTable('stored_file')
      .set({ created_at: new Date(Date.now() + 9 * DAY), expires_at: null })
      .execute();
    const before = await listed();
    const rows = await db.selectFrom('stored_file').select('file_id').execute();
    const used = rows.map((row) => row.file_id).sort();
    expect(used).toEqual(expect.arrayContaining([fileIdOf(url), fileIdOf(tileUrl)]));
    await sweep(Date.now());
    expect(await listed()).toEqual(before);
    expect(await sweep(Date.now() + 2 * DAY)).toBe(before.length - used.length);
    expect(before.length).toBeGreaterThan(used.length);
    expect(await listed()).toEqual(used);
  });
});

test.skipIf(VERSITYGW === null)(
  'does not start with a bucket that does not exist',
  {
    tags: ['cluster'],
  },
  async () => {
    const s3 = await S3Server.start();
    await expect(startWorld({ environment: s3.environment('nowhere') })).rejects.toThrow(
      /^the file storage has no such bucket/,
    );
    await s3.stop();
  },
);
