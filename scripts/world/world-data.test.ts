import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isCovered, TileArchive } from './tiles.ts';

const folder = fileURLToPath(new URL('../../apps/web/public/world/', import.meta.url));

type Position = [longitude: number, latitude: number];

interface Feature {
  readonly properties: Record<string, string | number>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

function read(name: string): Feature[] {
  const parsed = JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as {
    type: string;
    features: Feature[];
  };
  expect(parsed.type).toBe('FeatureCollection');
  return parsed.features;
}

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && typeof value[0] === 'number';

/** The lists of positions in a geometry, whatever its type. */
function lines(coordinates: unknown): Position[][] {
  if (!Array.isArray(coordinates)) return [];
  if (isPosition(coordinates)) return [[coordinates]];
  if (coordinates.every(isPosition)) return [coordinates];
  return coordinates.flatMap(lines);
}

const places = [...read('places.geojson'), ...read('towns.geojson')];

describe('the files', () => {
  it('are small enough to ship', () => {
    const sizes = readdirSync(folder).map((name) => statSync(`${folder}${name}`).size);
    expect(Math.max(...sizes)).toBeLessThan(2.05e6);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8.5e6);
    expect(statSync(`${folder}overview.geojson`).size).toBeLessThan(4e5);
  });

  it.each(['overview.geojson', 'places.geojson', 'towns.geojson'])('%s lies on the globe', (name) => {
    for (const { geometry } of read(name)) {
      for (const line of lines(geometry.coordinates)) {
        for (const [longitude, latitude] of line) {
          // Land across the 180th meridian continues beyond it, up to Bering Strait.
          expect(longitude).toBeGreaterThanOrEqual(-180);
          expect(longitude).toBeLessThanOrEqual(geometry.type === 'Point' ? 180 : 191);
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        }
      }
    }
  });

  it('have no line around the whole world', () => {
    for (const { properties, geometry } of read('overview.geojson')) {
      for (const line of lines(geometry.coordinates)) {
        for (const [i, [longitude]] of line.entries()) {
          const next = line[i + 1];
          // Only Antarctica's fill closes along the pole, and this edge is never drawn.
          if (next === undefined || properties.k === 'pole') continue;
          expect(Math.abs(next[0] - longitude)).toBeLessThan(60);
        }
      }
    }
  });
});

describe('places', () => {
  it('each have an English name, a class, a rank and a population', () => {
    for (const { properties } of places) {
      expect(properties.e).toMatch(/\S/);
      expect(['ocean', 'country', 'capital', 'city', 'town']).toContain(properties.c);
      expect(properties.r).toBeGreaterThanOrEqual(1);
      expect(properties.r).toBeLessThanOrEqual(12);
      expect(properties.p).toBeGreaterThanOrEqual(0);
    }
  });

  it('have Chinese names for every country and capital, in simplified characters', () => {
    const named = places.filter(({ properties }) =>
      ['country', 'capital', 'ocean'].includes(`${properties.c}`),
    );
    expect(named.length).toBeGreaterThan(400);
    for (const { properties } of named)
      expect(properties.n, `${properties.e}`).toMatch(/^[\p{Script=Han}（）·]+$/u);
    // A sample of characters that exist only in the traditional script.
    const traditional = places.filter(({ properties }) =>
      /[國華漢蘭爾亞灣廣東臺長門島]/u.test(`${properties.n}`),
    );
    expect(traditional.map(({ properties }) => properties.n)).toEqual([]);
  });

  it('have Chinese names for nearly all cities above one million', () => {
    const large = places.filter(
      ({ properties }) => Number(properties.p) >= 1e6 && properties.c !== 'country',
    );
    const named = large.filter(({ properties }) => properties.n !== undefined);
    expect(large.length).toBeGreaterThan(400);
    expect(named.length / large.length).toBeGreaterThan(0.85);
  });

  it.each([
    ['北京', 'Beijing', 'capital', 39.9, 116.4],
    ['上海', 'Shanghai', 'city', 31.2, 121.5],
    ['香港', 'Hong Kong', 'city', 22.3, 114.2],
    ['桂林', 'Guilin', 'city', 25.28, 110.29],
    ['阳朔', 'Yangshuo', 'city', 24.78, 110.49],
    ['东京', 'Tokyo', 'capital', 35.69, 139.69],
    ['新加坡', 'Singapore', 'capital', 1.29, 103.85],
    ['汉堡', 'Hamburg', 'city', 53.55, 9.99],
    ['伦敦', 'London', 'capital', 51.51, -0.13],
    ['开普敦', 'Cape Town', 'capital', -33.92, 18.42],
    ['旧金山', 'San Francisco', 'city', 37.77, -122.42],
    ['华盛顿', 'Washington, D.C.', 'capital', 38.9, -77.04],
    ['布宜诺斯艾利斯', 'Buenos Aires', 'capital', -34.61, -58.38],
    ['悉尼', 'Sydney', 'city', -33.87, 151.21],
    ['堪培拉', 'Canberra', 'capital', -35.28, 149.13],
    ['奥克兰', 'Auckland', 'city', -36.85, 174.76],
    ['乌兰巴托', 'Ulaanbaatar', 'capital', 47.91, 106.88],
    ['苏瓦', 'Suva', 'capital', -18.14, 178.44],
  ])('include %s (%s)', (chinese, english, kind, latitude, longitude) => {
    const found = places.find(({ properties: { n, e, c } }) => e === english && n === chinese && c === kind);
    expect(found).toBeDefined();
    const [[[x, y] = [Number.NaN, Number.NaN]] = []] = lines(found?.geometry.coordinates);
    expect(Math.abs(x - longitude)).toBeLessThan(0.1);
    expect(Math.abs(y - latitude)).toBeLessThan(0.1);
  });

  it.each([
    ['中国', 'China'],
    ['美国', 'United States'],
    ['俄罗斯', 'Russia'],
    ['英国', 'United Kingdom'],
    ['斐济', 'Fiji'],
    ['图瓦卢', 'Tuvalu'],
  ])('have one label for the country %s, %s', (chinese, english) => {
    const found = places.filter(({ properties }) => properties.c === 'country' && properties.e === english);
    expect(found.map(({ properties }) => properties.n)).toEqual([chinese]);
  });
});

