import type { Client } from '@wakeline/client/client';
import type { WholeRoute } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { expect, test } from 'vitest';
import type { Drawn, DrawState } from '../../../map/draw/draw-surface.ts';
import { fieldOfRefusal } from './field-of-refusal.ts';
import type { PointSubject, RouteSubject } from './form-subject.ts';
import { newSubject } from './new-subject.ts';
import { finishedShape, saveLabelPoint, saveRoute } from './save-object.ts';

const state = (drawn: Drawn | null, finished = true): DrawState => ({
  kind: drawn?.kind ?? 'polygon',
  drawn,
  finished,
  canUndo: false,
  canRedo: false,
});

/** Takes down what is sent. */
function listening(answer: object) {
  const sent: [operation: string, payload: unknown][] = [];
  const client = {
    call: async (operation: string, payload: unknown) => {
      sent.push([operation, payload]);
      return answer;
    },
  } as unknown as Client;
  return { client, sent };
}

const nameOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error instanceof NamedError ? error.errorName : error;
  }
  return 'taken';
};

const polygon = (...ring: [number, number][]): Drawn => ({
  kind: 'polygon',
  shape: { type: 'POLYGON', rings: [ring] },
});

test('an area is taken when it is finished and keeps to the rules', () => {
  const square = polygon([0, 0], [1, 0], [1, 1], [0, 1]);
  const bow = polygon([0, 0], [1, 1], [1, 0], [0, 1]);
  const circle = (radius: number): Drawn => ({
    kind: 'circle',
    shape: { type: 'CIRCULAR', center: [0, 0], radius },
  });
  expect(nameOf(() => finishedShape(state(square)))).toBe('taken');
  expect(nameOf(() => finishedShape(null))).toBe('drawing-unfinished');
  expect(nameOf(() => finishedShape(state(null)))).toBe('drawing-unfinished');
  expect(nameOf(() => finishedShape(state(square, false)))).toBe('drawing-unfinished');
  expect(nameOf(() => finishedShape(state(bow)))).toBe('fence-self-crosses');
  expect(nameOf(() => finishedShape(state(circle(0))))).toBe('fence-radius');
});

test('a labelled point without a place is not sent', async () => {
  const { client, sent } = listening({ labelPointId: 7 });
  const subject = newSubject('labelPoint', {}) as PointSubject;
  await expect(saveLabelPoint(client, subject, subject.fields, state(null))).rejects.toMatchObject({
    errorName: 'coordinates-empty',
  });
  expect(sent).toEqual([]);
});

const source: WholeRoute = {
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

test('corners of a route that were not moved keep their height', async () => {
  const { client, sent } = listening({});
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

test('the stops of a planned route are its flags, the outer ones with the names of start and end', async () => {
  const { client, sent } = listening({ routeId: 9 });
  const subject = newSubject('route', {}) as RouteSubject;
  const fields = { ...subject.fields, name: ' To work ', start: 'Home', end: 'Office' };
  const made = await saveRoute(client, subject, fields, {
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
  expect(made).toBe(9);
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

test('a refusal is shown at the field that it speaks of', () => {
  expect(fieldOfRefusal(new NamedError('fence-self-crosses'))).toBe('drawing');
  expect(fieldOfRefusal(new NamedError('group-unknown'))).toBe('groupId');
  expect(fieldOfRefusal(new NamedError('field-invalid', { field: 'routeName' }))).toBe('name');
  expect(fieldOfRefusal(new NamedError('field-invalid', { field: 'images.3' }))).toBe('images');
  expect(fieldOfRefusal(new NamedError('fence-limit'))).toBeNull();
});
