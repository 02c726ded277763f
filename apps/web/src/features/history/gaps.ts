import type { Track } from '@wakeline/domain/track';

/** A span of time, epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Silences of a track that are at least `shortest` milliseconds long: what a timeline has room to show. */
export function gapsOf(track: Track, shortest: number): Span[] {
  const gaps: Span[] = [];
  for (let at = 0; at + 1 < track.length; at += 1) {
    const from = track.time[at] ?? 0;
    const to = track.time[at + 1] ?? 0;
    if (track.gap[at] === 1 && to - from >= shortest) gaps.push({ from, to });
  }
  return gaps;
}

/** Figures of a whole track. */
export interface TrackSummary {
  readonly points: number;
  /** Metres travelled. */
  readonly distance: number;
  /** Milliseconds from the first fix to the last. */
  readonly duration: number;
  /** km/h; null when no fix has a speed. */
  readonly maxSpeed: number | null;
}

export function summaryOf(track: Track): TrackSummary {
  const last = track.length - 1;
  let maxSpeed: number | null = null;
  for (const speed of track.speed) if (speed > (maxSpeed ?? -1)) maxSpeed = speed;
  return {
    points: track.length,
    distance: track.distance[last] ?? 0,
    duration: (track.time[last] ?? 0) - (track.time[0] ?? 0),
    maxSpeed,
  };
}

/** The area of a track; null for an empty one. A track across the antimeridian has `east` below `west`. */
export function boundsOf(track: Track): { west: number; south: number; east: number; north: number } | null {
  if (track.length === 0) return null;
  let [south, north, west, east] = [90, -90, 180, -180];
  // The same, with longitudes counted from 0 to 360.
  let [west360, east360] = [360, 0];
  for (let at = 0; at < track.length; at += 1) {
    const lat = track.lat[at] ?? 0;
    const lng = track.lng[at] ?? 0;
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    const lng360 = lng < 0 ? lng + 360 : lng;
    west360 = Math.min(west360, lng360);
    east360 = Math.max(east360, lng360);
  }
  if (east - west <= east360 - west360) return { west, south, east, north };
  const plain = (lng: number) => (lng > 180 ? lng - 360 : lng);
  return { west: plain(west360), south, east: plain(east360), north };
}
