import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picturesOfLayers } from '../../map-images/map-images.queries.ts';
import { declarePngSize } from '../../map-images/testing/declare-size.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const ROLE = 'eob_plugin_custom_map';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

function createSolidImage(width: number, height: number, background = '#ff0000'): Sharp {
  return sharp({ create: { width, height, channels: 4, background } });
}

function toFile(bytes: Uint8Array, name = 'map.png'): File {
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

async function createPicture(width = 100, height = 200): Promise<File> {
  return toFile(await createSolidImage(width, height).png().toBuffer());
}

/** For a picture of 100 by 200 pixels: one pixel is 0.0001 degrees on the equator. */
const REFERENCE_POINTS = {
  layerPoints: [
    { x: 0, y: 100 },
    { x: 100, y: 100 },
    { x: 50, y: 0 },
  ],
  mapPoints: [
    [110, 0],
    [110.01, 0],
    [110.005, 0.01],
  ] as [number, number][],
};

async function addLayer(person = ada, layerName = 'Marsh') {
  return person.call('addLayer', { layerName, picture: await createPicture(), ...REFERENCE_POINTS });
}

async function findLayer(layerId: number, person = ada) {
  const { list } = await person.call('queryAllLayers', {});
  return list.find((item) => item.layerId === layerId);
}

async function readLastAudit() {
  return (await ada.call('queryAuditLog', { pageSize: 1 })).list[0];
}

async function readStoredImage(layerUrl: string): Promise<{ width: number; height: number; format: string }> {
  const response = await fetch(`${world.url}${layerUrl}`);
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { width, height, format };
}

test('places a picture on the map by three points and computes its corners', async () => {
  const { layerId, layerUrl } = await addLayer(ada, ' Marsh ');
  const found = await findLayer(layerId);
  expect(found).toMatchObject({
    layerName: 'Marsh',
    layerUrl,
    width: 100,
    height: 200,
    ...REFERENCE_POINTS,
    opacity: 100,
    display: 'SHOW',
    abilities: { edit: true, remove: true },
  });
  // Computed by hand: 100 pixels are 0.01 degrees to each side of the equator, where the scale changes by less than 2e-8.
  const corners = {
    northwest: [110, 0.01],
    northeast: [110.01, 0.01],
    southeast: [110.01, -0.01],
    southwest: [110, -0.01],
  } as const;
  for (const name of ['northwest', 'northeast', 'southeast', 'southwest'] as const) {
    expect(found?.[name][0], name).toBeCloseTo(corners[name][0], 8);
    expect(found?.[name][1], name).toBeCloseTo(corners[name][1], 8);
  }
  expect(await readStoredImage(layerUrl)).toEqual({ width: 100, height: 200, format: 'webp' });
  expect(await readLastAudit()).toMatchObject({
    action: 'addLayer',
    target: 'Marsh',
    after: { layerName: 'Marsh', display: 'SHOW' },
  });
  await ada.call('deleteLayer', { layerId });
  expect(await findLayer(layerId)).toBeUndefined();
  expect((await fetch(`${world.url}${layerUrl}`)).status).toBe(404);
  expect(await readLastAudit()).toMatchObject({ action: 'deleteLayer', target: 'Marsh' });
});

test('scales down a large picture with its points and preserves transparency', async () => {
  const large = toFile(await createSolidImage(8_192, 2_048, '#ff000080').png().toBuffer());
  const { layerId, layerUrl } = await ada.call('addLayer', {
    layerName: 'Wide',
    picture: large,
    layerPoints: [
      { x: 0, y: 0 },
      { x: 8_192, y: 0 },
      { x: 4_096, y: 2_048 },
    ],
    mapPoints: REFERENCE_POINTS.mapPoints,
  });
  // 8192 to 4096 pixels is a factor of one half.
  expect(await findLayer(layerId)).toMatchObject({
    width: 4_096,
    height: 1_024,
    layerPoints: [
      { x: 0, y: 0 },
      { x: 4_096, y: 0 },
      { x: 2_048, y: 1_024 },
    ],
  });
  const response = await fetch(`${world.url}${layerUrl}`);
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([4_096, 1_024, 4]);
  expect(data[3]).toBe(128);
  await ada.call('deleteLayer', { layerId });
});

test('takes the first frame of an animated GIF', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((colour) => createSolidImage(20, 20, colour).png().toBuffer()),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  expect((await sharp(gif).metadata()).pages).toBe(2);
  const { layerId, layerUrl } = await ada.call('addLayer', {
    layerName: 'Moving',
    picture: toFile(gif, 'map.gif'),
    ...REFERENCE_POINTS,
  });
  const response = await fetch(`${world.url}${layerUrl}`);
  const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([20, 20]);
  expect(data[0]).toBeGreaterThan(240);
  expect(data[2]).toBeLessThan(15);
  await ada.call('deleteLayer', { layerId });
});

