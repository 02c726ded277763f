import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
import { isGap, silence } from '@wakeline/domain/tracks/track';
import type { MatchFix } from '../../places/matching.ts';

/** Metres within which a fix says nothing of the road that the one before it did not say: at a red light there are hundreds. */
const SAME_PLACE = 10;

/** The ways between the gaps of a track, without fixes at the place of the one before them. */
export function piecesOf(track: readonly LocatedReport[]): MatchFix[][] {
  const gapAfter = silence(Float64Array.from(track, ({ time }) => time));
  const pieces: MatchFix[][] = [];
  let before: LocatedReport | null = null;
  let sent: LocatedReport | null = null;
  for (const report of track) {
    const gap =
      before === null ||
      isGap(report.time - before.time, greatCircleDistance(before.fix, report.fix), gapAfter);
    before = report;
    if (!gap && sent !== null && greatCircleDistance(sent.fix, report.fix) < SAME_PLACE) continue;
    sent = report;
    const { longitude: lng, latitude: lat, accuracy } = report.fix;
    const fix = { time: report.time, lng, lat, accuracy };
    if (gap) pieces.push([fix]);
    else pieces.at(-1)?.push(fix);
  }
  return pieces;
}
