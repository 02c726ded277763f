import type { Tracker } from '@wakeline/contract/entities/tracker';
import { createTrackerFixture } from '@wakeline/contract/testing/tracker-fixture';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { expect, test } from 'vitest';
import { clusterSize, RING_SEGMENTS, ringSegments } from '../icons/cluster-image.ts';
import { iconOf } from '../icons/glyphs.ts';
import { deviceMarker, labelName } from './device-marker.ts';
import { shortCount } from './drawn-clusters.ts';

const tracker = (status: TrackerStatus): Tracker =>
  createTrackerFixture({
    trackerId: 7,
    iconDto: { iconUrl: 'boat', iconType: 'STANDARD' },
    status: {
      latitude: 22.5,
      longitude: 114.1,
      direction: 90,
      speed: 20,
      fixTime: 1,
      latestCommTime: 1,
      status,
      statusSince: 1,
    },
  });

test('ranks the selected device above all others, alarms included', () => {
  const rank = (status: TrackerStatus, isSelected: boolean) => deviceMarker(tracker(status), isSelected).rank;
  const others = TRACKER_STATUSES.map((status) => rank(status, false));
  for (const status of TRACKER_STATUSES) expect(rank(status, true)).toBeGreaterThan(Math.max(...others));
  expect(rank('SOS', false)).toBe(Math.max(...others));
});

test('appends the number in brackets to the name', () => {
  expect(labelName({ trackerName: '海鸥', label: '7' })).toBe('海鸥 (7)');
  expect(labelName({ trackerName: '海鸥', label: '' })).toBe('海鸥');
});

test('truncates a name of forty characters to the width of a label', () => {
  expect(labelName({ trackerName: 'x'.repeat(40), label: '7' })).toBe(`${'x'.repeat(32)}… (7)`);
  expect(labelName({ trackerName: '船'.repeat(40), label: '' })).toBe(`${'船'.repeat(16)}…`);
  expect(labelName({ trackerName: 'x'.repeat(32), label: '' })).toBe('x'.repeat(32));
});

test('uses the generic icon for an unknown one', () => {
  expect(iconOf('truck')).toBe('truck');
  expect(iconOf('boat')).toBe('motorboat');
  expect(iconOf('submarine')).toBe('generic');
  expect(iconOf('constructor')).toBe('generic');
});

test('sizes clusters small below 10, medium below 100, else large', () => {
  expect([2, 9, 10, 99, 100, 5000].map(clusterSize)).toEqual([
    'small',
    'small',
    'medium',
    'medium',
    'large',
    'large',
  ]);
  expect([9_999, 10_000, 123_456].map(shortCount)).toEqual(['9999', '10k', '123k']);
});

test('fills the complete ring, with at least one segment for each status present', () => {
  const counts = (RUNNING: number, STOP: number, SOS: number, OFFLINE: number) => ({
    RUNNING,
    STOP,
    SOS,
    OFFLINE,
  });
  expect(ringSegments(counts(6, 6, 0, 0))).toEqual([6, 6, 0, 0]);
  expect(ringSegments(counts(1000, 1, 0, 1))).toEqual([10, 1, 0, 1]);
  for (const mix of [counts(1, 1, 1, 1), counts(5, 3, 0, 2), counts(7, 7, 7, 0), counts(1, 0, 0, 500)]) {
    expect(ringSegments(mix).reduce((sum, segment) => sum + segment)).toBe(RING_SEGMENTS);
  }
});
