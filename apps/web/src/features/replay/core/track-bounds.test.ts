import { trackOf } from '@wakeline/domain/tracks/track';
import { describe, expect, it } from 'vitest';
import { boundsBetween, boundsOf } from './track-bounds.ts';

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

/** One fix a minute; no fixes from minute 3 to 63. */
const track = trackOf([
  fix(0, 10, 54, null, 0),
  fix(1, 10.001, 54, 12, 65),
  fix(2, 10.002, 54, 30.5, 131),
  fix(3, 10.003, 54, 8, 196),
  fix(63, 10.004, 54.001, 9, 325),
]);

describe('track bounds', () => {
  it('cover the track', () => {
    expect(boundsOf([track])).toEqual({ west: 10, south: 54, east: 10.004, north: 54.001 });
  });

  it('cross the antimeridian the short way', () => {
    const pacific = trackOf([fix(0, 179, -10, null, 0), fix(600, -179, -12, null, 0)]);
    expect(boundsOf([pacific])).toEqual({ west: 179, south: -12, east: -179, north: -10 });
  });

  it('cover several tracks, ignoring one without fixes', () => {
    const other = trackOf([fix(0, 9, 54.0005, null, 0)]);
    expect(boundsOf([trackOf([]), track, other])).toEqual({
      west: 9,
      south: 54,
      east: 10.004,
      north: 54.001,
    });
  });

  it('of a time range include the last fix before it', () => {
    const range = { start: 1.5 * MINUTE, end: 3.5 * MINUTE };
    expect(boundsBetween(track, range)).toEqual({ west: 10.001, south: 54, east: 10.003, north: 54 });
  });

  it('are null without fixes', () => {
    expect(boundsOf([trackOf([])])).toBeNull();
    expect(boundsBetween(trackOf([]), { start: 0, end: 1 })).toBeNull();
  });
});
