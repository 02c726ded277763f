import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { sampleFile } from '@wakeline/formats/ocad/testing/sample-file';
import { type TestFile, writeOcad } from '@wakeline/formats/ocad/testing/write-ocad';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPdf } from '../../testing/pdf-text.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const ROLE = 'eob_plugin_race_layer';
/** OCAD 12, EPSG:3006, 1:15,000: `packages/formats/src/fixtures/ocad/README.md`. */
const BASIC = readFileSync(
  join(import.meta.dirname, '../../../../../packages/formats/src/fixtures/ocad/basic-1.ocd'),
);

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('club')).person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.database.db.deleteFrom('ocad_map').execute();
});

const toFile = (bytes: Uint8Array, name = 'map.ocd') => new File([new Uint8Array(bytes)], name);
const write = (changes: Partial<TestFile> = {}) => toFile(writeOcad({ ...sampleFile(12), ...changes }));

async function find(mapId: number, person = ada): Promise<OcadMap | undefined> {
  const { list } = await person.call('queryOcadMaps', {});
  return list.find((map) => map.mapId === mapId);
}

/** Waits until the tiles of a map have been cut. */
async function withTiles(mapId: number): Promise<OcadMap> {
  const map = await expect
    .poll(() => find(mapId), { timeout: 60_000 })
    .toMatchObject({ tileState: 'done' })
    .then(() => find(mapId));
  if (map === undefined) throw new Error('the map is missing');
  return map;
}

async function add(ocadFile: File, mapName = 'Forest'): Promise<OcadMap> {
  const { mapId } = await ada.call('addOcadMap', { ocadFile, mapName });
  return withTiles(mapId);
}

/** Positions of the vertices of a layer at the highest zoom. */
async function positionsOf(map: OcadMap, address: string | null, layer: string): Promise<[number, number][]> {
  const archive = new PMTiles(`${world.url}${address}`);
  const { maxZoom = 0, bounds = [0, 0, 0, 0] } = map.tiles ?? {};
  const size = 2 ** maxZoom;
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * size);
  const row = (lat: number) =>
    Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * size);
  const found: [number, number][] = [];
  for (let x = column(bounds[0]) - 1; x <= column(bounds[2]) + 1; x++)
    for (let y = row(bounds[3]) - 1; y <= row(bounds[1]) + 1; y++) {
      const tile = await archive.getZxy(maxZoom, x, y);
      const features = tile && new VectorTile(new PbfReader(tile.data)).layers[layer];
      for (let index = 0; index < (features?.length ?? 0); index++) {
        const { geometry } = features?.feature(index).toGeoJSON(x, y, maxZoom) ?? {};
        found.push(...(JSON.stringify(geometry).match(/-?[\d.]+,-?[\d.]+/g) ?? []).map(toPair));
      }
    }
  return found;
}

const toPair = (text: string) => text.split(',').map(Number) as [number, number];

function nearest(positions: readonly [number, number][], [lng, lat]: readonly [number, number]): number {
  const metres = positions.map(
    ([x, y]) => Math.hypot((x - lng) * Math.cos((lat * Math.PI) / 180), y - lat) * 111_320,
  );
  return Math.min(...metres);
}

