import type { FenceForm } from '@wakeline/contract/entities/map-object';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { TaskProgress } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const TIMEOUT = { timeout: 20_000 };

let world: World;
let ada: Person;
let pilot: Person;
let quayGroupId: number;
let yardGroupId: number;
beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  ({ groupId: quayGroupId } = await ada.call('createGroup', { groupName: 'Quay' }));
  ({ groupId: yardGroupId } = await ada.call('createGroup', { groupName: 'Yard' }));
  pilot = await harbour.person('pat', { permission: 'viewer', groupIds: [quayGroupId] });
});
afterAll(() => world.stop());

beforeEach(async () => {
  for (const table of ['fence', 'label_point', 'route', 'task'] as const) {
    await world.database.db.deleteFrom(table).execute();
  }
});

async function waitForTask(person: Person, taskId: number): Promise<TaskProgress> {
  const find = async () =>
    (await person.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskId);
  await expect.poll(async () => (await find())?.state, TIMEOUT).toMatch(/^(done|failed)$/);
  const task = await find();
  if (task === undefined) throw new Error('the task disappeared');
  return task;
}

type ExportPayload = PayloadInput<Operations['exportMapObjects']>;
async function exportFile(payload: ExportPayload, person = ada) {
  const { taskProgressId } = await person.call('exportMapObjects', payload);
  const task = await waitForTask(person, taskProgressId);
  const response = await fetch(`${world.url}${task.url}`, {
    headers: { authorization: `Bearer ${await person.token()}` },
  });
  expect(response.status).toBe(200);
  return { task, headers: response.headers, text: await response.text() };
}

const AREAS: readonly Pick<FenceForm, 'fenceName' | 'fenceType' | 'fenceData'>[] = [
  { fenceName: 'Berth', fenceType: 'CIRCULAR', fenceData: { center: [110.5, 24.5], radius: 1_500 } },
  {
    fenceName: '<Basin> & "co"',
    fenceType: 'POLYGON',
    fenceData: {
      rings: [
        [
          [178, 0],
          [182, 0],
          [182, 4],
          [178, 4],
        ],
        [
          [179, 1],
          [180.5, 3],
          [181, 1],
        ],
      ],
    },
  },
  { fenceName: 'Yard', fenceType: 'RECTANGLE', fenceData: { west: 1, south: 2, east: 3, north: 4 } },
];

