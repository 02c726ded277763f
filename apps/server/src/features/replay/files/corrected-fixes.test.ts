import { correctTrack } from '@wakeline/domain/correction/correct';
import { trackOf } from '@wakeline/domain/tracks/track';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixAt } from '../../../testing/fixes.ts';
import { type Correction, startCorrection } from './corrected-fixes.ts';

const SECOND = 1_000;

/** East at 36 km/h, 10 m per second: at the equator 0.0000899 degrees. Each 50th fix is 11 km north of the track. */
function createFixes(count: number) {
  return Array.from({ length: count }, (_, at) =>
    fixAt(
      at * SECOND,
      { longitude: at * 8.99e-5, latitude: at % 50 === 25 ? 0.1 : 0, speed: 36, accuracy: 5 },
      { battery: 50, attributes: { number: at } },
    ),
  );
}

let correction: Correction;
beforeAll(() => {
  correction = startCorrection();
});
afterAll(() => correction.end());

async function collect<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}

async function* toBatches<T>(items: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

test('removes jumps, keeps the values of the other fixes and applies corrected coordinates', async () => {
  const fixes = createFixes(5_000);
  const corrected = await collect(correction.fixes(toBatches(fixes, 700), 'vehicle'));
  // 100 of the 5,000 are jumps.
  expect(corrected.map(({ attributes }) => attributes.number)).toEqual(
    fixes.flatMap((_, at) => (at % 50 === 25 ? [] : [at])),
  );
  expect(corrected[0]).toMatchObject({ time: 0, battery: 50, fix: { speed: 36, accuracy: 5 } });
  const { track } = correctTrack(
    trackOf(
      fixes.map(({ time, fix }) => ({
        ...{ time, lng: fix.longitude, lat: fix.latitude, speed: fix.speed, accuracy: fix.accuracy },
        ...{ dir: null, power: null, gsm: null, gps: null, height: null, distant: 0 },
      })),
    ),
    'vehicle',
  );
  for (const [at, { fix }] of corrected.entries()) {
    expect(fix.longitude).toBeCloseTo(track.lng[at] ?? Number.NaN, 7);
    expect(fix.latitude).toBeCloseTo(track.lat[at] ?? Number.NaN, 7);
  }
});

test('does not block the event loop', async () => {
  const batches = correction.fixes(toBatches(createFixes(100_000), 5_000), 'vehicle');
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  const first = await batches.next();
  clearInterval(timer);
  // All fixes are corrected before the first batch: on this thread the timer would not run at all.
  expect(ticks).toBeGreaterThan(10);
  expect(first.done).toBe(false);
});

test('rejects pending corrections when the thread ends', async () => {
  const otherCorrection = startCorrection();
  const first = otherCorrection.fixes(toBatches(createFixes(100_000), 5_000), 'vehicle').next();
  await Promise.all([expect(first).rejects.toThrow('the correction has ended'), otherCorrection.end()]);
});

test('yields nothing for an empty track', async () => {
  expect(await collect(correction.fixes(toBatches([], 1), 'person'))).toEqual([]);
});
