import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { otherValues } from './other-values.ts';
import type { TrackOwner, TrackWriter } from './track-writer.ts';

/** Values of a fix besides time and coordinates, as arrays parallel to the coordinates; units in docs/user/file-formats.md. */
const COLUMNS: Readonly<Record<string, (report: LocatedReport) => unknown>> = {
  speed: ({ fix }) => fix.speed,
  course: ({ fix }) => fix.course,
  satellites: ({ satellites }) => satellites,
  accuracy: ({ fix }) => fix.accuracy,
  battery: ({ battery }) => battery,
  gsm: ({ gsm }) => gsm,
  alarms: ({ alarms }) => (alarms.length === 0 ? null : alarms),
  values(report) {
    const others = otherValues(report);
    return Object.keys(others).length === 0 ? null : others;
  },
};

/**
 * GeoJSON (RFC 7946): each part of a device's track is a LineString with `coordTimes`, as GPX converters write it, and its values
 * in arrays of the same length. A track is cut where it crosses the antimeridian (3.1.9), without adding positions there.
 */
export const geoJsonTrackWriter: TrackWriter = {
  mediaType: 'application/geo+json',
  extension: '.geojson',
  batchSize: 5_000,
  head: (name) => `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[`,
  start: () => '',
  fixes: (fixes, owner, first) =>
    cutAtAntimeridian(fixes)
      .map((line, at) => `${first && at === 0 ? '\n' : ',\n'}${featureText(line, owner)}`)
      .join(''),
  end: '',
  tail: '\n]}\n',
};

function featureText(fixes: readonly LocatedReport[], { name, imei }: TrackOwner): string {
  const coordinates = fixes.map(({ fix: { longitude, latitude, altitude } }) =>
    altitude === null ? [longitude, latitude] : [longitude, latitude, altitude],
  );
  const columns = Object.entries(COLUMNS).flatMap(([column, getValue]) => {
    const values = fixes.map(getValue);
    return values.every((value) => value === null) ? [] : [[column, values]];
  });
  const coordTimes = fixes.map(({ time }) => new Date(time).toISOString());
  // A line has at least two positions (3.1.4).
  const geometry =
    coordinates.length === 1
      ? { type: 'Point', coordinates: coordinates[0] }
      : { type: 'LineString', coordinates };
  const properties = { name, imei, coordTimes, ...Object.fromEntries(columns) };
  return JSON.stringify({ type: 'Feature', properties, geometry });
}

/** Splits the fixes where two consecutive ones are more than half a turn apart. */
function cutAtAntimeridian(fixes: readonly LocatedReport[]): readonly (readonly LocatedReport[])[] {
  const lines: LocatedReport[][] = [];
  let before: LocatedReport | null = null;
  for (const report of fixes) {
    const crosses = before !== null && Math.abs(report.fix.longitude - before.fix.longitude) > 180;
    if (before === null || crosses) lines.push([]);
    lines.at(-1)?.push(report);
    before = report;
  }
  return lines;
}
