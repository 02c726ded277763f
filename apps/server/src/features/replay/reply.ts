import type { StayPoint, TrackSummary } from '@wakeline/contract/entities/track-point';
import { NamedError } from '@wakeline/contract/errors';
import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
import { type StayFacts, stayStatus } from '@wakeline/domain/tracks/stay-status';
import type { Stay } from '@wakeline/domain/tracks/stays';
import { appendBlock, startTrack, type Track, toTrack } from '@wakeline/domain/tracks/track';
import { summaryOf } from '@wakeline/domain/tracks/track-summary';
import { pointMaker } from './points.ts';

/** Characters that are put together before they are sent: as much as a connection takes at once. */
const PIECE = 65_536;
/** Metres and km/h are told in hundredths. */
const HUNDREDTHS = 100;

/**
 * A whole track, from its blocks.
 *
 * @throws NamedError `track-none` where there is no fix, `track-too-long` above `most` of them
 */
export async function wholeTrack(blocks: AsyncIterable<TrackBlock>, most: number): Promise<Track> {
  const builder = startTrack();
  for await (const block of blocks) {
    if (builder.length + block.length > most) throw new NamedError('track-too-long', { points: most });
    appendBlock(builder, block);
  }
  if (builder.length === 0) throw new NamedError('track-none');
  return toTrack(builder);
}

/** What a replay shows of a track besides its line. */
export interface ReplyTrack {
  readonly track: Track;
  readonly stays: readonly Stay[];
  readonly facts: StayFacts;
}

/** What is kept of a track while its reply goes out: a tenth of it. */
export interface Reply {
  readonly line: Line;
  readonly stayPoints: readonly StayPoint[];
  readonly summary: TrackSummary;
}

/** When the fixes are that are shown, and where. */
type Line = Pick<Track, 'length' | 'time' | 'lng' | 'lat'>;

export function replyOf({ track, stays, facts }: ReplyTrack): Reply {
  const { length, time, lng, lat } = track;
  const stayPoints = stays.map((stay) => ({
    startTime: stay.startTime,
    endTime: stay.endTime,
    duration: stay.endTime - stay.startTime,
    lng: stay.lng,
    lat: stay.lat,
    gDeviceStatus: stayStatus(track, stay, facts),
  }));
  return { line: { length, time, lng, lat }, stayPoints, summary: inHundredths(summaryOf(track, stays)) };
}

/**
 * The text of the answer in pieces: the points of the track with all that the device sent, read once more while they go out, then
 * its stays and its summary. A report whose fix the track has left out is left out.
 */
export async function* replyText(
  parts: AsyncIterable<readonly LocatedReport[]>,
  { line, stayPoints, summary }: Reply,
  label: string,
): AsyncGenerator<string> {
  const toPoint = pointMaker(label);
  let at = 0;
  let piece = '{"points":[';
  let separator = '';
  for await (const part of parts) {
    for (const report of part) {
      while (at < line.length && (line.time[at] ?? 0) < report.time) at += 1;
      if (!report.fix.valid || line.time[at] !== report.time) continue;
      piece += separator + JSON.stringify(toPoint(placed(report, line, at)));
      separator = ',';
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
  }
  yield `${piece}],"stayPoints":${JSON.stringify(stayPoints)},"summary":${JSON.stringify(summary)}}`;
}

/** The report at the place that the track has for it. */
function placed(report: LocatedReport, { lng, lat }: Line, at: number): LocatedReport {
  const { fix } = report;
  return {
    ...report,
    fix: { ...fix, longitude: lng[at] ?? fix.longitude, latitude: lat[at] ?? fix.latitude },
  };
}

function inHundredths(figures: TrackSummary): TrackSummary {
  const entries = Object.entries(figures).map(([name, value]) => [
    name,
    value === null ? null : Math.round(value * HUNDREDTHS) / HUNDREDTHS,
  ]);
  return Object.fromEntries(entries) as TrackSummary;
}
