import { readFileSync } from 'node:fs';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { describe, expect, test } from 'vitest';
import { FENCES } from './account-data/fences.ts';
import { POINTS } from './account-data/points.ts';
import { ROUTES } from './account-data/routes.ts';
import { createFleet } from './fleet.ts';
import type { IconName, SimulatedDevice } from './simulated-device.ts';

type Ring = readonly (readonly [number, number])[];

/** Land around the waters of the demo: outlines of Natural Earth 1:10m, like the built-in world map. */
const LAND: readonly (readonly Ring[])[] = JSON.parse(
  readFileSync(new URL('./fixtures/coast.geojson', import.meta.url), 'utf8'),
).features.map((feature: { geometry: { coordinates: Ring[] } }) => feature.geometry.coordinates);

/** Even-odd rule over all rings of a polygon. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let isOdd = false;
  for (const ring of rings) {
    for (const [index, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isOdd = !isOdd;
    }
  }
  return isOdd;
}

const SCENES = createFleet();
const DEVICES = SCENES.flatMap(({ devices }) => devices);
/** An arbitrary day, epoch seconds. */
const DAY = Date.UTC(2026, 4, 1) / 1000;

/** Maximum speeds by icon, km/h. */
const MAX_SPEEDS: Readonly<Record<IconName, number>> = {
  person: 7,
  runner: 18,
  walker: 7,
  bicycle: 25,
  motorcycle: 60,
  car: 90,
  truck: 90,
  bus: 45,
  sailboat: 14,
  motorboat: 40,
  ship: 28,
  aircraft: 260,
  airliner: 900,
  helicopter: 220,
  glider: 130,
  drone: 45,
  animal: 3,
  container: 90,
  beacon: 0,
  generic: 0,
};

function sampleStates({ stateAt }: SimulatedDevice, step: number) {
  return Array.from({ length: Math.floor((12 * 3600) / step) }, (_, index) => stateAt(DAY + index * step));
}

test('has about 150 devices with unique ids, over all four protocols', () => {
  expect(DEVICES.length).toBeGreaterThan(140);
  expect(new Set(DEVICES.map(({ deviceId }) => deviceId)).size).toBe(DEVICES.length);
  expect(new Set(DEVICES.map(({ protocol }) => protocol))).toEqual(
    new Set(['jt808', 'gt06', 'osmand', 'watch']),
  );
  for (const { name, label, note } of DEVICES) {
    expect([name.length <= 64, label.length <= 16, note.length <= 500]).toEqual([true, true, true]);
  }
});

test('fences, routes and points have unique names and groups of the fleet', () => {
  const groups = new Set(SCENES.map(({ group }) => group));
  for (const items of [
    FENCES.map(({ fenceName, group }) => ({ name: fenceName, group })),
    ROUTES.map(({ routeName, group }) => ({ name: routeName, group })),
    POINTS.map(({ placeName, group }) => ({ name: placeName, group })),
  ]) {
    expect(items.filter(({ group }) => !groups.has(group))).toEqual([]);
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
  }
});

test('is the same at every start, so that history and live data match', () => {
  const recreated = createFleet().flatMap(({ devices }) => devices);
  const statesOf = (devices: readonly SimulatedDevice[]) => devices.map(({ stateAt }) => stateAt(DAY + 4321));
  expect(statesOf(recreated)).toEqual(statesOf(DEVICES));
});

describe.each(SCENES.map(({ group, devices }) => [group, devices] as const))('%s', (_, devices) => {
  test('stays within its maximum speed and never jumps', () => {
    for (const device of devices) {
      const states = sampleStates(device, 10);
      for (const [index, state] of states.entries()) {
        expect(state.speed, device.name).toBeLessThanOrEqual(MAX_SPEEDS[device.icon]);
        const previous = states[index - 1] ?? state;
        const metres = greatCircleDistance(previous, state);
        // Ten seconds at maximum speed, plus a tolerance for the flat-earth approximation.
        expect(metres, device.name).toBeLessThanOrEqual((MAX_SPEEDS[device.icon] / 3.6) * 10 * 1.02 + 1);
      }
    }
  });
});

test('boats stay on the water', () => {
  // Sanity check of the outlines: the city of Qingdao is land, the middle of Jiaozhou Bay is water.
  expect(LAND.some((rings) => isInside(rings, 120.38, 36.1))).toBe(true);
  expect(LAND.some((rings) => isInside(rings, 120.25, 36.12))).toBe(false);
  const afloat = SCENES.slice(0, 2).flatMap(({ devices }) => devices);
  for (const boat of afloat) {
    for (const { longitude, latitude } of sampleStates(boat, 60)) {
      const aground = LAND.some((rings) => isInside(rings, longitude, latitude));
      expect(aground, `${boat.name} at ${longitude},${latitude}`).toBe(false);
    }
  }
});

test('aircraft are airborne when fast and on their runways when slow', () => {
  const aircraft = DEVICES.filter(({ icon }) => icon === 'aircraft' || icon === 'airliner');
  for (const plane of aircraft) {
    const states = sampleStates(plane, 10);
    const lowest = Math.min(...states.map(({ altitude }) => altitude ?? Number.NaN));
    expect(Math.max(...states.map(({ altitude }) => altitude ?? Number.NaN))).toBeGreaterThan(lowest + 200);
    for (const { speed, altitude } of states) {
      // The elevations of two airports of a route differ by up to 2,100 m.
      if (speed < 20) expect(altitude).toBeLessThan(lowest + 2_200);
      if (speed > 420) expect(altitude).toBeGreaterThan(lowest + 100);
    }
  }
});