test('renames a layer, moves it, replaces its picture, brings it to the top and hides it', async () => {
  const { layerId, layerUrl } = await addLayer();
  const { layerId: above } = await addLayer(ada, 'Above');
  const order = async () => (await ada.call('queryAllLayers', {})).list.map((item) => item.layerName);
  expect(await order()).toEqual(['Marsh', 'Above']);

  await ada.call('editLayer', { layerId, layerName: 'Fen', opacity: 40, sort: 7 });
  expect(await findLayer(layerId)).toMatchObject({
    layerName: 'Fen',
    opacity: 40,
    layerUrl,
    ...REFERENCE_POINTS,
  });
  expect(await order()).toEqual(['Above', 'Fen']);
  expect(await readLastAudit()).toMatchObject({
    action: 'editLayer',
    target: 'Marsh',
    before: { layerName: 'Marsh', opacity: 100, sort: 0 },
    after: { layerName: 'Fen', opacity: 40, sort: 7 },
  });

  const mapPoints = REFERENCE_POINTS.mapPoints.map(([lng, lat]): [number, number] => [lng + 1, lat]);
  await ada.call('editLayer', { layerId, mapPoints });
  expect((await findLayer(layerId))?.northwest[0]).toBeCloseTo(111, 8);

  // A new picture requires new points.
  await expect(ada.call('editLayer', { layerId, picture: await createPicture() })).rejects.toMatchObject({
    errorName: 'layer-points',
  });
  const layerPoints = REFERENCE_POINTS.layerPoints.map(({ x, y }) => ({ x: x * 2, y: y * 2 }));
  await ada.call('editLayer', { layerId, picture: await createPicture(200, 400), layerPoints });
  const changed = await findLayer(layerId);
  expect(changed).toMatchObject({ width: 200, height: 400, layerPoints, mapPoints });
  expect(changed?.northwest[0]).toBeCloseTo(111, 8);
  expect(await readStoredImage(changed?.layerUrl ?? '')).toMatchObject({ width: 200, height: 400 });
  expect((await fetch(`${world.url}${layerUrl}`)).status).toBe(404);

  await ada.call('changeLayerDisplay', { layerId, display: 'HIDE' });
  expect(await readLastAudit()).toMatchObject({
    action: 'changeLayerDisplay',
    target: 'Fen',
    before: { display: 'SHOW' },
    after: { display: 'HIDE' },
  });
  const visible = await ada.call('queryAllLayers', { display: 'SHOW' });
  expect(visible.list.map((item) => item.layerName)).toEqual(['Above']);
  const hidden = await ada.call('queryAllLayers', { display: 'HIDE' });
  expect(hidden.list.map((item) => item.layerName)).toEqual(['Fen']);
  for (const id of [layerId, above]) await ada.call('deleteLayer', { layerId: id });
});

test('notifies open consoles of the account of each change', async () => {
  // An account of its own: changes of other tests may still be in flight.
  const ida = await (await world.account('notified')).person('ida');
  const console = await ida.console();
  await console.waitUntilLive();
  const { layerId } = await addLayer(ida);
  await console.waitUntil('the layer is added', ({ changes }) => changes.length === 1);
  await ida.call('changeLayerDisplay', { layerId, display: 'HIDE' });
  await console.waitUntil('the layer is hidden', ({ changes }) => changes.length === 2);
  await ida.call('deleteLayer', { layerId });
  await console.waitUntil('the layer is deleted', ({ changes }) => changes.length === 3);
  expect(console.changes).toEqual(['layers', 'layers', 'layers']);
});

