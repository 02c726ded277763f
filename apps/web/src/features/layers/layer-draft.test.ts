import { expect, test } from 'vitest';
import { clampToPicture, NEW_DRAFT, placementOf, withoutPair, withPicture } from './layer-draft.ts';

const PICTURE = { url: 'blob:1', width: 100, height: 200, file: null };
const DRAFT = {
  ...NEW_DRAFT,
  picture: PICTURE,
  layerPoints: [
    { x: 10, y: 20 },
    { x: 100, y: 200 },
  ],
  mapPoints: [[110, 1]] as [number, number][],
};

test('scales points to another picture', () => {
  const { layerPoints } = withPicture(DRAFT, { ...PICTURE, width: 50, height: 400 });
  expect(layerPoints).toEqual([
    { x: 5, y: 40 },
    { x: 50, y: 400 },
  ]);
  expect(withPicture(NEW_DRAFT, PICTURE).picture).toBe(PICTURE);
});

test('removes both points of a pair, also if one is missing', () => {
  expect(withoutPair(DRAFT, 1)).toMatchObject({ layerPoints: [{ x: 10, y: 20 }], mapPoints: [[110, 1]] });
  expect(withoutPair(DRAFT, 0)).toMatchObject({ layerPoints: [{ x: 100, y: 200 }], mapPoints: [] });
});

test('keeps a point on the picture', () => {
  expect(clampToPicture(PICTURE, { x: -3, y: 201 })).toEqual({ x: 0, y: 200 });
});

test('names what is missing', () => {
  expect(placementOf(NEW_DRAFT)).toBeNull();
  expect(placementOf(DRAFT)).toBe('layer-points-uneven');
  expect(placementOf(withoutPair(DRAFT, 1))).toBe('layer-points');
});
