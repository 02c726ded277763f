import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../files/folder-storage.ts';
import { sweepFiles } from '../../files/sweep.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { picturesOfPoints } from './point-pictures.ts';

let world: World;
let ada: Person;
let viewer: Person;
let otherUser: Person;
/** An editor confined to the group Quay. */
let pilot: Person;
let quayGroupId: number;
let yardGroupId: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  viewer = await harbour.person('vic', { permission: 'viewer' });
  ({ groupId: quayGroupId } = await ada.call('createGroup', { groupName: 'Quay' }));
  ({ groupId: yardGroupId } = await ada.call('createGroup', { groupName: 'Yard' }));
  pilot = await harbour.person('pat', { permission: 'editor', groupIds: [quayGroupId] });
  otherUser = await (await world.account('elsewhere')).person('eve');
});
afterAll(() => world.stop());

type FenceInput = PayloadInput<Operations['createFence']>;
const BASIN: FenceInput = {
  fenceName: 'Basin',
  fenceType: 'POLYGON',
  fenceData: {
    rings: [
      [
        [110, 24],
        [111, 24],
        [111, 25],
        [110, 25],
      ],
      [
        [110.4, 24.4],
        [110.6, 24.4],
        [110.5, 24.6],
      ],
    ],
  },
  color: '#d30d0d',
};

