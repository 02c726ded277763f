import type { MapFeature } from './map-feature.ts';

/** Writes a file as `head`, a text for each feature in order, and `tail`. */
export interface FeatureWriter {
  readonly mediaType: string;
  /** Including the dot. */
  readonly extension: string;
  /** `name`: title of the content. */
  head(name: string): string;
  /** `first`: whether it is the first feature. */
  feature(feature: MapFeature, first: boolean): string;
  readonly tail: string;
}
