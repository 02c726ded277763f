import { CircleArea } from './circle-area.ts';
import type { FenceShape } from './fence-shape.ts';
import { PolygonArea } from './polygon-area.ts';
import type { Segment } from './segment.ts';

/** Degrees. `west` lies from -180 to below 180, `east` may be beyond 180. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The area of a fence, made ready to be asked often. Longitudes that it is asked about may be any. */
export interface Area {
  /** No part of the area lies outside. */
  readonly box: Box;
  contains(longitude: number, latitude: number): boolean;
  /**
   * Where a leg crosses the edge: parts (0 to 1) of the leg, ascending, none twice.
   *
   * @param isOdd whether one end of the leg is inside and the other is not; then their number is odd.
   */
  crossings(segment: Segment, isOdd: boolean): readonly number[];
  /** Whether the nearest edge is at least so many metres away, on whichever side. */
  isFarFromEdge(longitude: number, latitude: number, metres: number): boolean;
}

/** Edges are straight lines of longitude and latitude (RFC 7946, 3.1.1); a circle is one on the sphere. */
export function areaOf(shape: FenceShape): Area {
  switch (shape.type) {
    case 'POLYGON':
      return new PolygonArea(shape.rings);
    case 'RECTANGLE': {
      const { west, south, north } = shape;
      const east = shape.east < west ? shape.east + 360 : shape.east;
      return new PolygonArea([
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ],
      ]);
    }
    case 'CIRCULAR':
      return new CircleArea(shape.center, shape.radius);
  }
}
