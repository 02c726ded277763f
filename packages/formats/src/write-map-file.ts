import type { FeatureWriter } from './feature-writer.ts';
import { geoJsonWriter } from './write-geojson.ts';
import { gpxWriter } from './write-gpx.ts';
import { kmlWriter } from './write-kml.ts';

/** The writer of each format. */
export const FEATURE_WRITERS = {
  geojson: geoJsonWriter,
  kml: kmlWriter,
  gpx: gpxWriter,
} as const satisfies Readonly<Record<string, FeatureWriter>>;
