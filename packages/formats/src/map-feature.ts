import type { Position } from '@wakeline/domain/fence-shape';

/** Longitude, latitude, and metres above mean sea level where they are known; WGS-84. */
export type Place =
  | readonly [lng: number, lat: number]
  | readonly [lng: number, lat: number, altitude: number];

/** What of a file becomes an object of the map, and what of one becomes a file: the same for every format. */
export type MapFeature = {
  readonly name: string;
  readonly note: string;
  /** `#rrggbb`; null: the file does not say. */
  readonly color: string | null;
  /** Where it begins in the file, from 1; null where it did not come from one. */
  readonly line: number | null;
} & (
  | { readonly kind: 'point'; readonly place: Place }
  | { readonly kind: 'line'; readonly places: readonly Place[] }
  /** Rings are not closed: outline first, then holes. */
  | { readonly kind: 'area'; readonly rings: readonly (readonly Position[])[] }
);
