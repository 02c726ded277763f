import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BUILT_IN, loadBaseLayers, NONE } from './base-layers.ts';

const folder = mkdtempSync(join(tmpdir(), 'wakeline-base-layers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = { zh_CN: '港口', en_US: 'Harbour' };
const HARBOUR = {
  key: 'harbour',
  names: NAMES,
  kind: 'raster',
  type: 'roadmap',
  coordinates: 'wgs84',
  urls: ['https://tiles.example/{z}/{x}/{y}.png'],
};

function fileOf(content: unknown): string {
  const path = join(folder, 'layers.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const load = (source: string, keys: Readonly<Record<string, string>> = {}) =>
  loadBaseLayers({ source, keys: new Map(Object.entries(keys)), prefix: '/service' });
const loadOne = (layer: object, keys?: Readonly<Record<string, string>>) =>
  load(fileOf({ default: 0, layers: [{ ...HARBOUR, ...layer }] }), keys);

/** Writes an archive that consists of its header only: PMTiles specification, version 3, section 3.1. */
function archive(name: string, tileType: number): void {
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  header[99] = tileType;
  writeFileSync(join(folder, name), header);
}

describe('the built-in list', () => {
  test('contains the layers of the specification in order, with the seventh as default', async () => {
    const { list, defaultIndex, warnings, origins } = await load(BUILT_IN);
    // Specification, section 9.
    expect(list.map(({ names }) => names.en_US)).toEqual([
      'Google default',
      'Satellite',
      'Terrain',
      'Sea chart',
      'Gaode map',
      'Tencent map',
      'Gaode satellite',
      'Zhitu blue',
      'Zhitu gray',
      'Zhitu warm',
      'Blank',
    ]);
    expect(list.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(defaultIndex).toBe(6);
    expect(warnings).toEqual([]);
    expect(origins).toEqual([]);
    // Section 4: all have shifted coordinates except the sea chart and the blank layer.
    expect(list.filter(({ coordinates }) => coordinates === 'wgs84').map(({ key }) => key)).toEqual([
      'sea-chart',
      'blank',
    ]);
    expect(list.filter(({ chart }) => chart).map(({ key }) => key)).toEqual(['sea-chart']);
    expect(list.every(({ tileSize }) => tileSize === 256)).toBe(true);
    expect(list.every(({ maxZoom, kind }) => (kind === 'blank' ? maxZoom === 21 : maxZoom <= 20))).toBe(true);
    expect(list.every(({ attribution, kind }) => kind === 'blank' || attribution !== '')).toBe(true);
  });

  test('has one URL per host', async () => {
    const { list } = await load(BUILT_IN);
    expect(list[6]?.urls.map((url) => new URL(url.replaceAll(/[{}]/g, '')).hostname)).toEqual([
      'webst01.is.autonavi.com',
      'webst02.is.autonavi.com',
      'webst03.is.autonavi.com',
      'webst04.is.autonavi.com',
    ]);
  });
});

test('offers no base layers with "none", so that the world map of the product is used', async () => {
  expect(await load(NONE)).toMatchObject({ list: [], defaultIndex: null });
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the file
const KEY_PLACEHOLDER = '${TILE_KEY}';
const keyed = { ...HARBOUR, key: 'keyed', urls: [`https://tiles.example/{z}/{x}/{y}?k=${KEY_PLACEHOLDER}`] };

test('skips a layer whose key is missing, so that the others move up', async () => {
  const path = fileOf({ default: 1, layers: [keyed, HARBOUR] });
  expect(await load(path)).toMatchObject({
    list: [{ key: 'harbour', index: 0 }],
    defaultIndex: 0,
    warnings: ['base layer "keyed" is skipped: WAKELINE_BASE_LAYER_KEYS has no TILE_KEY'],
  });
  const { list, defaultIndex } = await load(path, { TILE_KEY: 'a/b' });
  expect(list[0]?.urls).toEqual(['https://tiles.example/{z}/{x}/{y}?k=a%2Fb']);
  expect(defaultIndex).toBe(1);
});

test('falls back to the first layer when the default is skipped', async () => {
  expect((await load(fileOf({ default: 1, layers: [HARBOUR, keyed] }))).defaultIndex).toBe(0);
  expect((await load(fileOf({ default: 0, layers: [keyed] }))).defaultIndex).toBeNull();
});

test('lists servers without TLS, so that browsers may request them', async () => {
  const { origins } = await loadOne({
    urls: ['http://tiles{s}.harbour:8081/{z}/{x}/{y}.png'],
    hosts: ['a', 'b'],
  });
  expect(origins).toEqual(['http://tilesa.harbour:8081', 'http://tilesb.harbour:8081']);
});

test('serves an archive in the folder of the file', async () => {
  archive('harbour.pmtiles', 2);
  const { urls: _, ...rest } = HARBOUR;
  const layers = [{ ...rest, kind: 'pmtiles', file: 'harbour.pmtiles' }];
  const { list, files } = await load(fileOf({ default: 0, layers }));
  expect(list[0]).toMatchObject({ kind: 'pmtiles', urls: ['/service/base-layers/harbour.pmtiles'] });
  expect([...files]).toEqual(['harbour.pmtiles']);
});

describe('reports the file and the field of', () => {
  const path = join(folder, 'layers.json');
  const { urls: _, ...withoutUrls } = HARBOUR;
  test.each<readonly [what: string, content: unknown, problem: string]>([
    ['invalid JSON', '{', `${path}: is not JSON`],
    ['an empty list', { default: 0, layers: [] }, `${path}: layers: `],
    ['a default out of range', { default: 1, layers: [HARBOUR] }, `${path}: default: must be less than`],
    ['a duplicate key', { default: 0, layers: [HARBOUR, HARBOUR] }, `${path}: layers[1].key: is the key of`],
    ...(
      [
        ['a misspelt field', { ...HARBOUR, maxzoom: 3 }, 'layers[0]: '],
        ['a missing language', { ...HARBOUR, names: { zh_CN: '港口' } }, 'layers[0].names.en_US: '],
        ['an unknown kind', { ...HARBOUR, kind: 'wms' }, 'layers[0].kind: '],
        ['an unsupported URL scheme', { ...HARBOUR, urls: ['ftp://a/{z}/{x}/{y}'] }, 'layers[0].urls[0]: '],
        [
          'a URL without the row',
          { ...HARBOUR, urls: ['https://a/{z}/{x}'] },
          'layers[0].urls: must contain {z}',
        ],
        [
          'a URL without the quadkey',
          { ...HARBOUR, scheme: 'quadkey' },
          'layers[0].urls: must contain {quadkey}',
        ],
        [
          '{-y} with the scheme xyz',
          { ...HARBOUR, urls: ['https://a/{z}/{x}/{-y}'] },
          'layers[0].urls: contains {-y}',
        ],
        ['{s} without hosts', { ...HARBOUR, urls: ['https://{s}/{z}/{x}/{y}'] }, 'layers[0].urls: {s}'],
        [
          'a minimum zoom above the maximum',
          { ...HARBOUR, minZoom: 9, maxZoom: 3 },
          'layers[0].minZoom: is greater than',
        ],
        ['unknown coordinates', { ...HARBOUR, coordinates: 'bd09' }, 'layers[0].coordinates: '],
        ['neither file nor URL', { ...withoutUrls, kind: 'pmtiles' }, 'layers[0].file: requires either'],
        [
          'a file in another folder',
          { ...withoutUrls, kind: 'pmtiles', file: '../a.pmtiles' },
          'layers[0].file: is not',
        ],
        ['a missing file', { ...withoutUrls, kind: 'pmtiles', file: 'no.pmtiles' }, 'cannot be read'],
        [
          'a file of another type',
          { ...withoutUrls, kind: 'pmtiles', file: 'invalid.pmtiles' },
          'is not a PMTiles',
        ],
        ['vector tiles', { ...withoutUrls, kind: 'pmtiles', file: 'vector.pmtiles' }, 'which need a style'],
      ] as const
    ).map(([what, layer, problem]) => [what, { default: 0, layers: [layer] }, problem] as const),
  ])('%s', async (_what, content, problem) => {
    archive('vector.pmtiles', 1);
    writeFileSync(join(folder, 'invalid.pmtiles'), 'GIF89a');
    const refused = load(fileOf(content));
    await expect(refused).rejects.toThrow(path);
    await expect(refused).rejects.toThrow(problem);
  });

  test('a missing configuration file', async () => {
    await expect(load('/nowhere/layers.json')).rejects.toThrow(
      'WAKELINE_BASE_LAYERS: /nowhere/layers.json cannot be read (ENOENT)',
    );
  });
});
