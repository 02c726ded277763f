import { expect, test } from 'vitest';
import { distancesAlong, greatCircleDistance } from './great-circle.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

// Expected values: calculated by hand, R * pi / 180 for a degree and R * pi for half a circle; the others by an independent
// Python program from the angle between the unit vectors (atan2 of the cross product's length and the dot product).
test.each([
  { name: 'a degree of the equator', from: at(0, 0), to: at(0, 1), metres: 111_195.080_234 },
  {
    name: 'a degree across the 180th meridian',
    from: at(0, 179.5),
    to: at(0, -179.5),
    metres: 111_195.080_234,
  },
  { name: 'Berlin to Paris', from: at(52.52, 13.405), to: at(48.8566, 2.3522), metres: 877_464.537_921 },
  {
    name: 'Nashville to Los Angeles',
    from: at(36.12, -86.67),
    to: at(33.94, -118.4),
    metres: 2_886_448.429_765,
  },
  { name: 'half around the earth', from: at(0, 0), to: at(0, 180), metres: 20_015_114.442_036 },
  { name: 'pole to pole', from: at(-90, 0), to: at(90, 77), metres: 20_015_114.442_036 },
  { name: 'a step', from: at(53.5436, 9.9663), to: at(53.5436, 9.966_31), metres: 0.660_733 },
  { name: 'identical points', from: at(53.5436, 9.9663), to: at(53.5436, 9.9663), metres: 0 },
])('$name', ({ from, to, metres }) => {
  // A micrometre, or the precision of 53 bits at half the Earth's circumference.
  expect(Math.abs(greatCircleDistance(from, to) - metres)).toBeLessThan(Math.max(1e-6, metres * 1e-9));
  expect(greatCircleDistance(to, from)).toBe(greatCircleDistance(from, to));
});

test.each([
  ['short segments', 1e-5],
  ['where the series ends', 0.0229],
  ['long segments', 7],
])('sums up the distances along a line: %s', (_name, step) => {
  const lng = Float64Array.from({ length: 200 }, (_, index) => ((index * step * 1.3 + 359) % 360) - 180);
  const lat = Float64Array.from({ length: 200 }, (_, index) => 80 * Math.sin((index * step) / 80));
  const distance = new Float64Array(200);
  distancesAlong(lng, lat, distance, 0, 90);
  distancesAlong(lng, lat, distance, 90, 200);
  let sum = 0;
  for (let index = 1; index < 200; index += 1) {
    sum += greatCircleDistance(
      at(lat[index - 1] ?? 0, lng[index - 1] ?? 0),
      at(lat[index] ?? 0, lng[index] ?? 0),
    );
    expect((distance[index] ?? 0) / sum).toBeCloseTo(1, 12);
  }
});
