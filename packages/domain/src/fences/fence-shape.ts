/** Longitude and latitude in degrees, WGS-84: the order of GeoJSON (RFC 7946, 3.1.1). */
export type Position = readonly [lng: number, lat: number];

/**
 * The area of a fence. A ring is not closed: its last position is not its first. The first ring of a polygon is its
 * outline, the others are holes in it. Longitudes of one shape may go beyond 180 degrees, so that one that lies across the
 * antimeridian is in one piece; a rectangle does so by an `east` below its `west`.
 */
export type FenceShape =
  | { readonly type: 'POLYGON'; readonly rings: readonly (readonly Position[])[] }
  | {
      readonly type: 'RECTANGLE';
      readonly west: number;
      readonly south: number;
      readonly east: number;
      readonly north: number;
    }
  | { readonly type: 'CIRCULAR'; readonly center: Position /** Metres. */; readonly radius: number };

export const FENCE_TYPES = [
  'POLYGON',
  'RECTANGLE',
  'CIRCULAR',
] as const satisfies readonly FenceShape['type'][];
