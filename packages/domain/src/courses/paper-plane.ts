import type { Position } from '../fences/fence-shape.ts';
import { nearestLng } from '../geo/web-mercator.ts';
import type { PlanePoint } from '../layers/affine.ts';
import { planeAround, tangentPlane } from '../layers/ground-plane.ts';
import { fitSimilarity } from '../layers/plane-transform.ts';

/** Converts between positions and millimetres on paper, x to the right and y up. */
export interface PaperPlane {
  readonly toPaper: (position: Position) => PlanePoint;
  readonly toPosition: (point: PlanePoint) => Position;
}

const MILLIMETRES = 1000;

/**
 * Paper with the origin in its center. `scale`: denominator; `azimuth`: direction to the top of the paper, in radians clockwise
 * from true north.
 */
export function paperPlane(center: Position, scale: number, azimuth = 0): PaperPlane {
  const ground = tangentPlane(center);
  const millimetres = MILLIMETRES / scale;
  const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
  return {
    toPaper(position) {
      const { x, y } = ground.toPlane(position);
      return { x: (x * cosine - y * sine) * millimetres, y: (y * cosine + x * sine) * millimetres };
    },
    toPosition: ({ x, y }) =>
      ground.toLngLat({ x: (x * cosine + y * sine) / millimetres, y: (y * cosine - x * sine) / millimetres }),
  };
}

/** The middle of the extent of some positions; 0, 0 without any. */
export function centerOf(positions: readonly Position[]): Position {
  const first = positions[0]?.[0] ?? 0;
  const lngs = positions.map(([lng]) => nearestLng(lng, first));
  const lats = positions.map(([, lat]) => lat);
  return positions.length === 0 ? [0, 0] : [middleOf(lngs), middleOf(lats)];
}

function middleOf(values: readonly number[]): number {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return (min + max) / 2;
}

/** A point of a map and its position. */
export interface PaperPair {
  readonly paper: PlanePoint;
  readonly position: Position;
}

/** Metres on the ground: points that are nearer to each other do not determine a direction. */
const MIN_DISTANCE = 10;

/**
 * The paper of a map that is true to scale, by pairs of points: turned and scaled so that the squared distances of all pairs on
 * the ground are minimal. Null for fewer than two different points.
 */
export function placePaper(pairs: readonly PaperPair[]): PaperPlane | null {
  const positions = pairs.map(({ position }) => position);
  if (positions.length < 2) return null;
  const ground = planeAround(positions);
  const targets = positions.map((position) => ground.toPlane(position));
  const [first] = targets;
  const isSpread = targets.some(
    ({ x, y }) => Math.hypot(x - (first?.x ?? 0), y - (first?.y ?? 0)) >= MIN_DISTANCE,
  );
  const fit = fitSimilarity(
    pairs.map(({ paper }) => paper),
    targets,
  );
  if (fit === null || !isSpread) return null;
  return {
    toPaper: (position) => fit.invert(ground.toPlane(position)),
    toPosition: (point) => ground.toLngLat(fit.apply(point)),
  };
}
