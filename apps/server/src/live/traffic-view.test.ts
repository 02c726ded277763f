import { LIMITS } from '@wakeline/contract/limits';
import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import { expect, test } from 'vitest';
import { TrafficView } from './traffic-view.ts';

function ship(number: number, longitude = 7, latitude = 54): TrafficObject {
  return {
    objectId: `mmsi-${number}`,
    kind: 'vessel',
    name: null,
    type: null,
    latitude,
    longitude,
    altitude: null,
    speed: null,
    course: null,
    distress: false,
    time: 0,
  };
}

const AREA = { west: 6, south: 53, east: 9, north: 55 };
const idsOf = (objects: readonly TrafficObject[]) => objects.map(({ objectId }) => objectId);

test('sends the objects of the area, and removes those that leave it', () => {
  const view = new TrafficView(AREA);
  const { objects, total } = view.takeAll([ship(1), ship(2, 20), ship(3, 8)]);
  expect([idsOf(objects), total]).toEqual([['mmsi-1', 'mmsi-3'], 2]);
  expect(
    view.select({
      changed: [ship(1, 7.1), ship(2, 21), ship(3, 9.5), ship(4)],
      removed: ['mmsi-1', 'mmsi-9'],
    }),
  ).toEqual({
    objects: [ship(1, 7.1), ship(4)],
    removed: ['mmsi-1', 'mmsi-3'],
  });
});

test('selects objects across the antimeridian', () => {
  const view = new TrafficView({ west: 170, south: -10, east: -170, north: 10 });
  expect(idsOf(view.takeAll([ship(1, 175, 0), ship(2, -175, 0), ship(3, 0, 0)]).objects)).toEqual([
    'mmsi-1',
    'mmsi-2',
  ]);
});

test('limits the objects of a console, and takes others when some disappear', () => {
  const view = new TrafficView(AREA);
  const many = Array.from({ length: LIMITS.trafficObjects + 5 }, (_, index) => ship(index));
  expect(view.takeAll(many)).toMatchObject({
    objects: { length: LIMITS.trafficObjects },
    total: LIMITS.trafficObjects + 5,
  });
  expect(view.select({ changed: [ship(9_999)], removed: [] }).objects).toEqual([]);
  expect(view.select({ changed: [ship(9_999)], removed: ['mmsi-0'] })).toEqual({
    objects: [ship(9_999)],
    removed: ['mmsi-0'],
  });
});
