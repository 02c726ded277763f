import type { TrackWriter } from './track-writer.ts';
import { csvTrackWriter } from './write-csv-track.ts';
import { geoJsonTrackWriter } from './write-geojson-track.ts';
import { gpxTrackWriter } from './write-gpx-track.ts';
import { kmlTrackWriter } from './write-kml-track.ts';

/** The writer of each text format. */
export const TRACK_WRITERS = {
  gpx: gpxTrackWriter,
  kml: kmlTrackWriter,
  geojson: geoJsonTrackWriter,
  csv: csvTrackWriter,
} as const satisfies Readonly<Record<string, TrackWriter>>;
