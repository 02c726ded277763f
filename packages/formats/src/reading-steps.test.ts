import { describe, expect, test, vi } from 'vitest';
import { MapFileError } from './map-file-error.ts';
import { PointCounter } from './point-counter.ts';
import { readGeoJson } from './read-geojson.ts';
import { readMapFile } from './read-map-file.ts';
import { AMPLE_LIMITS, readAll } from './testing/read.ts';

/** Steps are measured in positions and not in time, because the machine may be slow. */
function collection(features: readonly string[]): string {
  return `{"type":"FeatureCollection","features":[${features.join()}]}`;
}

function polygon(vertexCount: number, properties = '{}'): string {
  const ring = Array.from({ length: vertexCount }, (_, at) => `[${at / 1_000},${at % 2}]`);
  return `{"type":"Feature","properties":${properties},"geometry":{"type":"Polygon","coordinates":[[${ring.join()}]]}}`;
}

/** Positions read in each step. */
function stepsOf(text: string): { readonly steps: readonly number[]; readonly features: number } {
  const counter = new PointCounter(AMPLE_LIMITS);
  const reading = readGeoJson(text, counter);
  const steps: number[] = [];
  for (let before = 0; ; before = counter.points) {
    const step = reading.next();
    steps.push(counter.points - before);
    if (step.done === true) return { steps, features: step.value.features.length };
  }
}

describe('readers yield', () => {
  test('between features of GeoJSON with many positions', () => {
    const { steps, features } = stepsOf(collection(Array.from({ length: 300 }, () => polygon(600))));
    expect(features).toBe(300);
    // 2,000 positions, and the feature that exceeds them.
    expect(Math.max(...steps)).toBeLessThanOrEqual(2_600);
  });

  test('between features of GeoJSON with few', () => {
    const { steps } = stepsOf(collection(Array.from({ length: 10_000 }, () => '{"type":"Feature"}')));
    expect(steps.length).toBeGreaterThanOrEqual(10_000 / 200);
  });

  test('while searching for an ampersand that starts no reference', () => {
    const references = 1_000_000;
    const file = `<kml>\n${'&amp;'.repeat(references)}& </kml>`;
    const reading = readMapFile(new TextEncoder().encode(file), AMPLE_LIMITS);
    let steps = 0;
    const readToEnd = () => {
      for (; reading.next().done !== true; ) steps += 1;
    };
    expect(readToEnd).toThrow(new MapFileError('malformed', 2));
    // Chunks of 64 Ki characters are parsed, then there are steps of 20,000 references.
    expect(steps).toBeGreaterThanOrEqual(Math.floor(file.length / 65_536) + references / 20_000 - 1);
  });
});

describe('a shape in properties', () => {
  const circle = '{"circle":{"center":[1,2],"radius":5}}';

  test('is not computed if the geometry has too few vertices', () => {
    const atan2 = vi.spyOn(Math, 'atan2');
    expect(readAll(collection([polygon(72, circle)])).features).toMatchObject([
      { shape: { type: 'POLYGON' } },
    ]);
    const tooFew = atan2.mock.calls.length;
    readAll(collection([polygon(73, circle)]));
    const sufficient = atan2.mock.calls.length - tooFew;
    atan2.mockRestore();
    expect([tooFew, sufficient]).toEqual([0, 72]);
  });

  test('counts towards the positions of a file', () => {
    const properties = `{"polygon":{"rings":[[${Array.from({ length: 10 }, (_, at) => `[${at},1]`).join()}]]}}`;
    const file = collection([polygon(5), polygon(5, properties)]);
    expect(readAll(file, { ...AMPLE_LIMITS, points: 20 }).features).toHaveLength(2);
    expect(() => readAll(file, { ...AMPLE_LIMITS, points: 19 })).toThrow(MapFileError);
  });

  test('counts towards the positions of a line', () => {
    const properties = `{"polygon":{"rings":[[${Array.from({ length: 10 }, (_, at) => `[${at},1]`).join()}]]}}`;
    expect(() => readAll(polygon(5, properties), { ...AMPLE_LIMITS, linePoints: 9 })).toThrow(
      new MapFileError('points', 1),
    );
  });
});
