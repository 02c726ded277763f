import { EARTH_RADIUS } from '../geo/great-circle.ts';

const RADIANS = Math.PI / 180;

/**
 * The tangent plane of the sphere, x to the east and y to the north in metres, orthographic projection (Snyder, Map
 * Projections, USGS Professional Paper 1395, chapter 20). It works anywhere, including at poles and the antimeridian. A metre is
 * 0.12 mm short 100 km away, and 12 mm 1,000 km away. Results are written to `x` and `y` or `lng` and `lat`, because millions of
 * points are projected.
 */
export class TangentPlane {
  x = 0;
  y = 0;
  lng = 0;
  lat = 0;
  #lng = 0;
  #sine = 0;
  #cosine = 1;

  /** Moves the tangent point. */
  setOrigin(lng: number, lat: number): void {
    this.#lng = lng;
    this.#sine = Math.sin(lat * RADIANS);
    this.#cosine = Math.cos(lat * RADIANS);
  }

  /** Sets `x` and `y` to the projection of a point on this side of the earth. */
  project(lng: number, lat: number): void {
    const deltaLng = (lng - this.#lng) * RADIANS;
    const sine = Math.sin(lat * RADIANS);
    const cosine = Math.cos(lat * RADIANS);
    // 1 - cos(deltaLng) by the half angle: the difference of two nearly equal numbers would lose digits.
    const half = Math.sin(deltaLng / 2);
    const across = sine * this.#cosine - cosine * this.#sine;
    this.x = EARTH_RADIUS * cosine * Math.sin(deltaLng);
    this.y = EARTH_RADIUS * (across + 2 * this.#sine * cosine * half * half);
  }

  /** Sets `lng` (-180 to 180) and `lat` to the coordinates of `x`, `y`. */
  unproject(x: number, y: number): void {
    const east = x / EARTH_RADIUS;
    const north = y / EARTH_RADIUS;
    const up = Math.sqrt(Math.max(0, 1 - east * east - north * north));
    const axis = up * this.#sine + north * this.#cosine;
    const out = up * this.#cosine - north * this.#sine;
    const lng = this.#lng + Math.atan2(east, out) / RADIANS;
    this.lng = lng >= 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;
    this.lat = Math.atan2(axis, Math.hypot(east, out)) / RADIANS;
  }
}
