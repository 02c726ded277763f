import type { MapFeature } from './map-feature.ts';

/** Writes a file in parts: `head`, a text for each feature in its order, `tail`. */
export interface FeatureWriter {
  readonly mediaType: string;
  /** With the dot. */
  readonly extension: string;
  /** `name`: of what is in the file. */
  head(name: string): string;
  /** `first`: no other was written before. */
  feature(feature: MapFeature, first: boolean): string;
  readonly tail: string;
}
