import { type Coordinates, EARTH_RADIUS } from '../geo/great-circle.ts';
import { interpolateOnMap, MERCATOR_LATITUDE, wrapLng } from '../geo/web-mercator.ts';
import { partitionPoint } from '../sorted/partition-point.ts';
import { type Arc, arcBetween, distanceToArc, toUnitVector } from './cross-track.ts';

const RADIANS = Math.PI / 180;

/**
 * Longest segment into which a drawn leg is cut, metres. A leg is drawn straight on the map and not along the great circle:
 * they part by L^2 tan(latitude) / 8R, which is 0.5 m for such a segment at 45 degrees.
 */
const MAX_SEGMENT = 5_000;

/** Metres that two stretches of a line are apart at most to be flown as one, in both directions. */
const PARALLEL = 100;

/** Where a position is beside a line. */
export interface LinePosition {
  /** Metres to the line: never negative. */
  readonly metres: number;
  readonly isLeft: boolean;
  /** Metres from the start of the line. */
  readonly along: number;
  /** Index of the leg: from which drawn point. */
  readonly leg: number;
}

interface Segment extends Arc {
  readonly leg: number;
  /** Metres from the start of the line to that of the segment. */
  readonly start: number;
}

/** A part of a line, metres from its start. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A drawn line, prepared for many positions. */
export class FlightLine {
  readonly length: number;
  /** Metres from the start of the line to each drawn point. */
  readonly starts: readonly number[];
  readonly #segments: readonly Segment[];

  /** @param points at least two drawn points; legs may cross each other, the antimeridian and a pole */
  constructor(points: readonly Coordinates[]) {
    const segments: Segment[] = [];
    const starts: number[] = [];
    let start = 0;
    points.forEach((point, leg) => {
      starts.push(start);
      const next = points[leg + 1];
      if (next === undefined) return;
      for (const arc of segmentsOf(point, next)) {
        segments.push({ ...arc, leg, start });
        start += arc.length;
      }
    });
    this.#segments = segments;
    this.starts = starts;
    this.length = start;
  }

  /**
   * The nearest point of the line, or of a part of it. Of equally near ones, the first.
   *
   * @param expected metres from the start of the line: where it runs along itself, the stretch that passes there is taken
   */
  locate(position: Coordinates, range: LineRange | null, expected: number | null = null): LinePosition {
    const point = toUnitVector(position);
    let nearest: LinePosition | null = null;
    const places: LinePosition[] = [];
    const first = range === null ? 0 : this.#segmentAt(range.from);
    for (let at = first; at < this.#segments.length; at++) {
      const segment = this.#segments[at];
      if (segment === undefined || (range !== null && at > first && segment.start > range.to)) break;
      const { metres, along, isLeft } = distanceToArc(segment, point);
      const limit = nearest?.metres ?? Number.POSITIVE_INFINITY;
      if (metres > limit + (expected === null ? 0 : PARALLEL)) continue;
      const place = { metres, isLeft, along: segment.start + along, leg: segment.leg };
      if (expected !== null) places.push(place);
      if (metres < limit) nearest = place;
    }
    if (nearest === null) return { metres: Number.POSITIVE_INFINITY, isLeft: false, along: 0, leg: 0 };
    return expected === null ? nearest : passing(nearest, places, expected);
  }

  /** Index of the segment at this distance from the start of the line. */
  #segmentAt(along: number): number {
    const after = partitionPoint(this.#segments.length, (at) => (this.#segments[at]?.start ?? 0) <= along);
    return Math.max(0, after - 1);
  }
}

/** The nearest place, on the stretch of the line that passes where the aircraft is expected. */
function passing(nearest: LinePosition, places: readonly LinePosition[], expected: number): LinePosition {
  let found = nearest;
  for (const place of places) {
    const isNear = place.metres <= nearest.metres + PARALLEL;
    if (isNear && Math.abs(place.along - expected) < Math.abs(found.along - expected)) found = place;
  }
  return { ...nearest, along: found.along, leg: found.leg };
}

/** The segments of a leg as it is drawn; beyond the edge of the map, the great circle. */
function segmentsOf(from: Coordinates, to: Coordinates): readonly Arc[] {
  const isOnMap = Math.max(Math.abs(from.latitude), Math.abs(to.latitude)) <= MERCATOR_LATITUDE;
  const count = isOnMap ? Math.max(1, Math.ceil(maxDrawnLength(from, to) / MAX_SEGMENT)) : 1;
  const [start, end] = [toLngLat(from), toLngLat(to)];
  const vectors = Array.from({ length: count + 1 }, (_, at) => {
    const { lng, lat } = interpolateOnMap(start, end, at / count);
    return toUnitVector({ latitude: lat, longitude: lng });
  });
  return vectors.slice(1).map((next, at) => arcBetween(vectors[at] ?? next, next));
}

/** Metres that a leg is long as it is drawn, or more: it is longer than the great circle between its ends. */
function maxDrawnLength(from: Coordinates, to: Coordinates): number {
  const lowest =
    from.latitude * to.latitude < 0 ? 0 : Math.min(Math.abs(from.latitude), Math.abs(to.latitude));
  const east = wrapLng(to.longitude - from.longitude) * Math.cos(lowest * RADIANS);
  return Math.hypot(to.latitude - from.latitude, east) * RADIANS * EARTH_RADIUS;
}

function toLngLat({ latitude, longitude }: Coordinates) {
  return { lng: longitude, lat: latitude };
}
