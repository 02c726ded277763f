import type { FullRoute } from '@wakeline/contract/entities/map-object';
import { expect, test } from 'vitest';
import { createRecordingClient } from '../changes/recording-client.testing.ts';
import { newSubject } from '../forms/new-subject.ts';
import type { RouteSubject } from './route-subject.ts';
import { saveRoute } from './save-route.ts';

const source: FullRoute = {
  routeId: 5,
  routeName: 'Ridge',
  type: 'walk',
  origin: 'imported',
  color: '#0b5cad',
  weight: 4,
  display: 'SHOW',
  groupId: null,
  points: [],
  start: '',
  end: '',
  note: '',
  line: [],
  length: 1,
  pointCount: 3,
  abilities: { edit: true, remove: true },
  dataPoints: [
    [1, 50, 100],
    [2, 50, 200],
    [3, 50, 300],
  ],
};

test('keeps the height of unmoved vertices', async () => {
  const { client, sent } = createRecordingClient({});
  const subject: RouteSubject = { ...(newSubject('route', {}) as RouteSubject), id: 5, source };
  await saveRoute(client, subject, subject.fields, {
    method: 'hand',
    line: [
      [1, 50],
      [2, 51],
      [3, 50],
    ],
  });
  expect(sent[0]?.[0]).toBe('updateRoute');
  expect(sent[0]?.[1]).toMatchObject({
    dataPoints: [
      [1, 50, 100],
      [2, 51],
      [3, 50, 300],
    ],
    origin: 'drawn',
  });
});

test('sends the stops of a planned route, named after start and end', async () => {
  const { client, sent } = createRecordingClient({ routeId: 9 });
  const subject = newSubject('route', {}) as RouteSubject;
  const fields = { ...subject.fields, name: ' To work ', start: 'Home', end: 'Office' };
  const routeId = await saveRoute(client, subject, fields, {
    method: 'plan',
    stops: [
      [1, 50],
      [2, 51],
      [3, 50],
    ],
    line: [
      [1, 50],
      [3, 50],
    ],
  });
  expect(routeId).toBe(9);
  expect(sent[0]).toEqual([
    'addRoute',
    expect.objectContaining({
      routeName: 'To work',
      origin: 'planned',
      points: [
        { lng: 1, lat: 50, name: 'Home' },
        { lng: 2, lat: 51, name: '' },
        { lng: 3, lat: 50, name: 'Office' },
      ],
    }),
  ]);
});
