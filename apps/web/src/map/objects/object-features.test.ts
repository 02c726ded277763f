import type { Fence, LabelPoint, Route } from '@wakeline/contract/entities/map-object';
import { expect, test } from 'vitest';
import { fenceFeatures } from './fence-features.ts';
import { labelPointFeatures } from './label-point-features.ts';
import { routeFeatures } from './route-features.ts';

const abilities = { edit: true, remove: true };

function fence(change: Partial<Fence>): Fence {
  return {
    fenceId: 1,
    fenceName: 'Yard',
    fenceType: 'RECTANGLE',
    fenceData: { west: 10, south: 50, east: 11, north: 52 },
    color: '#123456',
    display: 'SHOW',
    groupId: null,
    notice: 'BOTH',
    holdSeconds: 10,
    holdMetres: 30,
    note: '',
    abilities,
    ...change,
  };
}

function route(change: Partial<Route>): Route {
  return {
    routeId: 1,
    routeName: 'Bus 7',
    type: 'drive',
    origin: 'drawn',
    color: '#654321',
    weight: 5,
    display: 'SHOW',
    groupId: null,
    points: [],
    start: 'Depot',
    end: 'Port',
    note: '',
    line: [
      [10, 50],
      [10.5, 50.5],
      [11, 51],
    ],
    length: 130_000,
    pointCount: 3,
    abilities,
    ...change,
  };
}

const point: LabelPoint = {
  labelPointId: 4,
  placeName: 'Pump',
  latitude: 50,
  longitude: 10,
  iconUrl: 'fuel',
  color: '#123456',
  display: 'SHOW',
  groupId: null,
  note: '',
  images: [],
  abilities,
};

test('draws a fence as a closed area in its colour, with its name in the centre', () => {
  const { areas, names } = fenceFeatures([fence({})], null);
  expect(areas.features).toEqual([
    {
      type: 'Feature',
      id: 1,
      properties: { color: '#123456' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [10, 50],
            [11, 50],
            [11, 52],
            [10, 52],
            [10, 50],
          ],
        ],
      },
    },
  ]);
  expect(names.features[0]?.geometry).toEqual({ type: 'Point', coordinates: [10.5, 51] });
  expect(names.features[0]?.properties).toEqual({ name: 'Yard' });
});

test('continues a rectangle across the antimeridian to the east', () => {
  const { areas } = fenceFeatures(
    [fence({ fenceData: { west: 179, south: -1, east: -179, north: 1 } })],
    null,
  );
  expect(areas.features[0]?.geometry).toMatchObject({
    coordinates: [
      [
        [179, -1],
        [181, -1],
        [181, 1],
        [179, 1],
        [179, -1],
      ],
    ],
  });
});

test('skips hidden fences, the one being edited, and a shape that does not match its type', () => {
  const { areas, names } = fenceFeatures(
    [
      fence({ fenceId: 1, display: 'HIDE' }),
      fence({ fenceId: 2 }),
      fence({ fenceId: 3, fenceType: 'CIRCULAR' }),
    ],
    2,
  );
  expect(areas.features).toEqual([]);
  expect(names.features).toEqual([]);
});

test('draws a route as a line with flags at its ends and dots at its via points', () => {
  const points = [
    { lng: 10, lat: 50, name: 'Depot' },
    { lng: 10.5, lat: 50.5, name: 'Bridge' },
    { lng: 11, lat: 51, name: 'Port' },
  ];
  const { lines, flags } = routeFeatures([route({ points })], null);
  expect(lines.features[0]?.properties).toEqual({ color: '#654321', weight: 5, name: 'Bus 7' });
  expect(flags.features.map(({ properties }) => [properties?.end, properties?.name])).toEqual([
    ['start', 'Depot'],
    ['end', 'Port'],
    ['via', 'Bridge'],
  ]);
});

test('skips hidden routes and the one being edited', () => {
  const { lines, flags } = routeFeatures([route({ display: 'HIDE' }), route({ routeId: 2 })], 2);
  expect(lines.features).toEqual([]);
  expect(flags.features).toEqual([]);
});

test('draws a labelled point as an icon in its colour, or as its picture with a ring', () => {
  const { features } = labelPointFeatures(
    [
      point,
      { ...point, labelPointId: 5, iconUrl: '/service/files/0a' },
      { ...point, labelPointId: 6, iconUrl: 'unknown' },
      { ...point, labelPointId: 7, display: 'HIDE' },
    ],
    null,
  );
  expect(features.map(({ properties }) => properties?.icon)).toEqual([
    '["point","fuel","#123456"]',
    '["point-picture","/service/files/0a","#123456"]',
    '["point","flag","#123456"]',
  ]);
  expect(features[0]?.geometry).toEqual({ type: 'Point', coordinates: [10, 50] });
});