async function readLastAudit() {
  return world.database.db
    .selectFrom('audit_entry')
    .select(['login', 'action', 'target', 'before', 'after'])
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

function expectedError(errorName: string, details?: Record<string, unknown>) {
  return details === undefined ? { errorName } : { errorName, details };
}

describe('fences', () => {
  test('are created, edited, hidden and deleted with audit entries and notifications', async () => {
    const console = await ada.console();
    await console.waitUntilLive();
    console.changes.length = 0;
    const { fenceId } = await ada.call('createFence', BASIN);
    const [fence] = (await ada.call('queryAllFences', {})).list;
    expect(fence).toEqual({
      ...BASIN,
      fenceId,
      display: 'SHOW',
      groupId: null,
      notice: 'BOTH',
      holdSeconds: 10,
      holdMetres: 30,
      note: '',
      abilities: { edit: true, remove: true },
    });
    expect(await readLastAudit()).toMatchObject({ login: 'ada', action: 'createFence', target: 'Basin' });

    await ada.call('editFence', {
      fenceId,
      fenceName: 'Dock',
      notice: 'OUT',
      display: 'HIDE',
      groupId: quayGroupId,
    });
    expect((await ada.call('queryAllFences', { display: 'SHOW' })).total).toBe(0);
    const [dock] = (await ada.call('queryAllFences', { display: 'HIDE' })).list;
    expect(dock).toMatchObject({
      fenceName: 'Dock',
      notice: 'OUT',
      groupId: quayGroupId,
      fenceData: BASIN.fenceData,
    });
    expect(await readLastAudit()).toMatchObject({
      action: 'editFence',
      target: 'Basin',
      before: { fenceName: 'Basin', notice: 'BOTH', display: 'SHOW', groupId: null },
      after: { fenceName: 'Dock', notice: 'OUT', display: 'HIDE', groupId: quayGroupId },
    });

    await ada.call('deleteFence', { fenceId });
    expect((await ada.call('queryAllFences', {})).total).toBe(0);
    expect(await readLastAudit()).toMatchObject({ action: 'deleteFence', target: 'Dock' });
    await console.waitUntil(
      'three changes of fences are notified',
      () => console.changes.filter((what) => what === 'fences').length === 3,
    );
    await expect(ada.call('deleteFence', { fenceId })).rejects.toMatchObject(expectedError('fence-unknown'));
  });

  test('round-trip as rectangle and circle; a changed area updates its time', async () => {
    const rectangle = { west: 179, south: -1, east: -179, north: 1 };
    const { fenceId } = await ada.call('createFence', {
      ...BASIN,
      fenceType: 'RECTANGLE',
      fenceData: rectangle,
    });
    const circle = { center: [110.49, 24.78] as [number, number], radius: 250.5 };
    world.clock.advance(5_000);
    await ada.call('editFence', { fenceId, fenceType: 'CIRCULAR', fenceData: circle });
    const [fence] = (await ada.call('queryAllFences', {})).list;
    expect(fence).toMatchObject({ fenceType: 'CIRCULAR', fenceData: circle });
    const row = await world.database.db
      .selectFrom('fence')
      .select(['created_at', 'shaped_at'])
      .where('fence_id', '=', fenceId)
      .executeTakeFirstOrThrow();
    expect(row.shaped_at.getTime() - row.created_at.getTime()).toBe(5_000);
    await ada.call('deleteFence', { fenceId });
  });

  test.each<[string, Partial<FenceInput>]>([
    [
      'fence-self-crosses',
      {
        fenceData: {
          rings: [
            [
              [0, 0],
              [4, 4],
              [4, 0],
              [0, 4],
            ],
          ],
        },
      },
    ],
    [
      'fence-too-few-points',
      {
        fenceData: {
          rings: [
            [
              [0, 0],
              [4, 4],
            ],
          ],
        },
      },
    ],
    [
      'fence-hole-outside',
      {
        fenceData: {
          rings: [
            [
              [0, 0],
              [4, 0],
              [0, 4],
            ],
            [
              [9, 9],
              [10, 9],
              [9, 10],
            ],
          ],
        },
      },
    ],
    [
      'fence-too-large',
      {
        fenceData: {
          rings: [
            [
              [-100, 0],
              [100, 0],
              [0, 50],
            ],
          ],
        },
      },
    ],
    ['fence-radius', { fenceType: 'CIRCULAR', fenceData: { center: [110, 24], radius: 0 } }],
    ['fence-shape-wrong', { fenceType: 'CIRCULAR' }],
    ['fence-shape-wrong', { fenceType: 'RECTANGLE', fenceData: { west: 1, south: 3, east: 2, north: 2 } }],
  ])('refuses %s and stores nothing', async (errorName, wrong) => {
    await expect(ada.call('createFence', { ...BASIN, ...wrong })).rejects.toMatchObject(
      expectedError(errorName),
    );
    expect((await ada.call('queryAllFences', {})).total).toBe(0);
  });

  test('leaves the fence unchanged when a new area is invalid', async () => {
    const { fenceId } = await ada.call('createFence', BASIN);
    await expect(
      ada.call('editFence', {
        fenceId,
        fenceName: 'Crooked',
        fenceType: 'CIRCULAR',
        fenceData: { center: [0, 0], radius: 0 },
      }),
    ).rejects.toMatchObject(expectedError('fence-radius'));
    const [fence] = (await ada.call('queryAllFences', {})).list;
    expect(fence).toMatchObject({ fenceName: 'Basin', fenceType: 'POLYGON' });
    await ada.call('deleteFence', { fenceId });
  });

  test('refuses a latitude of 200', async () => {
    const wrong = {
      fenceType: 'CIRCULAR' as const,
      fenceData: { center: [110, 200] as [number, number], radius: 5 },
    };
    await expect(ada.call('createFence', { ...BASIN, ...wrong })).rejects.toMatchObject(
      expectedError('field-invalid'),
    );
  });

  test('are limited in number per account', async () => {
    const { accountId } = await world.account('full');
    const full = await (await world.account('full')).person('fay');
    await sql`
      insert into fence (account_id, name, type, data, color, display, notice, hold_seconds, hold_metres, note)
      select ${accountId}, 'x', 'CIRCULAR', '{"center":[0,0],"radius":1}', '#000000', 'SHOW', 'NONE', 0, 0, ''
      from generate_series(1, ${LIMITS.fencesPerAccount}::int)`.execute(world.database.db);
    await expect(full.call('createFence', BASIN)).rejects.toMatchObject(expectedError('fence-limit'));
  });

  test('are limited in their total number of vertices per account, and all are listed', async () => {
    const { accountId } = await world.account('cornered');
    const cora = await (await world.account('cornered')).person('cora');
    // 99 fences of 10,000 vertices, and one that leaves capacity for three more.
    await sql`
      insert into fence (account_id, name, type, data, color, display, notice, hold_seconds, hold_metres, note)
      select ${accountId}, 'x', 'POLYGON', jsonb_build_object('rings', jsonb_build_array(ring)),
        '#000000', 'SHOW', 'NONE', 0, 0, ''
      from (
        select fence, jsonb_agg('[1,2]'::jsonb) ring
        from generate_series(1, 100) fence, generate_series(1, case fence when 1 then 9997 else 10000 end)
        group by fence
      ) rings`.execute(world.database.db);
    const triangle = {
      ...BASIN,
      fenceData: {
        rings: [
          [
            [0, 0],
            [4, 0],
            [0, 4],
          ] as [number, number][],
        ],
      },
    };
    const { fenceId } = await cora.call('createFence', triangle);
    const limitError = { errorName: 'fence-limit', details: { corners: LIMITS.fencePointsPerAccount } };
    await expect(cora.call('createFence', triangle)).rejects.toMatchObject(limitError);
    const [first, ...rest] = triangle.fenceData.rings[0] ?? [];
    const square = [first, [4, 0], [4, 4], ...rest.slice(1)] as [number, number][];
    await expect(
      cora.call('editFence', { fenceId, fenceType: 'POLYGON', fenceData: { rings: [square] } }),
    ).rejects.toMatchObject(limitError);
    await cora.call('editFence', { fenceId, fenceName: 'Renamed' });
    expect((await cora.call('queryAllFences', {})).list).toHaveLength(101);
  }, 60_000);
});

describe('labelled points', () => {
  async function picture(use: 'icon' | 'image'): Promise<string> {
    const create = { width: 80, height: 40, channels: 3, background: '#20c023' } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const file = new File([new Uint8Array(bytes)], 'pier.png', { type: 'image/png' });
    return (await ada.call('uploadMapPicture', { use, picture: file })).url;
  }

  test('have an icon, a note and images, which stay as long as a point uses them', async () => {
    const [iconUrl, image] = [await picture('icon'), await picture('image')];
    const { labelPointId } = await ada.call('addLabelPoint', {
      placeName: 'Pier 3',
      latitude: 24.78,
      longitude: 110.49,
      iconUrl,
      images: [image],
      note: 'Deep water',
    });
    const [point] = (await ada.call('queryAllLabelPoints', {})).list;
    expect(point).toMatchObject({
      labelPointId,
      placeName: 'Pier 3',
      iconUrl,
      images: [image],
      display: 'SHOW',
    });
    const sized = await sharp(Buffer.from(await (await fetch(world.url + iconUrl)).arrayBuffer())).metadata();
    expect([sized.width, sized.height]).toEqual([60, 30]);

    world.clock.advance(2 * 86_400_000);
    const sweep = () =>
      sweepFiles({
        db: world.database.db,
        storage: createFolderStorage(`${world.dataDir}/files`),
        now: world.clock.now(),
        usedPictureQueries: [picturesOfPoints],
      });
    await sweep();
    expect((await fetch(world.url + image)).status).toBe(200);
    await ada.call('editLabelPoint', { labelPointId, images: [] });
    await sweep();
    expect((await fetch(world.url + image)).status).toBe(404);
    expect((await fetch(world.url + iconUrl)).status).toBe(200);
    await ada.call('deleteLabelPoint', { labelPointId });
    expect(await readLastAudit()).toMatchObject({ action: 'deleteLabelPoint', target: 'Pier 3' });
  });

  test('refuses pictures of another account and any other URL', async () => {
    const point = { placeName: 'Pier', latitude: 1, longitude: 2 };
    const foreign = await picture('image');
    await expect(otherUser.call('addLabelPoint', { ...point, images: [foreign] })).rejects.toMatchObject(
      expectedError('picture-unknown'),
    );
    await expect(
      ada.call('addLabelPoint', { ...point, iconUrl: 'https://example.org/a.png' }),
    ).rejects.toMatchObject(expectedError('picture-unknown'));
    expect((await ada.call('queryAllLabelPoints', {})).total).toBe(0);
  });

  test('limits the unused pictures of an account; used ones do not count', async () => {
    const full = await (await world.account('full of pictures')).person('flo');
    const { db } = world.database;
    await sql`
      insert into stored_file (file_id, account_id, kind, media_type, name, bytes, sha256, created_at)
      select 'p' || lpad(n::text, 31, '0'), ${full.accountId}, 'picture', 'image/webp', 'image', 1, '', now()
      from generate_series(1, 6000) n`.execute(db);
    await sql`
      insert into label_point (account_id, name, latitude, longitude, icon_url, color, display, note, images)
      select ${full.accountId}, 'x', 0, 0, 'flag', '#000000', 'SHOW', '', array['file:p' || lpad(n::text, 31, '0')]
      from generate_series(1, 5501) n`.execute(db);
    const create = { width: 8, height: 8, channels: 3, background: '#20c023' } as const;
    const bytes = new Uint8Array(await sharp({ create }).png().toBuffer());
    const upload = () =>
      full.call('uploadMapPicture', {
        use: 'image',
        picture: new File([bytes], 'a.png', { type: 'image/png' }),
      });
    // 499 unused pictures and the new one.
    await upload();
    await expect(upload()).rejects.toMatchObject(expectedError('map-picture-limit'));
    await sql`
      insert into label_point (account_id, name, latitude, longitude, icon_url, color, display, note, images)
      values (${full.accountId}, 'y', 0, 0, 'flag', '#000000', 'SHOW', '', array['file:p' || lpad('6000', 31, '0')])
    `.execute(db);
    await upload();
  });

  test('refuses a text file renamed to PNG', async () => {
    const file = new File(['GIF89a not a png'], 'pier.png', { type: 'image/png' });
    await expect(ada.call('uploadMapPicture', { use: 'image', picture: file })).rejects.toMatchObject(
      expectedError('picture-type'),
    );
  });

  test.each(['latitude', 'longitude'] as const)(
    'refuses a point without %s and names the field',
    async (field) => {
      const { [field]: _, ...rest } = { placeName: 'Pier', latitude: 1, longitude: 2 };
      const response = await world.post('addLabelPoint', {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await ada.token()}` },
        body: JSON.stringify(rest),
      });
      expect(await response.json()).toMatchObject({
        result_code: '400',
        result: { error: 'field-invalid', details: { field } },
      });
    },
  );
});

describe('routes', () => {
  // A quarter of a degree of longitude on the equator: 0.25 * pi / 180 * 6,371,008.8 m = 27,798.9 m each.
  const LINE: [number, number][] = [
    [0, 0],
    [0.25, 0],
    [0.5, 0],
  ];

  test('keep their full line and are listed with a simplified line and their length', async () => {
    const { routeId } = await ada.call('addRoute', {
      routeName: 'Equator',
      color: '#0b5cad',
      type: 'cycle',
      dataPoints: [
        [0, 0, 5],
        [0.25, 0],
        [0.5, 0],
      ],
      points: [{ lng: 0, lat: 0, name: 'West' }],
      start: 'West',
      end: 'East',
    });
    const [route] = (await ada.call('queryAllRoutes', {})).list;
    expect(route).toMatchObject({
      routeId,
      type: 'cycle',
      origin: 'drawn',
      weight: 4,
      pointCount: 3,
      start: 'West',
    });
    expect(route?.length).toBeCloseTo(55_597.5, 0);
    // The middle position is on the straight line between the ends, so simplification removes it.
    expect(route?.line).toEqual([LINE[0], LINE[2]]);
    const fullRoute = await ada.call('queryRouteByID', { routeId });
    expect(fullRoute.dataPoints).toEqual([
      [0, 0, 5],
      [0.25, 0],
      [0.5, 0],
    ]);
    await ada.call('updateRoute', {
      routeId,
      routeName: 'Line',
      groupId: quayGroupId,
      dataPoints: LINE.slice(0, 2),
    });
    const { list } = await ada.call('queryAllRoutesByGroupId', { groupId: quayGroupId });
    expect(list).toEqual([expect.objectContaining({ routeName: 'Line', pointCount: 2 })]);
    expect((await ada.call('queryAllRoutesByGroupId', {})).total).toBe(0);
    await ada.call('deleteRoute', { routeId });
    await expect(ada.call('queryRouteByID', { routeId })).rejects.toMatchObject(
      expectedError('route-unknown'),
    );
  });

  test('refuses a line whose positions are all identical', async () => {
    const singlePosition = {
      routeName: 'Single position',
      color: '#0b5cad',
      dataPoints: [LINE[0], LINE[0]] as [number, number][],
    };
    await expect(ada.call('addRoute', singlePosition)).rejects.toMatchObject(
      expectedError('route-too-short'),
    );
  });
});

test('serializes additions and edits with the deletion of their group, without deadlocks', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 15; round++) {
    const { groupId } = await ada.call('createGroup', { groupName: `Round ${round}` });
    const { labelPointId } = await ada.call('addLabelPoint', {
      placeName: 'here',
      latitude: 1,
      longitude: 2,
      groupId,
    });
    const results = await Promise.allSettled([
      ada.call('addLabelPoint', { placeName: 'p', latitude: 1, longitude: 2, groupId }),
      ada.call('createFence', { ...BASIN, groupId }),
      ada.call('deleteGroup', { groupId }),
      ada.call('editLabelPoint', { labelPointId, note: 'x', groupId }),
      ada.call('addRoute', {
        routeName: 'r',
        color: '#0b5cad',
        dataPoints: [
          [0, 0],
          [1, 1],
        ],
        groupId,
      }),
    ]);
    for (const one of results) seen.add(one.status === 'fulfilled' ? 'done' : one.reason.errorName);
  }
  // The objects of a top-level group are deleted with it.
  const expected = ['done', 'group-unknown', 'label-point-unknown'];
  expect([...seen].filter((name) => !expected.includes(name))).toEqual([]);
  await world.database.db.deleteFrom('fence').execute();
  await world.database.db.deleteFrom('label_point').execute();
  await world.database.db.deleteFrom('route').execute();
}, 60_000);

describe('permissions', () => {
  let ofQuay: number;
  let ofAll: number;
  let ofYard: number;
  beforeAll(async () => {
    ({ fenceId: ofQuay } = await ada.call('createFence', {
      ...BASIN,
      fenceName: 'of quay',
      groupId: quayGroupId,
    }));
    ({ fenceId: ofAll } = await ada.call('createFence', { ...BASIN, fenceName: 'of all' }));
    ({ fenceId: ofYard } = await ada.call('createFence', {
      ...BASIN,
      fenceName: 'of yard',
      groupId: yardGroupId,
    }));
  });

  test('lets a viewer read and not edit', async () => {
    const { list, abilities } = await viewer.call('queryAllFences', {});
    expect(abilities).toEqual({ add: false });
    expect(list.map((fence) => fence.abilities)).toEqual(Array(3).fill({ edit: false, remove: false }));
    await expect(viewer.call('editFence', { fenceId: ofAll, note: 'x' })).rejects.toMatchObject(
      expectedError('not-allowed'),
    );
  });

  test('lets a user with one group edit its objects and only read those of the account', async () => {
    const { list } = await pilot.call('queryAllFences', {});
    expect(list.map(({ fenceId, abilities }) => [fenceId, abilities.edit])).toEqual([
      [ofAll, false],
      [ofQuay, true],
    ]);
    await pilot.call('editFence', { fenceId: ofQuay, note: 'seen' });
    await expect(pilot.call('editFence', { fenceId: ofAll, note: 'x' })).rejects.toMatchObject(
      expectedError('not-allowed'),
    );
    await expect(pilot.call('deleteFence', { fenceId: ofYard })).rejects.toMatchObject(
      expectedError('fence-unknown'),
    );
    for (const groupId of [null, yardGroupId]) {
      await expect(pilot.call('createFence', { ...BASIN, groupId })).rejects.toMatchObject(
        expectedError('group-unknown'),
      );
      await expect(pilot.call('editFence', { fenceId: ofQuay, groupId })).rejects.toMatchObject(
        expectedError('group-unknown'),
      );
    }
    await expect(pilot.call('queryAllRoutesByGroupId', { groupId: yardGroupId })).rejects.toMatchObject(
      expectedError('group-unknown'),
    );
  });

  test('hides points and routes of other groups', async () => {
    const coordinates = { latitude: 1, longitude: 2, groupId: yardGroupId };
    const { labelPointId } = await ada.call('addLabelPoint', { placeName: 'of yard', ...coordinates });
    const { routeId } = await ada.call('addRoute', {
      routeName: 'of yard',
      color: '#0b5cad',
      dataPoints: [
        [0, 0],
        [1, 1],
      ],
      groupId: yardGroupId,
    });
    expect((await pilot.call('queryAllLabelPoints', {})).total).toBe(0);
    expect((await pilot.call('queryAllRoutes', {})).total).toBe(0);
    for (const call of [
      () => pilot.call('editLabelPoint', { labelPointId, note: 'x' }),
      () => pilot.call('deleteLabelPoint', { labelPointId }),
    ]) {
      await expect(call()).rejects.toMatchObject(expectedError('label-point-unknown'));
    }
    for (const call of [
      () => pilot.call('queryRouteByID', { routeId }),
      () => pilot.call('updateRoute', { routeId, note: 'x' }),
      () => pilot.call('deleteRoute', { routeId }),
    ]) {
      await expect(call()).rejects.toMatchObject(expectedError('route-unknown'));
    }
  });

  test('hides fences of other accounts', async () => {
    expect((await otherUser.call('queryAllFences', {})).total).toBe(0);
    await expect(otherUser.call('editFence', { fenceId: ofAll, note: 'x' })).rejects.toMatchObject(
      expectedError('fence-unknown'),
    );
    await expect(otherUser.call('deleteFence', { fenceId: ofAll })).rejects.toMatchObject(
      expectedError('fence-unknown'),
    );
    await expect(otherUser.call('createFence', { ...BASIN, groupId: quayGroupId })).rejects.toMatchObject(
      expectedError('group-unknown'),
    );
  });
});