async function print(payload: PayloadInput<Operations['printOcadMap']>, person = ada): Promise<Uint8Array> {
  await person.token();
  const stream = await person.client.stream('printOcadMap', payload);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

test('reads a file of OCAD 12 and draws it at its position', async () => {
  const map = await add(toFile(BASIC), ' Basic ');
  expect(map).toMatchObject({
    mapName: 'Basic',
    ocadVersion: 12,
    mapScale: 15_000,
    objects: 2,
    position: 'file',
    coordinateSystem: { code: 3006, name: 'SWEREF99 TM' },
    display: 'SHOW',
    tileUrlGcj02: null,
    abilities: { edit: true, remove: true },
  });
  expect(map.colors).toHaveLength(31);
  expect(map.tiles?.metresPerMillimetre).toBe(15);
  // Vertices of the contour, by PROJ 9.1.1 from the parameters of the file (ocad-position.test.ts of the formats).
  const contour = map.colors.findIndex(({ name }) => name.startsWith('Brun 100%'));
  const positions = await positionsOf(map, map.tileUrl, `l${contour}`);
  expect(nearest(positions, [11.8603473836, 57.7629847027])).toBeLessThan(0.5);
  expect(nearest(positions, [11.9644624131, 57.7643491917])).toBeLessThan(0.5);
  expect((await ada.call('queryAuditLog', { pageSize: 1 })).list[0]).toMatchObject({
    action: 'addOcadMap',
    target: 'Basic',
  });
  await ada.call('deleteOcadMap', { mapId: map.mapId });
});

test('serves tiles in byte ranges without a session', async () => {
  const map = await add(write());
  const response = await fetch(`${world.url}${map.tileUrl}`, { headers: { range: 'bytes=0-6' } });
  expect(response.status).toBe(206);
  expect(await response.text()).toBe('PMTiles');
  await ada.call('deleteOcadMap', { mapId: map.mapId });
  expect(await find(map.mapId)).toBeUndefined();
  expect((await fetch(`${world.url}${map.tileUrl}`)).status).toBe(404);
});

test('cuts a second archive for shifted base layers', async () => {
  // UTM zone 49N near Yangshuo.
  const map = await add(write({ scale: { m: 10_000, x: 440_000, y: 2_740_000, a: 0, i: 2_049 } }));
  expect(map.tileUrlGcj02).not.toBeNull();
  const text = map.colors.findIndex(({ name }) => name === 'Schwarz für Straßen');
  const [[lng = 0, lat = 0] = []] = await positionsOf(map, map.tileUrl, `t${text}`);
  const [[shiftedLng = 0] = []] = await positionsOf(map, map.tileUrlGcj02, `t${text}`);
  // The shift is some hundred metres, of which a part is to the east.
  expect((shiftedLng - lng) * 111_320 * Math.cos((lat * Math.PI) / 180)).toBeGreaterThan(100);
  await ada.call('deleteOcadMap', { mapId: map.mapId });
});

test('places a map without a coordinate system by points', async () => {
  const map = await add(write({ scale: { m: 10_000, i: 1_000 } }));
  expect(map).toMatchObject({ position: 'none', coordinateSystem: null });
  // Near 0, 0, true to scale: 39.85 mm at 1:10,000 are 398.5 m.
  const [west = 0, , east = 0] = map.tiles?.bounds ?? [];
  expect(Math.abs(west)).toBeLessThan(0.01);
  expect((east - west) * 111_320).toBeCloseTo(398.5, 0);

  // 10 mm are 100 m; at 60 degrees north a degree of longitude is about 55.8 km.
  const paperPoints = [
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 0, y: 20 },
  ];
  const mapPoints: [number, number][] = [
    [24, 60],
    [24.003585, 60],
    [24, 60.001795],
  ];
  const { mapId } = map;
  await ada.call('editOcadMap', { mapId, paperPoints, mapPoints, method: 'affine' });
  expect(await find(mapId)).toMatchObject({ position: 'points', tileState: 'waiting', tileUrl: map.tileUrl });
  const placed = await withTiles(mapId);
  expect(placed.tileUrl).not.toBe(map.tileUrl);
  expect(placed.tiles?.metresPerMillimetre).toBeCloseTo(10, 1);
  const meadow = placed.colors.findIndex(({ name }) => name === 'Gelb');
  const positions = await positionsOf(placed, placed.tileUrl, `a${meadow}`);
  expect(nearest(positions, [24, 60])).toBeLessThan(0.5);
  // The corner of the meadow at 4, 4 mm.
  expect(nearest(positions, [24 + 0.003585 / 5, 60 + 0.001795 / 5])).toBeLessThan(0.5);
  expect((await fetch(`${world.url}${map.tileUrl}`)).status).toBe(404);

  await ada.call('editOcadMap', { mapId, paperPoints: [], mapPoints: [] });
  expect(await withTiles(mapId)).toMatchObject({ position: 'none' });
  await ada.call('deleteOcadMap', { mapId });
});

test('refuses points that cannot place a map', async () => {
  const { mapId } = await add(write());
  const place = (paper: [number, number][], mapPoints: [number, number][], method?: 'spline') =>
    ada.call('editOcadMap', {
      mapId,
      paperPoints: paper.map(([x, y]) => ({ x, y })),
      mapPoints,
      ...(method && { method }),
    });
  const three: [number, number][] = [
    [0, 0],
    [10, 0],
    [0, 10],
  ];
  const onMap: [number, number][] = [
    [24, 60],
    [24.1, 60],
    [24, 60.1],
  ];
  await expect(place(three.slice(0, 2), onMap.slice(0, 2))).rejects.toMatchObject({
    errorName: 'layer-points',
  });
  await expect(place(three, onMap.slice(0, 2))).rejects.toMatchObject({ errorName: 'layer-points-uneven' });
  await expect(
    place(three, [
      [24, 60],
      [24.1, 60],
      [24.2, 60],
    ]),
  ).rejects.toMatchObject({
    errorName: 'layer-points-line',
  });
  await expect(place(three, onMap, 'spline')).rejects.toMatchObject({ errorName: 'layer-points-method' });
  expect(await find(mapId)).toMatchObject({ position: 'file', paperPoints: [] });
  await ada.call('deleteOcadMap', { mapId });
});

test('renames and hides a map without cutting tiles again', async () => {
  const map = await add(write());
  const { mapId, tileUrl } = map;
  await ada.call('editOcadMap', { mapId, mapName: 'Sea' });
  await ada.call('changeOcadMapDisplay', { mapId, display: 'HIDE' });
  expect(await find(mapId)).toMatchObject({ mapName: 'Sea', display: 'HIDE', tileState: 'done', tileUrl });
  expect((await ada.call('queryOcadMaps', { display: 'SHOW' })).list).toEqual([]);
  await ada.call('deleteOcadMap', { mapId });
});

