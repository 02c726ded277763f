import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { groundDistance } from '@wakeline/domain/layers/ground-plane';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import PdfDocument from 'pdfkit';
import { PMTiles } from 'pmtiles';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { cutLayerTilesWorker } from '../../map-images/cut-tiles.ts';
import { declarePngSize, declareTiffSize } from '../../map-images/testing/declare-size.ts';
import { filesInFolder } from '../../testing/files.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const ROLE = 'eob_plugin_race_layer';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('club')).person('ada');
});
afterAll(() => world.stop());

type RaceLayerPayload = PayloadInput<Operations['saveOrUpdateRaceLayer']>;

const FIXTURES = new URL('../../../../../packages/formats/src/fixtures/georeferenced/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, FIXTURES));

function toFile(bytes: Uint8Array, name = 'map.png'): File {
  return new File([new Uint8Array(bytes)], name);
}

function solid(width: number, height: number, background = '#ff0000'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function createPicture(width = 100, height = 200): Promise<File> {
  return toFile(await solid(width, height).png().toBuffer());
}

/** For a picture of 100 by 200 pixels near the equator, where a pixel is 0.0001 degrees: 11.1 m. */
const POINTS = {
  layerPoints: [
    { x: 0, y: 100 },
    { x: 100, y: 100 },
    { x: 50, y: 0 },
  ],
  mapPoints: [
    [10, 0],
    [10.01, 0],
    [10.005, 0.01],
  ] as [number, number][],
};

async function save(payload: Partial<RaceLayerPayload> = {}, person = ada): Promise<number> {
  const layer = { layerName: 'Forest', picture: await createPicture(), ...POINTS, ...payload };
  const { layerId } = await person.call('saveOrUpdateRaceLayer', layer);
  return layerId;
}

async function find(layerId: number, person = ada) {
  const { list } = await person.call('queryAllRaceLayer', {});
  const found = list.find((layer) => layer.layerId === layerId);
  if (found === undefined) throw new Error('the layer is missing');
  return found;
}

const remove = (layerId: number) => ada.call('deleteRaceLayer', { layerId });

async function readLastAudit() {
  return (await ada.call('queryAuditLog', { pageSize: 1 })).list[0];
}

/** The corners of the race map in `fixtures/georeferenced`, by its world file and PROJ 9.1 (EPSG:27700 to WGS-84). */
const ELLENBROOK = {
  width: 1197,
  height: 1756,
  corners: [
    [-0.2720129, 51.7746635],
    [-0.2499928, 51.7750532],
    [-0.2490766, 51.7550137],
    [-0.2710868, 51.7546241],
  ] as [number, number][],
};
const ELLENBROOK_POINTS = {
  layerPoints: [
    { x: 0, y: 0 },
    { x: ELLENBROOK.width, y: 0 },
    { x: ELLENBROOK.width, y: ELLENBROOK.height },
    { x: 0, y: ELLENBROOK.height },
  ],
  mapPoints: ELLENBROOK.corners,
};
const CORNER_NAMES = ['northwest', 'northeast', 'southeast', 'southwest'] as const;

describe('points', () => {
  test('places a real race map by its four corners, in metres', async () => {
    const { width, height } = ELLENBROOK;
    const result = await ada.call('convertPoints', { width, height, ...ELLENBROOK_POINTS, mapScale: 10_000 });
    expect(result).toMatchObject({ method: 'similarity', warnings: [] });
    expect(result.rmse).toBeLessThan(0.05);
    for (const residual of result.residuals) expect(residual).toBeLessThan(0.05);
    for (const [index, name] of CORNER_NAMES.entries())
      expect(groundDistance(result[name], ELLENBROOK.corners[index] ?? [0, 0]), name).toBeLessThan(0.05);
    // The world file has 1.27 m per pixel.
    expect(result.metresPerPixel).toBeCloseTo(1.27, 2);
  });

  test('names the worst pair and warns of it', async () => {
    // One of six points is 100 pixels (1,110 m) too far east; without it, the others agree exactly.
    const layerPoints = [
      [0, 0],
      [100, 0],
      [100, 200],
      [0, 200],
      [50, 100],
      [20, 150],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const mapPoints = layerPoints.map(({ x, y }): [number, number] => [10 + x * 1e-4, -y * 1e-4]);
    const [lng, lat] = mapPoints[4] ?? [0, 0];
    const moved = mapPoints.with(4, [lng + 0.01, lat]);
    const result = await ada.call('convertPoints', {
      ...{ width: 100, height: 200, layerPoints, mapPoints: moved, method: 'affine', mapScale: null },
    });
    expect(result.residuals.indexOf(Math.max(...result.residuals))).toBe(4);
    expect(result.warnings).toEqual([{ kind: 'outlier', pair: 4 }]);
  });

  test('warns of a mirrored picture', async () => {
    const mapPoints = POINTS.mapPoints.map(([lng, lat]): [number, number] => [-lng, lat]);
    const { warnings } = await ada.call('convertPoints', { width: 100, height: 200, ...POINTS, mapPoints });
    expect(warnings).toEqual([{ kind: 'mirrored', pair: null }]);
  });

  test('warns of a point outside of the picture', async () => {
    const { warnings } = await ada.call('convertPoints', { width: 99, height: 200, ...POINTS });
    expect(warnings).toEqual([{ kind: 'outside', pair: 1 }]);
  });

  test.each([
    [
      'two points',
      'layer-points',
      { ...POINTS, layerPoints: POINTS.layerPoints.slice(1), mapPoints: POINTS.mapPoints.slice(1) },
    ],
    ['unequal numbers', 'layer-points-uneven', { ...POINTS, mapPoints: POINTS.mapPoints.slice(1) }],
    [
      'three points in a line',
      'layer-points-line',
      { ...POINTS, layerPoints: [0, 50, 100].map((x) => ({ x, y: x })) },
    ],
    ['too few points for the method', 'layer-points-method', { ...POINTS, method: 'spline' as const }],
    [
      'a picture beyond the pole',
      'layer-off-map',
      // By hand: 10 pixels of height span 15 degrees of latitude, and the upper edge is 90 pixels higher.
      {
        layerPoints: POINTS.layerPoints.with(2, { x: 50, y: 90 }),
        mapPoints: [
          [10, 70],
          [30, 70],
          [20, 85],
        ] as [number, number][],
      },
    ],
  ])('refuses %s: %s', async (_what, errorName, points) => {
    await expect(ada.call('convertPoints', { width: 100, height: 200, ...points })).rejects.toMatchObject({
      errorName,
    });
    await expect(save(points)).rejects.toMatchObject({ errorName });
    expect((await ada.call('queryAllRaceLayer', {})).total).toBe(0);
  });
});

describe('files with a position', () => {
  test('uses a world file with its coordinate system', async () => {
    const file = {
      picture: toFile(fixture('ellenbrook.jpg'), 'a.jpg'),
      positionFile: fixture('ellenbrook.jgw').toString(),
    };
    const without = await ada.call('readLayerFile', file);
    expect(without).toMatchObject({ width: 1197, height: 1756, position: null, needsCoordinateSystem: true });
    const read = await ada.call('readLayerFile', { ...file, coordinateSystem: 27_700 });
    expect(read).toMatchObject({ coordinateSystem: 27_700, needsCoordinateSystem: false });
    expect(read.position?.source).toBe('worldFile');
    const picture = await sharp(
      Buffer.from(await (await fetch(`${world.url}${read.pictureUrl}`)).arrayBuffer()),
    ).metadata();
    expect([picture.width, picture.height, picture.format]).toEqual([1197, 1756, 'webp']);

    const { layerId } = await ada.call('saveOrUpdateRaceLayer', {
      layerName: 'Ellenbrook',
      ...file,
      coordinateSystem: 27_700,
    });
    const layer = await find(layerId);
    expect(layer).toMatchObject({ method: 'projective', tileState: 'none', display: 1, opacity: 100 });
    // The shifts of datums by seven parameters differ by up to some metres; PROJ without grids uses the same ones.
    for (const [index, name] of CORNER_NAMES.entries())
      expect(groundDistance(layer[name], ELLENBROOK.corners[index] ?? [0, 0]), name).toBeLessThan(0.5);
    await remove(layerId);
  });

  test('uses the overlay of a KMZ file', async () => {
    const layerId = await save({
      picture: toFile(fixture('Jukola_1st_leg.kmz'), 'a.kmz'),
      layerPoints: undefined,
      mapPoints: undefined,
    });
    const layer = await find(layerId);
    // The coordinates of its doc.kml.
    const expected = [
      [24.18994, 61.45075],
      [24.24721, 61.44656],
      [24.23851, 61.42094],
      [24.18156, 61.42533],
    ] as const;
    for (const [index, name] of CORNER_NAMES.entries()) {
      expect(layer[name][0], name).toBeCloseTo(expected[index]?.[0] ?? 0, 7);
      expect(layer[name][1], name).toBeCloseTo(expected[index]?.[1] ?? 0, 7);
    }
    await remove(layerId);
  });

  test('uses a KML file beside the picture', async () => {
    const positionFile = `<kml><GroundOverlay><Icon><href>a.png</href></Icon><LatLonBox><north>1</north><south>0.98</south>
      <east>20.01</east><west>20</west></LatLonBox></GroundOverlay></kml>`;
    const { position } = await ada.call('readLayerFile', { picture: await createPicture(), positionFile });
    expect(position).toEqual({
      source: 'kml',
      northwest: [20, 1],
      northeast: [20.01, 1],
      southeast: [20.01, 0.98],
      southwest: [20, 0.98],
    });
  });

  test('uses the position of a GeoTIFF', async () => {
    const read = await ada.call('readLayerFile', { picture: toFile(fixture('area.tif'), 'a.tif') });
    expect(read).toMatchObject({ width: 24, height: 16, coordinateSystem: 3_006 });
    // gdalinfo (GDAL 3.6.2): 11°54'31.73"E, 57°44'25.19"N.
    const expected: [number, number] = [11 + 54 / 60 + 31.73 / 3600, 57 + 44 / 60 + 25.19 / 3600];
    expect(groundDistance(read.position?.northwest ?? [0, 0], expected)).toBeLessThan(0.5);
  });

  test('requests the coordinate system of a GeoTIFF that does not name it', async () => {
    const picture = toFile(fixture('no-system.tif'), 'a.tif');
    expect(await ada.call('readLayerFile', { picture })).toMatchObject({
      position: null,
      needsCoordinateSystem: true,
    });
    const { position } = await ada.call('readLayerFile', { picture, coordinateSystem: 27_700 });
    // It has the corners of the race map.
    expect(groundDistance(position?.northwest ?? [0, 0], ELLENBROOK.corners[0] ?? [0, 0])).toBeLessThan(0.5);
  });

  test('requires points for a TIFF without a position', async () => {
    const picture = toFile(fixture('no-position.tif'), 'a.tif');
    expect(await ada.call('readLayerFile', { picture })).toMatchObject({
      position: null,
      needsCoordinateSystem: false,
    });
    const layer = { layerName: 'x', picture };
    await expect(ada.call('saveOrUpdateRaceLayer', layer)).rejects.toMatchObject({
      errorName: 'layer-points',
    });
  });

  test('draws the first page of a PDF file', async () => {
    const picture = toFile(await createPdf(), 'a.pdf');
    const read = await ada.call('readLayerFile', { picture });
    // By hand: 144 by 72 points with 300 dots per inch.
    expect(read).toMatchObject({ width: 600, height: 300, position: null });
    const { data } = await sharp(
      Buffer.from(await (await fetch(`${world.url}${read.pictureUrl}`)).arrayBuffer()),
    )
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(230);
    expect(data[2]).toBeLessThan(30);
  });

  test('finds coordinate systems by code and name', async () => {
    const byCode = await ada.call('queryCoordinateSystems', { text: '27700' });
    expect(byCode.list[0]).toMatchObject({ code: 27_700, name: 'OSGB36 / British National Grid' });
    const byName = await ada.call('queryCoordinateSystems', { text: 'sweref99 tm' });
    expect(byName.list.map(({ code }) => code)).toContain(3_006);
  });
});

/** A red page of 144 by 72 points. */
async function createPdf(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PdfDocument({ size: [144, 72], margin: 0, ...options });
  document.rect(0, 0, 144, 72).fill('#ff0000');
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function createKmz(kml: string, files: Record<string, Uint8Array> = {}): Buffer {
  return Buffer.from(zipSync({ 'doc.kml': strToU8(kml), ...files }));
}

const OVERLAY = `<GroundOverlay><Icon><href>a.png</href></Icon><LatLonBox><north>1</north><south>0</south><east>21</east>
  <west>20</west></LatLonBox></GroundOverlay>`;

describe('refuses with a named error and stores nothing:', () => {
  async function countFiles(): Promise<number> {
    const { count } = await world.database.db
      .selectFrom('stored_file')
      .where('name', 'in', ['mapLayer', 'layerSource'])
      .select((query) => query.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  test.each([
    ['a text file renamed to TIFF', 'layer-type', async () => Buffer.from('no picture')],
    [
      'an SVG file renamed to PDF',
      'layer-type',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a zip archive without KML', 'layer-type', async () => Buffer.from(zipSync({ 'a.txt': strToU8('x') }))],
    [
      'a TIFF file without a directory',
      'picture-broken',
      async () => Buffer.from([0x49, 0x49, 42, 0, 9, 9, 9, 9]),
    ],
    [
      'a truncated TIFF file',
      'picture-broken',
      async () => (await solid(300, 300).tiff().toBuffer()).subarray(0, 200),
    ],
    ['a truncated PDF file', 'picture-broken', async () => (await createPdf()).subarray(0, 200)],
    ['a PDF file with a password', 'layer-pdf-encrypted', () => createPdf({ userPassword: 'secret' })],
    [
      'a truncated KMZ file',
      'picture-broken',
      async () => fixture('Jukola_1st_leg.kmz').subarray(0, 100_000),
    ],
    ['a KMZ file without an overlay', 'layer-overlay-missing', async () => createKmz('<kml/>')],
    [
      'a KMZ file with two overlays',
      'layer-overlay-several',
      async () => createKmz(`<kml>${OVERLAY}${OVERLAY}</kml>`),
    ],
    [
      'a KMZ file without its picture',
      'layer-overlay-picture',
      async () => createKmz(`<kml>${OVERLAY}</kml>`),
    ],
    [
      'a KMZ file with an impossible position',
      'layer-overlay-position',
      async () => createKmz(`<kml>${OVERLAY.replace('<north>1<', '<north>91<')}</kml>`),
    ],
    [
      'an archive that expands to 40 MB',
      'layer-file-expands',
      async () => createKmz(`<kml>${OVERLAY}</kml>`, { 'a.png': new Uint8Array(40 * 1_048_576) }),
    ],
    [
      'a picture of 128 million pixels',
      'picture-pixels',
      async () => declarePngSize(await solid(9, 9).png().toBuffer(), 16_000, 8_000),
    ],
    [
      'a TIFF file of 128 million pixels',
      'picture-pixels',
      async () => declareTiffSize(fixture('area.tif'), 16_000, 8_000),
    ],
    ['a side of 16,385 pixels', 'picture-side', async () => solid(16_385, 1).tiff().toBuffer()],
  ])('%s: %s', async (_what, errorName, bytes) => {
    const before = await countFiles();
    const picture = toFile(await bytes(), 'map.png');
    await expect(save({ picture })).rejects.toMatchObject({ errorName });
    expect(await countFiles()).toBe(before);
    expect((await ada.call('queryAllRaceLayer', {})).total).toBe(0);
  });

  test.each([
    ['a world file of text', 'layer-world-file', { positionFile: 'one two three' }],
    ['an unknown coordinate system', 'coordinate-system-unknown', { coordinateSystem: 999_999 }],
    [
      'metres in a system of degrees',
      'coordinate-system-area',
      { positionFile: fixture('ellenbrook.jgw').toString(), coordinateSystem: 4_326 },
    ],
  ])('%s: %s', async (_what, errorName, position) => {
    const file = { picture: toFile(fixture('no-system.tif'), 'a.tif'), ...position };
    await expect(ada.call('readLayerFile', file)).rejects.toMatchObject({ errorName });
    const layer = { layerName: 'x', ...file };
    await expect(ada.call('saveOrUpdateRaceLayer', layer)).rejects.toMatchObject({ errorName });
  });

  test('a renamed file in the form', async () => {
    const picture = toFile(Buffer.from('no picture'));
    await expect(ada.call('readLayerFile', { picture })).rejects.toMatchObject({ errorName: 'layer-type' });
  });

  test('a new layer without a file, or without a name', async () => {
    const call = (payload: RaceLayerPayload) => ada.call('saveOrUpdateRaceLayer', payload);
    const missingFile = { errorName: 'layer-picture-needed' };
    await expect(call({ layerName: 'x', ...POINTS })).rejects.toMatchObject(missingFile);
    const missingName = { errorName: 'field-invalid', details: { field: 'layerName' } };
    await expect(call({ picture: await createPicture(), ...POINTS })).rejects.toMatchObject(missingName);
  });

  test('8 MiB plus one byte', async () => {
    const picture = toFile(Buffer.alloc(8 * 1_048_576 + 1));
    await expect(save({ picture })).rejects.toMatchObject({ errorName: 'layer-too-large' });
  });
});

/** WGS-84 110.025, 0.9975 in GCJ-02, by the published formula in Python 3. */
const GCJ02_SEAM = [110.0286319, 0.99829] as const;

describe('tiles', () => {
  async function waitForTiles(layerId: number) {
    return eventually('the tiles are cut', async () => {
      const layer = await find(layerId);
      if (layer.tileState === 'failed') throw new Error('the task failed');
      return layer.tileState === 'done' ? layer : null;
    });
  }

  function openArchive(url: string | null): PMTiles {
    if (url === null) throw new Error('there is no archive');
    return new PMTiles(`${world.url}${url}`);
  }

  /** The colour of an archive at a position in the coordinates of its map, at its finest zoom; null: transparent. */
  async function colourAt(archive: PMTiles, [lng, lat]: readonly [number, number]): Promise<number[] | null> {
    const { maxZoom } = await archive.getHeader();
    const [x, y] = [mercatorX(lng) * 2 ** maxZoom, mercatorY(lat) * 2 ** maxZoom];
    const tile = await archive.getZxy(maxZoom, Math.floor(x), Math.floor(y));
    if (tile === undefined) return null;
    const { data, info } = await sharp(Buffer.from(tile.data))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([512, 512]);
    const at = (Math.floor((y % 1) * 512) * 512 + Math.floor((x % 1) * 512)) * 4;
    return data[at + 3] === 0 ? null : [...data.subarray(at, at + 3)];
  }

  const near = (colour: readonly number[] | null, expected: readonly number[]) =>
    (colour ?? [-99]).every((value, index) => Math.abs(value - (expected[index] ?? 0)) < 20);

  test('cuts a large picture, in both datums of its region', async () => {
    // 5,000 by 500 pixels: left half red, right half blue. A pixel is 0.00001 degrees of longitude, at 110° E on the equator
    // of the region (1° N).
    const left = await solid(2_500, 500, '#ff0000').png().toBuffer();
    const wide = solid(5_000, 500, '#0000ff').composite([{ input: left, left: 0, top: 0 }]);
    const layerId = await save({
      picture: toFile(await wide.png().toBuffer()),
      layerPoints: [
        { x: 0, y: 0 },
        { x: 5_000, y: 0 },
        { x: 0, y: 500 },
      ],
      mapPoints: [
        [110, 1],
        [110.05, 1],
        [110, 0.995],
      ],
    });
    const waiting = await find(layerId);
    expect(waiting).toMatchObject({ tileState: 'waiting', tileUrl: null, width: 4_096, height: 410 });
    const { list } = await ada.call('queryAllTaskProgress', {});
    expect(list[0]).toMatchObject({ kind: 'cutLayerTiles' });
    expect(list[0]?.name).toContain('Forest');

    const layer = await waitForTiles(layerId);
    const wgs84 = openArchive(layer.tileUrl);
    const header = await wgs84.getHeader();
    // By hand: 1.1 m per pixel is zoom 16.1 for tiles of 512 pixels: cut at 16, 1.19 m per pixel.
    expect(header).toMatchObject({ maxZoom: 16, tileType: 4 });
    expect(header.minLon).toBeCloseTo(110, 5);
    expect(header.maxLon).toBeCloseTo(110.05, 4);
    expect(near(await colourAt(wgs84, [110.001, 0.9975]), [255, 0, 0])).toBe(true);
    expect(near(await colourAt(wgs84, [110.049, 0.9975]), [0, 0, 255])).toBe(true);
    expect(await colourAt(wgs84, [110.0505, 0.9975])).toBeNull();
    // The seam between the colours lies at 110.025, and in GCJ-02 where the published formula (Python 3) shifts it.
    expect(near(await colourAt(wgs84, [110.02497, 0.9975]), [255, 0, 0])).toBe(true);
    expect(near(await colourAt(wgs84, [110.02503, 0.9975]), [0, 0, 255])).toBe(true);
    const gcj02 = openArchive(layer.tileUrlGcj02);
    const [lng, lat] = GCJ02_SEAM;
    expect(near(await colourAt(gcj02, [lng - 0.00003, lat]), [255, 0, 0])).toBe(true);
    expect(near(await colourAt(gcj02, [lng + 0.00003, lat]), [0, 0, 255])).toBe(true);

    // Other points place it again: the tiles of before are gone at once.
    await ada.call('saveOrUpdateRaceLayer', {
      layerId,
      mapPoints: [
        [20, 1],
        [20.05, 1],
        [20, 0.995],
      ],
    });
    expect((await fetch(`${world.url}${layer.tileUrl}`)).status).toBe(404);
    const moved = await waitForTiles(layerId);
    expect(moved.tileUrlGcj02).toBeNull();
    expect(near(await colourAt(openArchive(moved.tileUrl), [20.001, 0.9975]), [255, 0, 0])).toBe(true);
    // Name and opacity leave them.
    await ada.call('saveOrUpdateRaceLayer', { layerId, layerName: 'Fen', opacity: 40 });
    expect(await find(layerId)).toMatchObject({ tileState: 'done', tileUrl: moved.tileUrl });
    await remove(layerId);
    expect((await fetch(`${world.url}${moved.tileUrl}`)).status).toBe(404);
    const left_ = await world.database.db
      .selectFrom('stored_file')
      .where('kind', 'in', ['source', 'tiles'])
      .select('file_id')
      .execute();
    expect(left_).toEqual([]);
  });

  test('sends ranges of an archive', async () => {
    const layerId = await save(await splinePayload());
    const { tileUrl } = await waitForTiles(layerId);
    const url = `${world.url}${tileUrl}`;
    const complete = await fetch(url);
    const bytes = Buffer.from(await complete.arrayBuffer());
    expect(complete.headers.get('accept-ranges')).toBe('bytes');
    expect(bytes.toString('latin1', 0, 7)).toBe('PMTiles');
    const ranges = [
      ['bytes=0-6', bytes.subarray(0, 7), `bytes 0-6/${bytes.length}`],
      ['bytes=7-', bytes.subarray(7), `bytes 7-${bytes.length - 1}/${bytes.length}`],
      ['bytes=-3', bytes.subarray(-3), `bytes ${bytes.length - 3}-${bytes.length - 1}/${bytes.length}`],
      [`bytes=5-${bytes.length + 9}`, bytes.subarray(5), `bytes 5-${bytes.length - 1}/${bytes.length}`],
    ] as const;
    for (const [range, expected, contentRange] of ranges) {
      const response = await fetch(url, { headers: { range } });
      expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
      expect(Buffer.from(await response.arrayBuffer()).equals(expected), range).toBe(true);
    }
    const beyond = await fetch(url, { headers: { range: `bytes=${bytes.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect((await fetch(url, { headers: { range: 'bytes=0-1,4-5' } })).status).toBe(200);
    await remove(layerId);
  });

  /** A picture of 200 by 200 pixels, a pixel 0.0001 degrees, whose middle is moved 30 pixels to the east. */
  async function splinePayload() {
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
    return { picture: await createPicture(200, 200), layerPoints, mapPoints, method: 'spline' as const };
  }

  test('cuts a small picture that its corners do not describe', async () => {
    const left = await solid(100, 200, '#00ff00').png().toBuffer();
    const picture = toFile(
      await solid(200, 200, '#0000ff')
        .composite([{ input: left, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    );
    const layerId = await save({ ...(await splinePayload()), picture });
    const layer = await waitForTiles(layerId);
    const archive = openArchive(layer.tileUrl);
    // The seam of the colours passes through its moved middle, 130 pixels from the left, and through the middle of the edge.
    expect(near(await colourAt(archive, [10.0127, 0]), [0, 255, 0])).toBe(true);
    expect(near(await colourAt(archive, [10.0133, 0]), [0, 0, 255])).toBe(true);
    expect(near(await colourAt(archive, [10.0097, 0.0099]), [0, 255, 0])).toBe(true);
    expect(near(await colourAt(archive, [10.0103, 0.0099]), [0, 0, 255])).toBe(true);
    await remove(layerId);
  });
});

test('cuts no tiles of a changed layer, and marks those of a failed task', async () => {
  const { db } = world.database;
  const layerId = await save();
  await db.updateTable('map_layer').set({ tile_state: 'waiting' }).where('layer_id', '=', layerId).execute();
  const files = filesInFolder({ db, root: tmpdir(), prefix: '/service', now: () => world.clock.now() });
  const { run, undo } = cutLayerTilesWorker({ db, files });
  const { accountId } = ada;
  const subject = { accountId, layerId, layerKind: 'race', layerName: 'Forest', version: 2 } as const;
  const { signal } = new AbortController();
  const attempt = run({
    taskId: 1,
    accountId,
    userId: null,
    subject,
    signal,
    progress: async () => undefined,
  });
  await expect(attempt).rejects.toMatchObject({ errorName: 'layer-changed' });
  await undo?.(1, subject);
  expect((await find(layerId)).tileState).toBe('waiting');
  await undo?.(1, { ...subject, version: 1 });
  expect((await find(layerId)).tileState).toBe('failed');
  await remove(layerId);
});

test('limits the pictures of forms that were not saved', async () => {
  const full = await (await world.account('forms')).person('forms holder');
  await sql`
    insert into stored_file (file_id, account_id, kind, media_type, name, bytes, sha256, created_at, expires_at)
    select 'form-' || n, ${full.accountId}, 'picture', 'image/webp', 'layerForm', 1, ''::bytea, now(), now() + interval '1 day'
    from generate_series(1, ${LIMITS.layerFormPictures}) n`.execute(world.database.db);
  const refused = { errorName: 'layer-picture-limit' };
  await expect(full.call('readLayerFile', { picture: await createPicture() })).rejects.toMatchObject(refused);
});

test('creates, edits, hides, sorts and deletes race layers', async () => {
  const forest = await save({ mapScale: 15_000, opacity: 80 });
  const park = await save({ layerName: 'Park' });
  const order = async () => (await ada.call('queryAllRaceLayer', {})).list.map(({ layerName }) => layerName);
  expect(await order()).toEqual(['Forest', 'Park']);
  expect(await find(forest)).toMatchObject({
    mapScale: 15_000,
    opacity: 80,
    display: 1,
    method: 'automatic',
  });
  expect(await readLastAudit()).toMatchObject({
    action: 'saveOrUpdateRaceLayer',
    target: 'Park',
    after: { display: 1 },
  });

  await ada.call('sortRaceLayers', { layerIds: [park, forest] });
  expect(await order()).toEqual(['Park', 'Forest']);
  expect(await readLastAudit()).toMatchObject({
    action: 'sortRaceLayers',
    after: { layerIds: [park, forest] },
  });
  for (const layerIds of [[park], [park, park], [park, forest, 999_999]])
    await expect(ada.call('sortRaceLayers', { layerIds })).rejects.toMatchObject({
      errorName: 'layer-unknown',
    });
  expect(await order()).toEqual(['Park', 'Forest']);

  await ada.call('changeRaceLayerDisplay', { layerId: forest, display: 0 });
  expect(await readLastAudit()).toMatchObject({
    action: 'changeRaceLayerDisplay',
    target: 'Forest',
    before: { display: 1 },
    after: { display: 0 },
  });
  const visible = await ada.call('queryAllRaceLayer', { display: 1 });
  expect(visible.list.map(({ layerName }) => layerName)).toEqual(['Park']);

  const { raceLayerUrl } = await find(forest);
  const edited = await ada.call('saveOrUpdateRaceLayer', {
    layerId: forest,
    layerName: 'Wood',
    mapScale: null,
  });
  expect(edited).toEqual({ layerId: forest, raceLayerUrl });
  expect(await readLastAudit()).toMatchObject({
    before: { layerName: 'Forest', mapScale: 15_000 },
    after: { layerName: 'Wood', mapScale: null },
  });
  // A new picture requires points, or a position.
  const replacement = { layerId: forest, picture: await createPicture(200, 400) };
  await expect(ada.call('saveOrUpdateRaceLayer', replacement)).rejects.toMatchObject({
    errorName: 'layer-points',
  });
  const layerPoints = POINTS.layerPoints.map(({ x, y }) => ({ x: x * 2, y: y * 2 }));
  await ada.call('saveOrUpdateRaceLayer', {
    ...replacement,
    picture: await createPicture(200, 400),
    layerPoints,
  });
  expect(await find(forest)).toMatchObject({
    width: 200,
    height: 400,
    layerPoints,
    mapPoints: POINTS.mapPoints,
  });
  expect((await fetch(`${world.url}${raceLayerUrl}`)).status).toBe(404);
  for (const layerId of [forest, park]) await remove(layerId);
  expect(await readLastAudit()).toMatchObject({ action: 'deleteRaceLayer', target: 'Park' });
});

test('keeps own layers and race layers apart', async () => {
  const race = await save();
  const own = await ada.call('addLayer', { layerName: 'Own', picture: await createPicture(), ...POINTS });
  expect((await ada.call('queryAllLayers', {})).list.map(({ layerName }) => layerName)).toEqual(['Own']);
  expect((await ada.call('queryAllRaceLayer', {})).list.map(({ layerName }) => layerName)).toEqual([
    'Forest',
  ]);
  const unknown = { errorName: 'layer-unknown' };
  await expect(ada.call('deleteLayer', { layerId: race })).rejects.toMatchObject(unknown);
  await expect(ada.call('editLayer', { layerId: race, opacity: 5 })).rejects.toMatchObject(unknown);
  await expect(remove(own.layerId)).rejects.toMatchObject(unknown);
  await expect(ada.call('sortLayers', { layerIds: [race] })).rejects.toMatchObject(unknown);
  await ada.call('sortLayers', { layerIds: [own.layerId] });
  await ada.call('deleteLayer', { layerId: own.layerId });
  await remove(race);
});

test('notifies open consoles of the account of each change', async () => {
  const console = await ada.console();
  await console.waitUntilLive();
  console.changes.length = 0;
  const layerId = await save();
  await console.waitUntil('the layer is added', ({ changes }) => changes.includes('layers'));
  console.changes.length = 0;
  await ada.call('changeRaceLayerDisplay', { layerId, display: 0 });
  await console.waitUntil('the layer is hidden', ({ changes }) => changes.includes('layers'));
  await remove(layerId);
});

test('refuses to read, change, hide, sort or delete a layer of another account', async () => {
  const layerId = await save();
  const eve = await (await world.account('airfield')).person('eve');
  expect((await eve.call('queryAllRaceLayer', {})).list).toEqual([]);
  for (const call of [
    () => eve.call('saveOrUpdateRaceLayer', { layerId, layerName: 'Hers' }),
    () => eve.call('changeRaceLayerDisplay', { layerId, display: 0 }),
    () => eve.call('sortRaceLayers', { layerIds: [layerId] }),
    () => eve.call('deleteRaceLayer', { layerId }),
    () => ada.call('deleteRaceLayer', { layerId: 999_999 }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'layer-unknown' });
  }
  expect(await find(layerId)).toMatchObject({ layerName: 'Forest', display: 1 });
  await remove(layerId);
});

test('lets a viewer with the function read layers only, and refuses everybody without it', async () => {
  const club = await world.account('club');
  const layerId = await save();
  const vera = await club.person('vera', { permission: 'viewer', roles: [ROLE] });
  expect((await find(layerId, vera)).abilities).toEqual({ edit: false, remove: false });
  expect((await vera.call('queryAllRaceLayer', {})).abilities).toEqual({ add: false });
  const otto = await club.person('otto', { permission: 'administrator', roles: ['eob_plugin_custom_map'] });
  for (const call of [
    () => save({}, vera),
    () => vera.call('changeRaceLayerDisplay', { layerId, display: 0 }),
    () => vera.call('deleteRaceLayer', { layerId }),
    () => save({}, otto),
    () => otto.call('queryAllRaceLayer', {}),
    () => otto.call('convertPoints', { width: 100, height: 200, ...POINTS }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'not-allowed' });
  }
  await remove(layerId);
});
