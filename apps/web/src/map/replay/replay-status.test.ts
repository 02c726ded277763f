import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import type { Stay } from '@wakeline/domain/tracks/stays';
import { expect, test } from 'vitest';
import { createReplayMarker } from './replay-marker.ts';
import { replayStatus } from './replay-status.ts';

const trackPoint = (change: Partial<PlaybackPosition>): PlaybackPosition => ({
  lng: 114,
  lat: 22,
  course: 90,
  speed: 20,
  index: 0,
  isGap: false,
  ...change,
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

test('is stopped below 2 km/h, and moving from there on or at an unknown speed', () => {
  const status = (speed: number | null) => replayStatus(trackPoint({ speed }), 0, [], 5);
  expect([0, 1.9, 2, 20, null].map(status)).toEqual(['STOP', 'STOP', 'RUNNING', 'RUNNING', 'RUNNING']);
});

test('is stopped below two fifths of the speed from which the account counts as moving', () => {
  const status = (speed: number) => replayStatus(trackPoint({ speed }), 0, [], 20);
  expect([2, 7.9, 8].map(status)).toEqual(['STOP', 'STOP', 'RUNNING']);
});

test('is stopped during a stay, whatever speed the receiver reports', () => {
  const stays = [stay(100, 200), stay(400, 500)];
  const status = (time: number) => replayStatus(trackPoint({ speed: 6 }), time, stays, 5);
  expect([99, 100, 200, 201].map(status)).toEqual(['RUNNING', 'STOP', 'STOP', 'RUNNING']);
  expect([399, 400, 500, 501].map(status)).toEqual(['RUNNING', 'STOP', 'STOP', 'RUNNING']);
});

test('is offline in a gap, even if it was stopped before', () => {
  expect(replayStatus(trackPoint({ isGap: true, speed: 0 }), 150, [stay(100, 200)], 5)).toBe('OFFLINE');
});

test('has a nose only when moving; the icon keeps its last course', () => {
  const imagesFor = (status: 'RUNNING' | 'STOP' | 'OFFLINE', change = {}) =>
    createReplayMarker({ trackerId: 7, icon: ICON }, trackPoint(change), status).images;
  const [body, glyph] = imagesFor('RUNNING');
  expect(body).toEqual({ subject: '["body","RUNNING",true]', rotation: 90 });
  expect(imagesFor('STOP')[0]).toEqual({ subject: '["body","STOP",false]', rotation: 0 });
  expect(imagesFor('STOP')[1]?.rotation).toBe(glyph?.rotation);
  expect(imagesFor('OFFLINE')[0]).toEqual({ subject: '["body","OFFLINE",false]', rotation: 0 });
  expect(imagesFor('RUNNING', { course: null })[0]?.subject).toBe('["body","RUNNING",false]');
});
