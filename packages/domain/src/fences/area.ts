import { CircleArea } from './circle-area.ts';
import type { FenceShape } from './fence-shape.ts';
import { PolygonArea } from './polygon-area.ts';
import type { Segment } from './segment.ts';

/** Degrees. `west` is from -180 to below 180, `east` may exceed 180. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The area of a fence, prepared for many queries. Longitudes passed to it may exceed ±180. */
export interface Area {
  /** Bounding box. */
  readonly box: Box;
  contains(longitude: number, latitude: number): boolean;
  /**
   * The points where a segment crosses the edge: fractions (0 to 1) of the segment, ascending, without duplicates.
   *
   * @param isOdd whether exactly one end of the segment is inside; then the number of crossings is odd.
   */
  crossings(segment: Segment, isOdd: boolean): readonly number[];
  /** Whether the nearest edge is at least this many metres away, on either side. */
  isFarFromEdge(longitude: number, latitude: number, metres: number): boolean;
}

/** Edges are straight lines in longitude and latitude (RFC 7946, 3.1.1); a circle is one on the sphere. */
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
