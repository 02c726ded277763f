import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import { expect, test } from 'vitest';
import { toTrafficFeature } from './traffic-feature.ts';

const SHIP: TrafficObject = {
  objectId: 'mmsi-211000001',
  kind: 'vessel',
  name: 'MOEWE',
  type: 70,
  latitude: 54,
  longitude: 7,
  altitude: null,
  speed: 20,
  course: 90,
  distress: false,
  time: 0,
};

function iconOf(changes: Partial<TrafficObject>): unknown {
  return toTrafficFeature({ ...SHIP, ...changes }).properties?.icon;
}

test('turns an object to its course, and draws one without a course round', () => {
  expect(toTrafficFeature(SHIP)).toMatchObject({
    geometry: { coordinates: [7, 54] },
    properties: { objectId: 'mmsi-211000001', name: 'MOEWE', course: 90, icon: '["traffic","vessel"]' },
  });
  expect(iconOf({ course: null })).toBe('["traffic","vessel-still"]');
  expect(iconOf({ kind: 'aircraft' })).toBe('["traffic","aircraft"]');
  expect(iconOf({ kind: 'aid' })).toBe('["traffic","aid"]');
  expect(iconOf({ distress: true })).toBe('["traffic","distress"]');
});
