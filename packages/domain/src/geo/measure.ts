import type { Position } from '../fences/fence-shape.ts';
import { EARTH_RADIUS, greatCircleDistance } from './great-circle.ts';
import { lineLength } from './line-length.ts';
import { wrapLng } from './web-mercator.ts';

const RADIANS = Math.PI / 180;

/**
 * Length in metres of each segment of a line, along great circles of the sphere of the mean radius: at most 0.56 % off the
 * ellipsoid, 0.14 % between Beijing and Shanghai.
 */
export function segmentLengths(line: readonly Position[]): number[] {
  return line.slice(1).map((to, index) => {
    const from = line[index] ?? to;
    return greatCircleDistance(
      { latitude: from[1], longitude: from[0] },
      { latitude: to[1], longitude: to[0] },
    );
  });
}

/**
 * Area in square metres of a ring whose edges are great circles, on the sphere of the mean radius. The ring is not closed, has
 * any orientation, may include the antimeridian or a pole, and must not cross itself. The smaller of its two sides counts.
 *
 * Uses the spherical excess of the quadrilaterals between each edge and the equator (C. F. F. Karney, Algorithms for geodesics,
 * Journal of Geodesy 87, 2013, section 6, after I. Todhunter, Spherical Trigonometry, 1886, article 103). Compared with the
 * ellipsoid it is 0.45 % too large at the equator, exact at about 36 degrees, and 0.9 % too small near the poles.
 */
export function ringArea(ring: readonly Position[]): number {
  let excess = 0;
  let longitudeSum = 0;
  ring.forEach((from, index) => {
    const to = ring[(index + 1) % ring.length] ?? from;
    const step = wrapLng(to[0] - from[0]) * RADIANS;
    const [one, other] = [Math.tan((from[1] * RADIANS) / 2), Math.tan((to[1] * RADIANS) / 2)];
    excess += 2 * Math.atan2(Math.tan(step / 2) * (one + other), 1 + one * other);
    longitudeSum += step;
  });
  // The other side of a ring around a pole contains the equator.
  if (Math.abs(longitudeSum) > Math.PI) excess = 2 * Math.PI - Math.abs(excess);
  return Math.abs(excess) * EARTH_RADIUS ** 2;
}

/** Area in square metres of a polygon: its outline, the first ring, without its holes. */
export function polygonArea([outline = [], ...holes]: readonly (readonly Position[])[]): number {
  return holes.reduce((area, hole) => area - ringArea(hole), ringArea(outline));
}

/** Perimeter in metres of a ring, which is not closed. */
export function ringLength(ring: readonly Position[]): number {
  return lineLength([...ring, ...ring.slice(0, 1)]);
}
