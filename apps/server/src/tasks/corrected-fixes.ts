import type { LocatedReport } from '@wakeline/domain/advance';
import { correctTrack } from '@wakeline/domain/correction/correct';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import { appendBlock, startTrack, toTrack } from '@wakeline/domain/track';

/** Fixes that are corrected together: more than a day of one a second. A longer track is corrected in such parts. */
export const CORRECTED_AT_ONCE = 100_000;

/** Coordinates are stored so fine, 1e-7 degrees. */
const PLACES = 7;

/** Fixes of a device as its correction leaves them, oldest first: without jumps, others at another place, with all their values. */
export function correctedFixes(
  fixes: readonly LocatedReport[],
  kind: MovementKind,
): readonly LocatedReport[] {
  const builder = startTrack(Math.max(1, fixes.length));
  const values = (of: (report: LocatedReport) => number | null) =>
    Float32Array.from(fixes, (report) => of(report) ?? Number.NaN);
  appendBlock(builder, {
    length: fixes.length,
    time: Float64Array.from(fixes, ({ time }) => time),
    lng: Float64Array.from(fixes, ({ fix }) => fix.longitude),
    lat: Float64Array.from(fixes, ({ fix }) => fix.latitude),
    columns: {
      course: values(({ fix }) => fix.course),
      speed: values(({ fix }) => fix.speed),
      height: values(({ fix }) => fix.altitude),
      battery: values(({ battery }) => battery),
      gsm: values(({ gsm }) => gsm),
      satellites: values(({ satellites }) => satellites),
      accuracy: values(({ fix }) => fix.accuracy),
    },
    flags: null,
  });
  const { track, report } = correctTrack(toTrack(builder), kind);
  const removed = new Set(report.removed);
  return fixes
    .filter((_, at) => !removed.has(at))
    .map((each, at) => ({
      ...each,
      fix: {
        ...each.fix,
        longitude: stored(track.lng[at] ?? each.fix.longitude),
        latitude: stored(track.lat[at] ?? each.fix.latitude),
      },
    }));
}

function stored(degrees: number): number {
  return Number(degrees.toFixed(PLACES));
}
