import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { gapThreshold, isGap } from '@wakeline/domain/tracks/track';
import type { MatchFix } from '../../places/matching.ts';

/** Fixes closer than this to the previous one (metres) add nothing for matching: at a red light there are hundreds. */
const MIN_DISTANCE = 10;

/** Splits a track at its gaps and omits fixes close to the previous one. */
export function splitAtGaps(track: readonly LocatedReport[]): MatchFix[][] {
  const gapAfter = gapThreshold(Float64Array.from(track, ({ time }) => time));
  const segments: MatchFix[][] = [];
  let previous: LocatedReport | null = null;
  let sent: LocatedReport | null = null;
  for (const report of track) {
    const isAfterGap =
      previous === null ||
      isGap(report.time - previous.time, greatCircleDistance(previous.fix, report.fix), gapAfter);
    previous = report;
    if (!isAfterGap && sent !== null && greatCircleDistance(sent.fix, report.fix) < MIN_DISTANCE) continue;
    sent = report;
    const { longitude: lng, latitude: lat, accuracy } = report.fix;
    const fix = { time: report.time, lng, lat, accuracy };
    if (isAfterGap) segments.push([fix]);
    else segments.at(-1)?.push(fix);
  }
  return segments;
}
