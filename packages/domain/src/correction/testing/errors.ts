import { greatCircleDistance } from '../../geo/great-circle.ts';
import type { Track } from '../../tracks/track.ts';
import type { GroundTruthTrack } from './ground-truth.ts';

/** How far a track is off the truth: distances of its fixes from where the device was at that time, in metres. */
export interface TrackErrors {
  readonly rootMeanSquare: number;
  /** Not exceeded by 95 % of the fixes. */
  readonly percentile95: number;
  readonly max: number;
  /** How much longer than the true way, as a share of it. */
  readonly length: number;
}

export function errorsOf(
  track: Pick<Track, 'length' | 'time' | 'lng' | 'lat'>,
  { points }: GroundTruthTrack,
): TrackErrors {
  const truthByTime = new Map(points.map((place) => [place.time, place]));
  const errors = Array.from({ length: track.length }, (_, at) => {
    const truth = truthByTime.get(track.time[at] ?? Number.NaN);
    if (truth === undefined) throw new RangeError('a fix at a time that the truth does not know');
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
  return line.reduce((sum, place, at) => sum + metres(line[at - 1] ?? place, place), 0);
}

function metres(a: LngLat, b: LngLat): number {
  return greatCircleDistance({ longitude: a.lng, latitude: a.lat }, { longitude: b.lng, latitude: b.lat });
}
