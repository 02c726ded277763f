import { expect, test } from 'vitest';
import {
  clampToPicture,
  NEW_DRAFT,
  placementOf,
  usesFilePosition,
  withFilePosition,
  withoutPair,
  withPicture,
} from './layer-draft.ts';

const PICTURE = { url: 'blob:1', width: 100, height: 200, upload: null };
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

test('replaces points by the position of a file, and restores it after a change', () => {
  const position = {
    northwest: [110, 1],
    northeast: [110.01, 1],
    southeast: [110.01, 0.98],
    southwest: [110, 0.98],
  } as const;
  const upload = {
    file: new File([], 'map.tif'),
    positionFile: null,
    selectedSystem: null,
    position: position as never,
    coordinateSystem: 4326,
    needsCoordinateSystem: false,
  };
  const draft = withPicture(DRAFT, { ...PICTURE, upload });
  expect(draft).toMatchObject({
    method: 'projective',
    layerPoints: [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 200 },
      { x: 0, y: 200 },
    ],
    mapPoints: Object.values(position),
  });
  expect(usesFilePosition(draft)).toBe(true);
  const changed = withoutPair(draft, 3);
  expect(usesFilePosition(changed)).toBe(false);
  expect(withFilePosition(changed)).toEqual(draft);
  expect(usesFilePosition(DRAFT)).toBe(false);
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
