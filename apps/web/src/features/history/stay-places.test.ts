import type { Fence, LabelPoint } from '@wakeline/contract/entities/map-object';
import { expect, test } from 'vitest';
import { placesOf } from './stay-places.ts';

const stayAt = (lng: number, lat: number) => ({ startTime: 0, endTime: 1, from: 0, to: 1, lng, lat });
const ABLE = { edit: false, remove: false };
const COMMON = { color: '#000000', display: 'SHOW', groupId: null, note: '', abilities: ABLE } as const;

function fence(fenceId: number, west: number, south: number, east: number, north: number): Fence {
  return {
    ...COMMON,
    fenceId,
    fenceName: `fence ${fenceId}`,
    fenceType: 'RECTANGLE',
    fenceData: { west, south, east, north },
  } as Fence;
}

function point(labelPointId: number, longitude: number, latitude: number): LabelPoint {
  return { ...COMMON, labelPointId, placeName: 'pier', latitude, longitude, iconUrl: 'anchor', images: [] };
}

test('a stay lies in a fence when its place does', () => {
  const { isInFence } = placesOf(
    [stayAt(10.05, 54.05), stayAt(11, 54.05)],
    [fence(1, 10, 54, 10.1, 54.1)],
    [],
  );
  expect(isInFence(10.05, 54.05)).toBe(true);
  expect(isInFence(11, 54.05)).toBe(false);
});

test('a fence that is larger than all stays together is not overlooked', () => {
  const { isInFence } = placesOf([stayAt(10, 54)], [fence(1, 0, 40, 20, 60)], []);
  expect(isInFence(10, 54)).toBe(true);
});

test('a fence across the antimeridian is one', () => {
  const { isInFence } = placesOf([stayAt(-179.95, -17)], [fence(1, 179.9, -17.1, -179.9, -16.9)], []);
  expect(isInFence(-179.95, -17)).toBe(true);
  expect(isInFence(0, -17)).toBe(false);
});

test('a stay is at a labelled point within a hundred metres', () => {
  // 0.0008 degrees of latitude are 89 m, 0.001 are 111 m.
  const { isAtPoint } = placesOf(
    [stayAt(10, 54), stayAt(10, 54.5)],
    [],
    [point(1, 10, 54.0008), point(2, 10, 54.501)],
  );
  expect(isAtPoint(10, 54)).toBe(true);
  expect(isAtPoint(10, 54.5)).toBe(false);
});
