import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import type { Stay } from '@wakeline/domain/tracks/stays';
import { expect, test } from 'vitest';
import { createReplayMarker } from './replay-marker.ts';
import { replayStatus } from './replay-status.ts';

const trackPoint = (what: Partial<PlaybackPosition>): PlaybackPosition => ({
  lng: 114,
  lat: 22,
  course: 90,
  speed: 20,
  index: 0,
  isGap: false,
  ...what,
});
const stay = (startTime: number, endTime: number): Stay => ({
  startTime,
  endTime,
  from: 0,
  to: 0,
  lng: 114,
  lat: 22,
});
const ICON = { iconUrl: 'boat', iconType: 'STANDARD' } as const;

test('stands below 2 km/h, moves from there on, and moves where the speed is not known', () => {
  const status = (speed: number | null) => replayStatus(trackPoint({ speed }), 0, []);
  expect([0, 1.9, 2, 20, null].map(status)).toEqual(['STOP', 'STOP', 'RUNNING', 'RUNNING', 'RUNNING']);
});

test('stands in a stay, from its first fix to its last, whatever a wandering receiver says', () => {
  const stays = [stay(100, 200), stay(400, 500)];
  const status = (time: number) => replayStatus(trackPoint({ speed: 6 }), time, stays);
  expect([99, 100, 200, 201].map(status)).toEqual(['RUNNING', 'STOP', 'STOP', 'RUNNING']);
  expect([399, 400, 500, 501].map(status)).toEqual(['RUNNING', 'STOP', 'STOP', 'RUNNING']);
});

test('is not heard in a gap, though it stood before', () => {
  expect(replayStatus(trackPoint({ isGap: true, speed: 0 }), 150, [stay(100, 200)])).toBe('OFFLINE');
});

test('only what moves has a nose; the icon keeps the way it last went', () => {
  const shown = (status: 'RUNNING' | 'STOP' | 'OFFLINE', change = {}) =>
    createReplayMarker({ trackerId: 7, icon: ICON }, trackPoint(change), status).images;
  const [body, glyph] = shown('RUNNING');
  expect(body).toEqual({ subject: '["body","RUNNING",true]', rotation: 90 });
  expect(shown('STOP')[0]).toEqual({ subject: '["body","STOP",false]', rotation: 0 });
  expect(shown('STOP')[1]?.rotation).toBe(glyph?.rotation);
  expect(shown('OFFLINE')[0]).toEqual({ subject: '["body","OFFLINE",false]', rotation: 0 });
  expect(shown('RUNNING', { course: null })[0]?.subject).toBe('["body","RUNNING",false]');
});
