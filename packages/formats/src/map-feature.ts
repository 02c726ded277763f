import type { FenceShape } from '@wakeline/domain/fences/fence-shape';

/** Longitude, latitude, and if known metres above mean sea level; WGS-84. */
export type LngLatAlt =
  | readonly [lng: number, lat: number]
  | readonly [lng: number, lat: number, altitude: number];

/** Longitudes are unwrapped across the antimeridian: they may exceed 180. */
export type MapGeometry =
  | { readonly kind: 'point'; readonly coordinates: LngLatAlt }
  | { readonly kind: 'line'; readonly vertices: readonly LngLatAlt[] }
  | { readonly kind: 'area'; readonly shape: FenceShape };

/** A map object as read from and written to files, the same for every format. */
export type MapFeature = MapGeometry & {
  /** Empty if the file has none. */
  readonly name: string;
  readonly note: string;
  /** `#rrggbb`; null if the file has none. */
  readonly color: string | null;
  /** The line in the file where it starts, from 1; null if it does not come from a file. */
  readonly line: number | null;
};

/** The content of a file. */
export interface FileContent {
  readonly features: readonly MapFeature[];
  /** Number of unsupported objects: images on the ground, links, tracks with one position. */
  readonly skipped: number;
}