describe('an export', () => {
  test('restores fences of all types with names, notes and colours from GeoJSON exactly', async () => {
    for (const area of AREAS) {
      await ada.call('createFence', { ...area, color: '#a1b2c3', note: `of ${area.fenceName}` });
    }
    const { task, headers, text } = await exportFile({
      kind: 'fence',
      format: 'geojson',
      name: 'Our / fences',
    });
    expect(task).toMatchObject({ kind: 'exportMapObjects', name: 'Export fences (GeoJSON)', totalNum: 3 });
    expect(headers.get('content-type')).toBe('application/geo+json');
    expect(headers.get('content-disposition')).toContain('filename="Our fences.geojson"');
    const { list: before } = await ada.call('queryAllFences', {});
    await world.database.db.deleteFrom('fence').execute();
    await ada.call('uploadGPSFile', { file: new File([text], 'x'), save: true });
    const { list: after } = await ada.call('queryAllFences', {});
    const withoutId = (list: typeof before) => list.map(({ fenceId: _, ...rest }) => rest);
    // GeoJSON prescribes the orientation of rings; the rings of this test have it already.
    expect(withoutId(after)).toEqual(withoutId(before));
  });

  test.each(['geojson', 'kml', 'gpx'] as const)('restores points and routes from %s', async (format) => {
    await ada.call('addLabelPoint', {
      placeName: '码头',
      latitude: 24.123456,
      longitude: 110.5,
      note: 'a\nb',
    });
    await ada.call('addRoute', {
      routeName: 'Round',
      color: '#00aa11',
      dataPoints: [
        [179.5, 1, 12.25],
        [180.5, 2],
        [181, 3],
      ],
    });
    const texts = [];
    for (const kind of ['labelPoint', 'route'] as const)
      texts.push((await exportFile({ kind, format })).text);
    const read = async () => {
      const { list: points } = await ada.call('queryAllLabelPoints', {});
      const { list: routes } = await ada.call('queryAllRoutes', {});
      const fullRoute = await ada.call('queryRouteByID', { routeId: routes[0]?.routeId ?? 0 });
      const [point] = points;
      return {
        point: [point?.placeName, point?.latitude, point?.longitude, point?.note, point?.color],
        route: [fullRoute.routeName, fullRoute.color, fullRoute.dataPoints],
        counts: [points.length, routes.length],
      };
    };
    const before = await read();
    await world.database.db.deleteFrom('label_point').execute();
    await world.database.db.deleteFrom('route').execute();
    for (const text of texts) await ada.call('uploadGPSFile', { file: new File([text], 'x'), save: true });
    expect(await read()).toEqual(before);
  });

  test('contains all objects of several pages', async () => {
    await sql`
      insert into label_point (account_id, name, latitude, longitude, icon_url, color, display, note, images)
      select ${ada.accountId}, 'P' || n, 1, n / 1000.0, 'flag', '#000000', 'SHOW', '', '{}'
      from generate_series(1, 4500) n`.execute(world.database.db);
    const { text, task } = await exportFile({ kind: 'labelPoint', format: 'geojson' });
    expect(task.totalNum).toBe(4_500);
    const { features } = JSON.parse(text) as { features: { properties: { name: string } }[] };
    expect(features.map(({ properties }) => properties.name)).toEqual(
      Array.from({ length: 4_500 }, (_, at) => `P${at + 1}`),
    );
  });

  test('contains only selected objects that the requester can see', async () => {
    const coordinates = { latitude: 1, longitude: 1 };
    const add = async (placeName: string, groupId: number | null) =>
      (await ada.call('addLabelPoint', { placeName, groupId, ...coordinates })).labelPointId;
    const ids = [await add('mine', quayGroupId), await add('theirs', yardGroupId), await add('all', null)];
    await add('not selected', null);
    const names = (text: string) =>
      (JSON.parse(text) as { features: { properties: { name: string } }[] }).features.map(
        ({ properties }) => properties.name,
      );
    const payload: ExportPayload = { kind: 'labelPoint', ids, format: 'geojson' };
    expect(names((await exportFile(payload)).text)).toEqual(['mine', 'theirs', 'all']);
    expect(names((await exportFile(payload, pilot)).text)).toEqual(['mine', 'all']);
    await expect(pilot.call('exportMapObjects', { ...payload, ids: [ids[1] ?? 0] })).rejects.toMatchObject({
      errorName: 'export-empty',
    });
  });

  test('applies the scope of the requester at run time, not at request time', async () => {
    await ada.call('addLabelPoint', { placeName: 'mine', latitude: 1, longitude: 1, groupId: quayGroupId });
    const { db } = world.database;
    const { taskProgressId } = await pilot.call('exportMapObjects', { kind: 'labelPoint', format: 'kml' });
    await db.deleteFrom('user_group').where('user_id', '=', pilot.userId).execute();
    const first = await waitForTask(pilot, taskProgressId);
    const again = await db
      .updateTable('task')
      .set({ state: 'waiting', file_id: null, progress: 0 })
      .where('task_id', '=', first.taskProgressId)
      .returning('task_id')
      .executeTakeFirstOrThrow();
    await sql`insert into pgboss.job (name, data) values ('task', ${JSON.stringify({ taskId: again.task_id })}::jsonb)`.execute(
      db,
    );
    expect(await waitForTask(pilot, again.task_id)).toMatchObject({ state: 'done', url: null });
    await db.insertInto('user_group').values({ user_id: pilot.userId, group_id: quayGroupId }).execute();
  });
});

test('refuses an empty export with a named error', async () => {
  for (const kind of ['fence', 'labelPoint', 'route'] as const) {
    await expect(ada.call('exportMapObjects', { kind, format: 'gpx' })).rejects.toMatchObject({
      errorName: 'export-empty',
    });
  }
});

test('turns an invalid file name into a valid one', async () => {
  await ada.call('addLabelPoint', { placeName: 'x', latitude: 1, longitude: 1 });
  const { headers } = await exportFile({
    kind: 'labelPoint',
    format: 'gpx',
    name: '../..\\a:b\u202e"c".gpx',
  });
  expect(headers.get('content-disposition')).toContain('filename="a b c .gpx"');
  const { headers: unnamed } = await exportFile({ kind: 'labelPoint', format: 'kml', name: ' ... ' });
  expect(unnamed.get('content-disposition')).toContain('filename="Labelled points 2026-06-01.kml"');
});
