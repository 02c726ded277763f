import { expect, test } from 'vitest';
import { FlightLine } from './flight-line.ts';
import { LineGuide } from './line-guide.ts';

/** Metres per degree: 6 371 008.8 m * pi / 180. */
const DEGREE = 111_195.08;

const at = (latitude: number, longitude: number, time = 0) => ({ latitude, longitude, time });

/** Along the equator from 0 to 0.3 degrees, 33 358.5 m. */
const STRAIGHT = new LineGuide(new FlightLine([at(0, 0), at(0, 0.1), at(0, 0.3)]), [
  { ...at(0, 0), name: 'Start' },
  { ...at(0, 0.1), name: 'Tower' },
  { ...at(0, 0.3), name: 'End' },
]);

test('gives the distance with its side, and the next waypoint', () => {
  // 0.001 degrees north of a line to the east is 111.2 m to its left.
  const west = STRAIGHT.guide(null, at(0.001, 0.05));
  expect(west.metres).toBeCloseTo(0.001 * DEGREE, 1);
  expect(west).toMatchObject({ isLeft: true, isNearEnd: false, next: { name: 'Tower', number: 2 } });
  expect(west.next?.metres).toBeCloseTo(0.05 * DEGREE, 0);
  const east = STRAIGHT.guide(west.progress, at(-0.002, 0.15, 60_000));
  expect(east.metres).toBeCloseTo(0.002 * DEGREE, 1);
  expect(east).toMatchObject({ isLeft: false, next: { name: 'End' }, progress: { leg: 1, time: 60_000 } });
  expect(east.next?.metres).toBeCloseTo(0.15 * DEGREE, 0);
});

test('has no next waypoint at the end, and says where deviations are not watched', () => {
  expect(STRAIGHT.guide(null, at(0, 0.3))).toMatchObject({ next: null, isNearEnd: true });
  // 890 m and 1 112 m from the start.
  expect(STRAIGHT.guide(null, at(0, 0.008)).isNearEnd).toBe(true);
  expect(STRAIGHT.guide(null, at(0, 0.01)).isNearEnd).toBe(false);
});

test('stays on the way back of a line that returns along itself', () => {
  const line = new FlightLine([at(0, 0), at(0, 0.2), at(0, 0)]);
  const guide = new LineGuide(line, [
    { ...at(0, 0), name: 'Base' },
    { ...at(0, 0.2), name: 'Turn' },
    { ...at(0, 0), name: 'Base again' },
  ]);
  // Every 550 m to the turn at 22 239 m and back, 20 m beside the line.
  const names: (string | undefined)[] = [];
  let progress = guide.guide(null, at(0.00018, 0.15)).progress;
  for (const longitude of [0.155, 0.16, 0.18, 0.19, 0.198, 0.193, 0.188, 0.18, 0.17, 0.1, 0.05]) {
    const guidance = guide.guide(progress, at(0.00018, longitude));
    ({ progress } = guidance);
    names.push(guidance.next?.name);
    expect(guidance.metres).toBeCloseTo(0.00018 * DEGREE, 0);
  }
  expect(names).toEqual([...Array(5).fill('Turn'), ...Array(6).fill('Base again')]);
  expect(progress.along).toBeCloseTo(0.35 * DEGREE, 0);
});

test('a device near both ends of a round is at its start', () => {
  const round = new FlightLine([at(0, 0), at(0, 0.1), at(0.1, 0.05), at(0, 0)]);
  const guide = new LineGuide(round, [
    { ...at(0, 0), name: 'Base' },
    { ...at(0.1, 0.05), name: 'Summit' },
    { ...at(0, 0), name: 'Base again' },
  ]);
  // 55 m north: nearer to the last leg than to the first one.
  expect(guide.guide(null, at(0.0005, 0))).toMatchObject({ next: { name: 'Summit' }, progress: { leg: 0 } });
});

test('searches the whole line again when the device has left its part', () => {
  const start = STRAIGHT.guide(null, at(0, 0.01));
  const jumped = STRAIGHT.guide(start.progress, at(0, 0.25, 1_000));
  expect(jumped.metres).toBeLessThan(1);
  const { progress } = STRAIGHT.guide(
    { ...start.progress, latitude: 0, longitude: 0.249 },
    at(0, 0.25, 2_000),
  );
  expect(progress.along).toBeCloseTo(0.25 * DEGREE, 0);
});
