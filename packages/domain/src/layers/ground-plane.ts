import { latFromMercator, lngFromMercator, mercatorX, mercatorY, nearestLng } from '../geo/web-mercator.ts';
import type { PlanePoint } from './affine.ts';

/** `[longitude, latitude]`, WGS-84 degrees. */
export type LngLat = readonly [lng: number, lat: number];

/** A plane of metres around an origin: x to the east, y to the north. */
export interface GroundPlane {
  readonly toPlane: (lngLat: LngLat) => PlanePoint;
  /** NaN where the plane has no position. Longitudes continue across the antimeridian. */
  readonly toLngLat: (point: PlanePoint) => [lng: number, lat: number];
}

/** WGS-84: semi-major axis in metres, and the square of the eccentricity. */
const SEMI_MAJOR_AXIS = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_317;

const DEGREE = Math.PI / 180;

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The product of two vectors in which the ellipsoid has the radius of its equator. */
function ellipsoidProduct(one: Vector, other: Vector): number {
  return one.x * other.x + one.y * other.y + (one.z * other.z) / (1 - ECCENTRICITY_SQUARED);
}

/** Earth-centred coordinates of a position on the ellipsoid. */
function toEarthCentred([lng, lat]: LngLat): Vector {
  const [sinLat, cosLat] = [Math.sin(lat * DEGREE), Math.cos(lat * DEGREE)];
  const normal = SEMI_MAJOR_AXIS / Math.sqrt(1 - ECCENTRICITY_SQUARED * sinLat ** 2);
  return {
    x: normal * cosLat * Math.cos(lng * DEGREE),
    y: normal * cosLat * Math.sin(lng * DEGREE),
    z: normal * (1 - ECCENTRICITY_SQUARED) * sinLat,
  };
}

/**
 * The plane that touches the WGS-84 ellipsoid at `origin` (east, north, up). Lengths are true at the origin and 0.5 mm
 * too short over the first 5 km.
 */
export function tangentPlane(origin: LngLat): GroundPlane {
  const [lng, lat] = origin;
  const centre = toEarthCentred(origin);
  const [sinLng, cosLng] = [Math.sin(lng * DEGREE), Math.cos(lng * DEGREE)];
  const [sinLat, cosLat] = [Math.sin(lat * DEGREE), Math.cos(lat * DEGREE)];
  const up = { x: cosLat * cosLng, y: cosLat * sinLng, z: sinLat };
  const upProduct = ellipsoidProduct(up, up);
  return {
    toPlane(lngLat) {
      const { x, y, z } = toEarthCentred(lngLat);
      const [dx, dy, dz] = [x - centre.x, y - centre.y, z - centre.z];
      return {
        x: cosLng * dy - sinLng * dx,
        y: cosLat * dz - sinLat * (cosLng * dx + sinLng * dy),
      };
    },
    toLngLat({ x: east, y: north }) {
      const foot = {
        x: centre.x - sinLng * east - sinLat * cosLng * north,
        y: centre.y + cosLng * east - sinLat * sinLng * north,
        z: centre.z + cosLat * north,
      };
      // Straight down to the ellipsoid: the nearer root of a quadratic equation.
      const half = ellipsoidProduct(foot, up);
      const rest = ellipsoidProduct(foot, foot) - SEMI_MAJOR_AXIS ** 2;
      const height = -rest / (half + Math.sqrt(half ** 2 - upProduct * rest));
      const x = foot.x + height * up.x;
      const y = foot.y + height * up.y;
      const z = foot.z + height * up.z;
      return [
        nearestLng(Math.atan2(y, x) / DEGREE, lng),
        Math.atan2(z, (1 - ECCENTRICITY_SQUARED) * Math.hypot(x, y)) / DEGREE,
      ];
    },
  };
}

/** The plane of the web map, in metres at the latitude of `origin`: for pictures of countries and continents. */
export function webMapPlane([lng, lat]: LngLat): GroundPlane {
  const metres = 2 * Math.PI * SEMI_MAJOR_AXIS * Math.cos(lat * DEGREE);
  const [originX, originY] = [mercatorX(lng), mercatorY(lat)];
  return {
    toPlane: ([pointLng, pointLat]) => ({
      x: (mercatorX(nearestLng(pointLng, lng)) - originX) * metres,
      y: (originY - mercatorY(pointLat)) * metres,
    }),
    toLngLat: ({ x, y }) => [lngFromMercator(originX + x / metres), latFromMercator(originY - y / metres)],
  };
}

/** Beyond this distance from their centroid in metres, the tangent plane does not represent positions well. */
const MAX_TANGENT_DISTANCE = 200_000;

/** The plane for pictures with these map points, around their centroid. */
export function planeAround(positions: readonly LngLat[]): GroundPlane {
  const origin = centroidOf(positions);
  const tangent = tangentPlane(origin);
  const isNear = positions.every((position) => {
    const { x, y } = tangent.toPlane(position);
    const [lng, lat] = position;
    return (
      Math.abs(nearestLng(lng, origin[0]) - origin[0]) < 90 &&
      Math.abs(lat - origin[1]) < 90 &&
      Math.hypot(x, y) <= MAX_TANGENT_DISTANCE
    );
  });
  return isNear ? tangent : webMapPlane(origin);
}

/** The mean of the coordinates; positions on both sides of the antimeridian are close to each other. */
function centroidOf(positions: readonly LngLat[]): LngLat {
  const [first] = positions;
  let [sumLng, sumLat] = [0, 0];
  for (const [lng, lat] of positions) {
    sumLng += nearestLng(lng, first?.[0] ?? 0);
    sumLat += lat;
  }
  return [sumLng / positions.length, sumLat / positions.length];
}

/** Distance on the ground between two positions in metres, for distances far below the radius of the earth. */
export function groundDistance(from: LngLat, to: LngLat): number {
  const { x, y } = tangentPlane(from).toPlane(to);
  return Math.hypot(x, y);
}
