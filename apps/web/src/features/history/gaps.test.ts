import { trackOf } from '@wakeline/domain/track';
import { describe, expect, it } from 'vitest';
import { boundsOf, gapsOf, summaryOf } from './gaps.ts';

const MINUTE = 60_000;

function fix(minute: number, lng: number, lat: number, speed: number | null, distant: number) {
  return {
    time: minute * MINUTE,
    lng,
    lat,
    speed,
    distant,
    dir: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}

/** Once a minute, silent from minute 3 to 63. */
const track = trackOf([
  fix(0, 10, 54, null, 0),
  fix(1, 10.001, 54, 12, 65),
  fix(2, 10.002, 54, 30.5, 131),
  fix(3, 10.003, 54, 8, 196),
  fix(63, 10.004, 54.001, 9, 325),
]);

describe('gaps', () => {
  it('are the silences', () => {
    expect(gapsOf(track, 0)).toEqual([{ from: 3 * MINUTE, to: 63 * MINUTE }]);
  });

  it('are left out when a timeline could not show them', () => {
    expect(gapsOf(track, 61 * MINUTE)).toEqual([]);
  });
});

describe('the summary', () => {
  it('is of the whole track', () => {
    expect(summaryOf(track)).toEqual({ points: 5, distance: 325, duration: 63 * MINUTE, maxSpeed: 30.5 });
  });

  it('knows no highest speed where none was sent', () => {
    expect(summaryOf(trackOf([fix(0, 1, 1, null, 0)])).maxSpeed).toBeNull();
  });
});

describe('the area', () => {
  it('is what the track covers', () => {
    expect(boundsOf(track)).toEqual({ west: 10, south: 54, east: 10.004, north: 54.001 });
  });

  it('crosses the antimeridian the short way', () => {
    const pacific = trackOf([fix(0, 179, -10, null, 0), fix(600, -179, -12, null, 0)]);
    expect(boundsOf(pacific)).toEqual({ west: 179, south: -12, east: -179, north: -10 });
  });

  it('of nothing is nothing', () => {
    expect(boundsOf(trackOf([]))).toBeNull();
  });
});
