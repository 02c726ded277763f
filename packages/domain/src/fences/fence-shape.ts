/** Longitude and latitude in degrees, WGS-84: the order of GeoJSON (RFC 7946, 3.1.1). */
export type Position = readonly [lng: number, lat: number];

/**
 * The area of a fence. Rings are not closed: the last position differs from the first. The first ring of a polygon is its
 * outline, the others are holes. Longitudes of a shape may exceed 180 degrees, so that a shape across the antimeridian is
 * continuous; a rectangle there has an `east` below its `west`.
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
