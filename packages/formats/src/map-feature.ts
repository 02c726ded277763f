import type { FenceShape } from '@wakeline/domain/fences/fence-shape';

/** Longitude, latitude, and metres above mean sea level where they are known; WGS-84. */
export type LngLatAlt =
  | readonly [lng: number, lat: number]
  | readonly [lng: number, lat: number, altitude: number];

/** Longitudes of one run on across the antimeridian: they may go beyond 180. */
export type MapGeometry =
  | { readonly kind: 'point'; readonly coordinates: LngLatAlt }
  | { readonly kind: 'line'; readonly vertices: readonly LngLatAlt[] }
  | { readonly kind: 'area'; readonly shape: FenceShape };

/** What of a file becomes an object of the map, and what of one becomes a file: the same for every format. */
export type MapFeature = MapGeometry & {
  /** Empty: the file gives it none. */
  readonly name: string;
  readonly note: string;
  /** `#rrggbb`; null: the file does not say. */
  readonly color: string | null;
  /** Where it begins in the file, from 1; null where it did not come from one. */
  readonly line: number | null;
};

/** What a file has in it. */
export interface FileContent {
  readonly features: readonly MapFeature[];
  /** Things in it that are none of these: pictures on the ground, links, tracks of one position. */
  readonly skipped: number;
}
