import { type Coordinates, EARTH_RADIUS } from '../geo/great-circle.ts';
import { interpolateOnMap, MERCATOR_LATITUDE, wrapLng } from '../geo/web-mercator.ts';
import { partitionPoint } from '../sorted/partition-point.ts';
import { type Arc, arcBetween, distanceToArc, toUnitVector, type UnitVector } from './cross-track.ts';

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

/** A part of a line, metres from its start. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A drawn line, prepared for many positions. Its segments are columns of numbers: hundreds of lines of thousands of points are
 * kept in memory, and the garbage collector would visit each object again and again.
 */
export class FlightLine {
  readonly length: number;
  /** Metres from the start of the line to each drawn point. */
  readonly starts: readonly number[];
  /** Ends of the segments as unit vectors: x, y and z of the start of the first one, then of the end of each. */
  readonly #ends: Float64Array;
  /** x, y and z to the left of each segment; all 0: it has no length. */
  readonly #lefts: Float64Array;
  /** Metres from the start of the line to that of each segment, and to the end of the last one. */
  readonly #along: Float64Array;
  /** The leg of each segment. */
  readonly #legs: Int32Array;

  /** @param points at least two drawn points; legs may cross each other, the antimeridian and a pole */
  constructor(points: readonly Coordinates[]) {
    const [ends, lefts, along, legs]: [number[], number[], number[], number[]] = [[], [], [0], []];
    const starts: number[] = [];
    let start = 0;
    points.forEach((point, leg) => {
      starts.push(start);
      const next = points[leg + 1];
      if (next === undefined) return;
      for (const { from, to, left, length } of segmentsOf(point, next)) {
        if (legs.length === 0) ends.push(from.x, from.y, from.z);
        ends.push(to.x, to.y, to.z);
        lefts.push(left?.x ?? 0, left?.y ?? 0, left?.z ?? 0);
        legs.push(leg);
        start += length;
        along.push(start);
      }
    });
    this.#ends = Float64Array.from(ends);
    this.#lefts = Float64Array.from(lefts);
    this.#along = Float64Array.from(along);
    this.#legs = Int32Array.from(legs);
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
    const margin = expected === null ? 0 : PARALLEL;
    let nearest: LinePosition | null = null;
    const places: LinePosition[] = [];
    const first = range === null ? 0 : this.#segmentAt(range.from);
    for (let at = first; at < this.#legs.length; at++) {
      const start = this.#along[at] ?? 0;
      if (range !== null && at > first && start > range.to) break;
      const limit = (nearest?.metres ?? Number.POSITIVE_INFINITY) + margin;
      if (this.#minDistance(at, point) > limit) continue;
      const { metres, along, isLeft } = distanceToArc(this.#arcAt(at), point);
      if (metres > limit) continue;
      const place = { metres, isLeft, along: start + along, leg: this.#legs[at] ?? 0 };
      if (expected !== null) places.push(place);
      if (nearest === null || metres < nearest.metres) nearest = place;
    }
    if (nearest === null) return { metres: Number.POSITIVE_INFINITY, isLeft: false, along: 0, leg: 0 };
    return expected === null ? nearest : passing(nearest, places, expected);
  }

  /** A distance that the segment has at least, in metres: to its start, in a straight line, less its length. */
  #minDistance(at: number, { x, y, z }: UnitVector): number {
    const from = at * 3;
    const east = (this.#ends[from] ?? 0) - x;
    const north = (this.#ends[from + 1] ?? 0) - y;
    const up = (this.#ends[from + 2] ?? 0) - z;
    const length = (this.#along[at + 1] ?? 0) - (this.#along[at] ?? 0);
    return Math.sqrt(east * east + north * north + up * up) * EARTH_RADIUS - length;
  }

  #arcAt(at: number): Arc {
    const left = vectorAt(this.#lefts, at);
    return {
      from: vectorAt(this.#ends, at),
      to: vectorAt(this.#ends, at + 1),
      left: left.x === 0 && left.y === 0 && left.z === 0 ? null : left,
      length: (this.#along[at + 1] ?? 0) - (this.#along[at] ?? 0),
    };
  }

  /** Index of the segment at this distance from the start of the line. */
  #segmentAt(along: number): number {
    const after = partitionPoint(this.#legs.length, (at) => (this.#along[at] ?? 0) <= along);
    return Math.max(0, after - 1);
  }
}

function vectorAt(column: Float64Array, at: number): UnitVector {
  return { x: column[at * 3] ?? 0, y: column[at * 3 + 1] ?? 0, z: column[at * 3 + 2] ?? 0 };
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