test('refuses files by their content', async () => {
  const refused = (bytes: Uint8Array, name?: string) =>
    ada.call('addOcadMap', { ocadFile: toFile(bytes, name), mapName: 'Refused' });
  const old = writeOcad(sampleFile(12));
  new DataView(old.buffer).setUint16(4, 8, true);
  const [valid, png] = [writeOcad(sampleFile(12)), Buffer.from('\x89PNG\r\n\x1a\n000000000000', 'latin1')];
  await expect(refused(png)).rejects.toMatchObject({ errorName: 'ocad-type' });
  await expect(refused(old)).rejects.toMatchObject({ errorName: 'ocad-old', details: { version: 8 } });
  await expect(refused(valid.subarray(0, 5_000))).rejects.toMatchObject({ errorName: 'ocad-malformed' });
  await expect(refused(writeOcad({ ...sampleFile(12), objects: [] }))).rejects.toMatchObject({
    errorName: 'ocad-empty',
  });
  await expect(refused(new Uint8Array(8 * 1_048_576 + 1))).rejects.toMatchObject({
    errorName: 'ocad-too-large',
  });
  // The name of a file does not matter.
  const { mapId } = await ada.call('addOcadMap', { ocadFile: toFile(valid, 'map.png'), mapName: 'Renamed' });
  await ada.call('deleteOcadMap', { mapId });
  expect((await ada.call('queryOcadMaps', {})).list).toEqual([]);
});

test('prints at an exact scale', async () => {
  // Two texts that are 100 mm apart on the map of 1:10,000, which are 1,000 m.
  const objects: TestFile['objects'] = [
    { symbol: 900_000, type: 4, vertices: [[-5_000, 0]], text: 'left' },
    { symbol: 900_000, type: 4, vertices: [[5_000, 0]], text: 'right' },
  ];
  const { mapId } = await add(write({ objects }), 'Print');
  const printAt = async (scale: number) => {
    const bytes = await print({ mapId, scale, paper: 'A4', landscape: true });
    const [page = []] = await readPdf(bytes);
    const middle = (text: string) => {
      const found = page.find((item) => item.text === text);
      return ((found?.x ?? 0) + (found?.right ?? 0)) / 2;
    };
    // Points to millimetres.
    return { page, distance: ((middle('right') - middle('left')) * 25.4) / 72 };
  };
  expect((await printAt(10_000)).distance).toBeCloseTo(100, 1);
  const enlarged = await printAt(7_500);
  expect(enlarged.distance).toBeCloseTo(133.33, 1);
  expect(enlarged.page.map(({ text }) => text).join(' ')).toMatch(/Print.*1:7,500.*200 m/);
  await ada.call('deleteOcadMap', { mapId });
});

test('leaves out hidden colors in print', async () => {
  const { mapId, colors } = await add(write(), 'Colors');
  const black = colors.findIndex(({ name }) => name === 'Schwarz für Straßen');
  const printWithout = (hiddenColors: number[]) =>
    print({ mapId, scale: 10_000, paper: 'A3', landscape: false, hiddenColors });
  const texts = async (bytes: Uint8Array) => (await readPdf(bytes)).flat().map(({ text }) => text);
  expect(await texts(await printWithout([]))).toContain('Hügel Ä');
  expect(await texts(await printWithout([black]))).not.toContain('Hügel Ä');
  await ada.call('deleteOcadMap', { mapId });
});

test('keeps the maps of accounts apart', async () => {
  const eve = await (await world.account('rival')).person('eve');
  const { mapId } = await add(write());
  expect(await find(mapId, eve)).toBeUndefined();
  await expect(eve.call('editOcadMap', { mapId, mapName: 'Taken' })).rejects.toMatchObject({
    errorName: 'ocad-unknown',
  });
  await expect(print({ mapId, scale: 10_000, paper: 'A4', landscape: false }, eve)).rejects.toMatchObject({
    errorName: 'ocad-unknown',
  });
  await ada.call('deleteOcadMap', { mapId });
});

test('refuses more maps than the limit', async () => {
  const { mapId } = await add(write());
  const { db } = world.database;
  const row = await db
    .selectFrom('ocad_map')
    .selectAll()
    .where('map_id', '=', mapId)
    .executeTakeFirstOrThrow();
  const { map_id: _, details, tiles, paper_points, map_points, ...columns } = row;
  const copies = Array.from({ length: 99 }, () => ({
    ...columns,
    details: JSON.stringify(details),
    tiles: JSON.stringify(tiles),
    paper_points: JSON.stringify(paper_points),
    map_points: JSON.stringify(map_points),
  }));
  await db.insertInto('ocad_map').values(copies).execute();
  await expect(ada.call('addOcadMap', { ocadFile: write(), mapName: 'One more' })).rejects.toMatchObject({
    errorName: 'ocad-limit',
  });
});

test('requires the function of race layers', async () => {
  const viewer = await (await world.account('viewers')).person('vic', {
    permission: 'viewer',
    roles: [ROLE],
  });
  expect((await viewer.call('queryOcadMaps', {})).abilities).toEqual({ add: false });
});