describe('refuses with a named error and stores nothing:', () => {
  const files = async () =>
    world.database.db
      .selectFrom('stored_file')
      .where('name', '=', 'mapLayer')
      .select((query) => query.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();

  test.each([
    ['a text file renamed to PNG', 'layer-type', async () => Buffer.from('no picture')],
    ['a WebP file renamed to PNG', 'layer-type', async () => createSolidImage(10, 10).webp().toBuffer()],
    ['an SVG file', 'layer-type', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'a truncated picture',
      'picture-broken',
      async () => (await createSolidImage(64, 64).png().toBuffer()).subarray(0, 90),
    ],
    ['9 MiB', 'layer-too-large', async () => Buffer.alloc(9 * 1_048_576)],
    ['8 MiB plus one byte', 'layer-too-large', async () => Buffer.alloc(LIMITS.layerBytes + 1)],
    ['a side of 16385 pixels', 'picture-side', async () => createSolidImage(16_385, 1).png().toBuffer()],
    [
      '128 million pixels',
      'picture-pixels',
      async () => declarePngSize(await createSolidImage(9, 9).png().toBuffer(), 16_000, 8_000),
    ],
  ])('%s: %s', async (_what, errorName, bytes) => {
    const before = await files();
    const sent = toFile(await bytes());
    const refused = { errorName };
    await expect(
      ada.call('addLayer', { layerName: 'x', picture: sent, ...REFERENCE_POINTS }),
    ).rejects.toMatchObject(refused);
    expect(await files()).toEqual(before);
    expect((await ada.call('queryAllLayers', {})).total).toBe(0);
  });

  const three = REFERENCE_POINTS.layerPoints;
  const diagonal = [
    { x: 0, y: 0 },
    { x: 50, y: 100 },
    { x: 100, y: 200 },
  ];
  const meridian: [number, number][] = [
    [110, 1],
    [110, 2],
    [110, 3],
  ];
  // 10 pixels of height span 15 degrees of latitude: the top edge, 90 pixels higher, is beyond the pole.
  const vast: [number, number][] = [
    [100, 70],
    [120, 70],
    [110, 85],
  ];
  test.each([
    ['no points', 'layer-points', [], []],
    ['two points', 'layer-points', three.slice(1), REFERENCE_POINTS.mapPoints.slice(1)],
    [
      'three on the picture, two on the map',
      'layer-points-uneven',
      three,
      REFERENCE_POINTS.mapPoints.slice(1),
    ],
    [
      'two on the picture, three on the map',
      'layer-points-uneven',
      three.slice(1),
      REFERENCE_POINTS.mapPoints,
    ],
    ['on one line of the picture', 'layer-points-line', diagonal, REFERENCE_POINTS.mapPoints],
    ['on one line of the map', 'layer-points-line', three, meridian],
    ['beyond the pole', 'layer-off-map', [three[0], three[1], { x: 50, y: 90 }], vast],
  ] as const)('%s: %s', async (_what, errorName, layerPoints, mapPoints) => {
    const points = {
      layerPoints: layerPoints.flatMap((point) => point ?? []),
      mapPoints: [...mapPoints],
    };
    const before = await files();
    await expect(
      ada.call('addLayer', { layerName: 'x', picture: await createPicture(), ...points }),
    ).rejects.toMatchObject({ errorName });
    expect(await files()).toEqual(before);
    const { layerId } = await addLayer();
    await expect(ada.call('editLayer', { layerId, ...points })).rejects.toMatchObject({ errorName });
    expect(await findLayer(layerId)).toMatchObject(REFERENCE_POINTS);
    await ada.call('deleteLayer', { layerId });
  });

  test('a missing name, a missing picture, a latitude out of range', async () => {
    const good = { layerName: 'x', picture: await createPicture(), ...REFERENCE_POINTS };
    const call = (payload: object) => ada.call('addLayer', { ...good, ...payload });
    const invalid = (field: string) => ({ errorName: 'field-invalid', details: { field } });
    await expect(call({ layerName: ' ' })).rejects.toMatchObject(invalid('layerName'));
    await expect(call({ picture: undefined })).rejects.toMatchObject(invalid('picture'));
    await expect(call({ opacity: 101 })).rejects.toMatchObject(invalid('opacity'));
    const mapPoints = [...REFERENCE_POINTS.mapPoints.slice(1), [110, 91]];
    await expect(call({ mapPoints })).rejects.toMatchObject(invalid('mapPoints.2.1'));
  });
});

test('refuses to read, change, hide or delete a layer of another account', async () => {
  const { layerId } = await addLayer();
  const eve = await (await world.account('airfield')).person('eve');
  expect((await eve.call('queryAllLayers', {})).list).toEqual([]);
  for (const call of [
    () => eve.call('editLayer', { layerId, layerName: 'Hers' }),
    () => eve.call('changeLayerDisplay', { layerId, display: 'HIDE' }),
    () => eve.call('deleteLayer', { layerId }),
    () => ada.call('deleteLayer', { layerId: 999_999 }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'layer-unknown' });
  }
  const eveChanges = { layerId, picture: await createPicture(), ...REFERENCE_POINTS };
  await expect(eve.call('editLayer', eveChanges)).rejects.toMatchObject({ errorName: 'layer-unknown' });
  expect(await findLayer(layerId)).toMatchObject({ layerName: 'Marsh', display: 'SHOW' });
  await ada.call('deleteLayer', { layerId });
});

test('lets a viewer with the function read layers only, and refuses everybody without it', async () => {
  const harbour = await world.account('harbour');
  const { layerId } = await addLayer();
  const vera = await harbour.person('vera', { permission: 'viewer', roles: [ROLE] });
  expect((await findLayer(layerId, vera))?.abilities).toEqual({ edit: false, remove: false });
  expect((await vera.call('queryAllLayers', {})).abilities).toEqual({ add: false });
  const otto = await harbour.person('otto', {
    permission: 'administrator',
    roles: ['eob_plugin_loc_monitor'],
  });
  for (const call of [
    () => addLayer(vera),
    () => vera.call('editLayer', { layerId, opacity: 5 }),
    () => vera.call('changeLayerDisplay', { layerId, display: 'HIDE' }),
    () => vera.call('deleteLayer', { layerId }),
    () => addLayer(otto),
    () => otto.call('queryAllLayers', {}),
    () => otto.call('changeLayerDisplay', { layerId, display: 'HIDE' }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'not-allowed' });
  }
  await ada.call('deleteLayer', { layerId });
});

test('limits the layers of an account', async () => {
  const full = await (await world.account('full')).person('full holder');
  await sql`
    with files as (
      insert into stored_file (file_id, account_id, kind, media_type, name, bytes, sha256, created_at)
      select 'layer-' || n, ${full.accountId}, 'picture', 'image/webp', 'mapLayer', 1, ''::bytea, now()
      from generate_series(1, ${LIMITS.layersPerAccount}) n returning file_id)
    insert into map_layer (account_id, kind, name, file_id, width, height, layer_points, map_points, opacity, sort, display, method,
      tile_state)
    select ${full.accountId}, 'own', 'x', file_id, 100, 200, ${JSON.stringify(REFERENCE_POINTS.layerPoints)}::jsonb,
      ${JSON.stringify(REFERENCE_POINTS.mapPoints)}::jsonb, 100, 0, 'SHOW', 'affine', 'none' from files`.execute(
    world.database.db,
  );
  await expect(addLayer(full)).rejects.toMatchObject({ errorName: 'layer-limit' });
});

test('keeps pictures of layers when unused pictures are deleted', async () => {
  const { layerId, layerUrl } = await addLayer();
  const fileId = layerUrl.split('/').at(-1) ?? '';
  const seen = await world.database.db.transaction().execute((tx) => picturesOfLayers(tx, [fileId, 'other']));
  expect([...seen]).toEqual([fileId]);
  await ada.call('deleteLayer', { layerId });
});
