import type { TrailPoint } from '@wakeline/contract/shares';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { gapThreshold, isGap } from '@wakeline/domain/tracks/track';
import type { Feature, MultiLineString } from 'geojson';

/** Opacity of a trail's bands, from the newest to the oldest. */
const OPACITIES = [1, 0.8, 0.62, 0.45, 0.3, 0.16] as const;
export const TRAIL_BANDS = OPACITIES.length;

export type TrailFeature = Feature<
  MultiLineString,
  { readonly status: TrackerStatus; readonly opacity: number }
> & { readonly id: number };

export interface TrailFeatureOptions {
  readonly trackerId: number;
  readonly status: TrackerStatus;
  /** Epoch milliseconds; anything older than `minutes` before is not drawn. */
  readonly now: number;
  readonly minutes: number;
}

type Position = [lng: number, lat: number];

/** Feature id of a band of a tracker's trail; band 0 is the newest. */
export function trailId(trackerId: number, band: number): number {
  return trackerId * TRAIL_BANDS + band;
}

/**
 * A trail as lines, one feature for each age band. The old end is cut at the exact time, gaps have no line, and
 * longitudes continue across the antimeridian.
 */
export function trailFeatures(
  points: readonly TrailPoint[],
  options: TrailFeatureOptions,
): readonly TrailFeature[] {
  const { now, minutes } = options;
  const span = minutes * 60_000;
  const oldest = now - span;
  const gapAfter = gapThreshold(Float64Array.from(points, ({ time }) => time));
  const bands: Position[][][] = OPACITIES.map(() => []);
  let line: Position[] = [];
  let currentBand = -1;
  let lng = points[0]?.lng ?? 0;
  for (let at = 1; at < points.length; at += 1) {
    const from = points[at - 1] as TrailPoint;
    const to = points[at] as TrailPoint;
    const start: Position = [lng, from.lat];
    lng = nearestLng(to.lng, lng);
    if (to.time <= oldest) continue;
    if (isGap(to.time - from.time, distanceMetres(from, to), gapAfter)) {
      currentBand = -1;
      continue;
    }
    const band = Math.min(TRAIL_BANDS - 1, Math.max(0, Math.floor(((now - to.time) / span) * TRAIL_BANDS)));
    if (band !== currentBand) {
      line = [
        from.time < oldest ? interpolatePosition(start, [lng, to.lat], from.time, to.time, oldest) : start,
      ];
      bands[band]?.push(line);
      currentBand = band;
    }
    line.push([lng, to.lat]);
  }
  return bands.flatMap((coordinates, band) =>
    coordinates.length === 0
      ? []
      : {
          type: 'Feature' as const,
          id: trailId(options.trackerId, band),
          properties: { status: options.status, opacity: OPACITIES[band] ?? 0 },
          geometry: { type: 'MultiLineString' as const, coordinates },
        },
  );
}

/** The interpolated position between two fixes at a time between them. */
function interpolatePosition(
  from: Position,
  to: Position,
  start: number,
  end: number,
  time: number,
): Position {
  const fraction = (time - start) / (end - start);
  return [from[0] + (to[0] - from[0]) * fraction, from[1] + (to[1] - from[1]) * fraction];
}

function distanceMetres(a: TrailPoint, b: TrailPoint): number {
  return greatCircleDistance({ latitude: a.lat, longitude: a.lng }, { latitude: b.lat, longitude: b.lng });
}
