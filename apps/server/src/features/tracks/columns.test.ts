import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixAt, storeFixes } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { allBlocks } from '../../testing/track-blocks.ts';
import { startWorld, type World } from '../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
let ada: Person;
let gull: number;
let tern: number;
let start: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  gull = await harbour.tracker('13800000001', 'Gull');
  tern = await harbour.tracker('13800000002', 'Tern');
  start = world.clock.now() - 2 * DAY;
  // An hour at 1 Hz, one hundredth of a degree a second; and three fixes, one of them without a place of the receiver's.
  const second = Array.from({ length: 3_600 }, (_, at) =>
    fixAt(start + at * 1_000, { longitude: 10 + at / 100 }),
  );
  await storeFixes(world.database.db, gull, second);
  await storeFixes(world.database.db, tern, [
    fixAt(
      start,
      { longitude: 20, speed: 36, course: 90, altitude: -4.5, accuracy: 2.5 },
      { battery: 80, gsm: 60, satellites: 9 },
    ),
    fixAt(start + 1, { longitude: 21, valid: false }),
    fixAt(start + 2, { longitude: 22 }, { attributes: { note: 'x'.repeat(300) }, alarms: ['SOS'] }),
  ]);
});
afterAll(() => world.stop());

interface Ask {
  readonly trackerIds: number[];
  readonly startTime?: number;
  readonly endTime?: number;
  readonly points?: number;
}

function ask(who: Person, { startTime = start, endTime = start + DAY, ...more }: Ask) {
  return allBlocks(who.client.stream('getTrackColumns', { startTime, endTime, ...more }));
}

describe('every fix', () => {
  test('comes with all its numbers, and without what the receiver called not valid', async () => {
    const [block, ...others] = await ask(ada, { trackerIds: [tern] });
    expect(others).toEqual([]);
    expect(block).toMatchObject({ trackerId: tern, coarse: false, length: 2 });
    expect([...(block?.time ?? [])]).toEqual([start, start + 2]);
    expect([...(block?.lng ?? [])]).toEqual([20, 22]);
    expect([...(block?.lat ?? [])]).toEqual([54, 54]);
    const columns = Object.entries(block?.columns ?? {}).map(([name, column]) => [name, [...(column ?? [])]]);
    expect(Object.fromEntries(columns)).toEqual({
      course: [90, Number.NaN],
      speed: [36, Number.NaN],
      height: [-4.5, Number.NaN],
      battery: [80, Number.NaN],
      gsm: [60, Number.NaN],
      satellites: [9, Number.NaN],
      accuracy: [2.5, Number.NaN],
    });
  });

  test('of several devices comes device by device; what is known of no fix has no column', async () => {
    const blocks = await ask(ada, { trackerIds: [gull, tern, gull] });
    expect(blocks.map(({ trackerId, length }) => [trackerId, length])).toEqual([
      [gull, 3_600],
      [tern, 2],
    ]);
    expect(Object.values(blocks[0]?.columns ?? {})).toEqual(Array(7).fill(null));
  });

  test('has both ends in it, and nothing outside; of a time without fixes there is nothing', async () => {
    const [block] = await ask(ada, { trackerIds: [gull], startTime: start + 1_000, endTime: start + 3_000 });
    expect([...(block?.time ?? [])]).toEqual([1_000, 2_000, 3_000].map((ms) => start + ms));
    expect(await ask(ada, { trackerIds: [gull], startTime: start - DAY, endTime: start - 1 })).toEqual([]);
  });
});
