import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { expect, test } from 'vitest';
import { tailLine } from './racers-on-map.ts';

const toPoint = ({ lng, lat }: { lng: number; lat: number }) => ({ x: mercatorX(lng), y: mercatorY(lat) });
const tail = [
  { lng: 179.8, lat: 10 },
  { lng: 179.9, lat: 10 },
];

test('draws a tail that ends at the participant, also over the antimeridian', () => {
  const line = tailLine(toPoint({ lng: -179.9, lat: 10 }), { tail, muted: false }, toPoint);
  expect(Array.from(line.x, (x) => (x * 360 - 180).toFixed(1))).toEqual(['-180.2', '-180.1', '-179.9']);
  expect([line.joined, line.opacity]).toEqual([
    [1, 1, 0],
    [1, 1, 1],
  ]);
});

test('draws the tail faintly while somebody else is followed', () => {
  const line = tailLine(toPoint({ lng: -179.9, lat: 10 }), { tail, muted: true }, toPoint);
  expect(line.opacity).toEqual([0.35, 0.35, 0.35]);
});