describe('land in tiles', () => {
  const archives = ['land-west', 'land-east'].map((name) => new TileArchive(`${folder}${name}.pmtiles`));
  const isLand = (longitude: number, latitude: number): boolean =>
    archives.some((archive) => isCovered(archive, 'land', longitude, latitude));

  it.each([
    ['Guilin', 110.29, 25.28],
    ['Hamburg', 10.02, 53.62],
    ['Denver', -104.99, 39.74],
    ['Hainan', 109.7, 19.2],
    ['Tasmania', 146.6, -42],
    ['the South Pole', 0, -85],
    ['Chukotka west of 180°', 179.9, 67.5],
    ['Chukotka east of 180°', -179.9, 67.5],
    ['Wrangel Island west of 180°', 179.9, 71.2],
    ['Wrangel Island east of 180°', -179.9, 71.2],
    ['Taveuni in Fiji', -179.98, -16.83],
    ['Antarctica at 180°', 179.95, -84.8],
  ])('covers %s', (_name, longitude, latitude) => {
    expect(isLand(longitude, latitude)).toBe(true);
  });

  it.each([
    ['the Pacific', -150, 0],
    ['the Pacific at 180°', 179.9, 20],
    ['the Atlantic at the latitude of Chukotka', -20, 67.5],
    ['the Atlantic at the latitude of Fiji', -20, -16.8],
    ['Bering Sea west of 180°', 179.9, 60],
    ['Bering Sea east of 180°', -179.9, 60],
    ['Ross Sea', 180 - 0.1, -76],
    ['the South China Sea', 114, 18],
    ['Lake Baikal', 107.7, 53.2],
    ['Lake Victoria', 33, -1],
    ['Lake Superior', -87.5, 47.7],
    ['the Caspian Sea', 51, 41],
  ])('does not cover %s', (_name, longitude, latitude) => {
    expect(isLand(longitude, latitude)).toBe(false);
  });

  it('has zooms 3 to 7 and no path of the build machine', () => {
    for (const archive of archives) {
      expect([archive.minZoom, archive.maxZoom]).toEqual([3, 7]);
      expect(JSON.stringify(archive.metadata)).not.toMatch(/\/(tmp|home|work|root|Users)\b/);
    }
  });
});

describe('lines in tiles', () => {
  const archive = new TileArchive(`${folder}lines.pmtiles`);

  it('has borders on land and none across the ocean', () => {
    expect(archive.featuresAt('borders', 7, 7.6, 47.6).features.length).toBeGreaterThan(0);
    expect(archive.featuresAt('borders', 7, -150, 0).features).toEqual([]);
    expect(archive.featuresAt('borders', 7, 179, 30).features).toEqual([]);
  });

  it('has rivers', () => {
    expect(archive.featuresAt('rivers', 7, 111.3, 30.7).features.length).toBeGreaterThan(0);
  });
});
