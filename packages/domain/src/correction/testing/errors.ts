import { greatCircleDistance } from '../../geo/great-circle.ts';
import type { Track } from '../../tracks/track.ts';
import type { GroundTruthTrack } from './ground-truth.ts';

/** Errors of a track: distances in metres between its fixes and the ground truth at the same times. */
export interface TrackErrors {
  readonly rootMeanSquare: number;
  /** 95 % of the fixes do not exceed it. */
  readonly percentile95: number;
  readonly max: number;
  /** Excess length, relative to the true length. */
  readonly length: number;
}

export function errorsOf(
  track: Pick<Track, 'length' | 'time' | 'lng' | 'lat'>,
  { points }: GroundTruthTrack,
): TrackErrors {
  const truthByTime = new Map(points.map((point) => [point.time, point]));
  const errors = Array.from({ length: track.length }, (_, at) => {
    const truth = truthByTime.get(track.time[at] ?? Number.NaN);
    if (truth === undefined) throw new RangeError('fix at a time without ground truth');
    return metres(truth, { lng: track.lng[at] ?? 0, lat: track.lat[at] ?? 0 });
  }).sort((a, b) => a - b);
  const line = Array.from(errors, (_, at) => ({ lng: track.lng[at] ?? 0, lat: track.lat[at] ?? 0 }));
  return {
    rootMeanSquare: Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
    percentile95: errors[Math.floor(errors.length * 0.95)] ?? 0,
    max: errors.at(-1) ?? 0,
    length: lengthOf(line) / lengthOf(points) - 1,
  };
}

interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

function lengthOf(line: readonly LngLat[]): number {
  return line.reduce((sum, point, at) => sum + metres(line[at - 1] ?? point, point), 0);
}

function metres(a: LngLat, b: LngLat): number {
  return greatCircleDistance({ longitude: a.lng, latitude: a.lat }, { longitude: b.lng, latitude: b.lat });
}
