import type { StayPoint, TrackSummary } from '@wakeline/contract/entities/track-point';
import { NamedError } from '@wakeline/contract/errors';
import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { type StayDetails, stayStatus } from '@wakeline/domain/tracks/stay-status';
import { appendBlock, createTrackBuilder, type Track, toTrack } from '@wakeline/domain/tracks/track';
import type { TrackActivities } from '@wakeline/domain/tracks/track-activities';
import { summarizeTrack } from '@wakeline/domain/tracks/track-summary';
import { createPointMapper, type PointDetails } from './points.ts';

/** Characters per chunk: as much as a connection takes at once. */
const CHUNK_LENGTH = 65_536;
/** Metres and km/h are rounded to hundredths. */
const HUNDREDTHS = 100;

/**
 * Collects a full track from its blocks.
 *
 * @throws NamedError `track-none` without fixes, `track-too-long` above `max` fixes
 */
export async function collectTrack(blocks: AsyncIterable<TrackBlock>, max: number): Promise<Track> {
  const builder = createTrackBuilder();
  for await (const block of blocks) {
    if (builder.length + block.length > max) throw new NamedError('track-too-long', { points: max });
    appendBlock(builder, block);
  }
  if (builder.length === 0) throw new NamedError('track-none');
  return toTrack(builder);
}

/** A track with its activities and the details of its stays. */
export interface ReplyTrack {
  readonly track: Track;
  readonly activities: TrackActivities;
  readonly stayDetails: StayDetails;
}

/** What stays in memory while a reply is sent: a tenth of the track. */
export interface Reply {
  readonly line: Line;
  readonly stayPoints: readonly StayPoint[];
  readonly summary: TrackSummary;
}

/** Times and coordinates of the displayed fixes. */
type Line = Pick<Track, 'length' | 'time' | 'lng' | 'lat'>;

export function toReply({ track, activities, stayDetails }: ReplyTrack): Reply {
  const { length, time, lng, lat } = track;
  const stayPoints = activities.stays.map((stay) => ({
    startTime: stay.startTime,
    endTime: stay.endTime,
    duration: stay.endTime - stay.startTime,
    lng: stay.lng,
    lat: stay.lat,
    gDeviceStatus: stayStatus(track, stay, stayDetails),
  }));
  return {
    line: { length, time, lng, lat },
    stayPoints,
    summary: roundToHundredths(summarizeTrack(track, activities)),
  };
}

/**
 * JSON text of the reply in chunks: the points with all reported values, which are read again while they are sent, then the
 * stays and the summary. Reports whose fix the correction has removed are omitted.
 */
export async function* toReplyChunks(
  pages: AsyncIterable<readonly LocatedReport[]>,
  { line, stayPoints, summary }: Reply,
  details: PointDetails,
): AsyncGenerator<string> {
  const toPoint = createPointMapper(details);
  let index = 0;
  let chunk = '{"points":[';
  let separator = '';
  for await (const page of pages) {
    for (const report of page) {
      while (index < line.length && (line.time[index] ?? 0) < report.time) index += 1;
      if (!report.fix.valid || line.time[index] !== report.time) continue;
      chunk += separator + JSON.stringify(toPoint(withTrackCoordinates(report, line, index)));
      separator = ',';
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield `${chunk}],"stayPoints":${JSON.stringify(stayPoints)},"summary":${JSON.stringify(summary)}}`;
}

/** The report with the coordinates of the track. */
function withTrackCoordinates(report: LocatedReport, { lng, lat }: Line, index: number): LocatedReport {
  const { fix } = report;
  return {
    ...report,
    fix: { ...fix, longitude: lng[index] ?? fix.longitude, latitude: lat[index] ?? fix.latitude },
  };
}

function roundToHundredths(summary: TrackSummary): TrackSummary {
  const entries = Object.entries(summary).map(([name, value]) => [
    name,
    value === null ? null : Math.round(value * HUNDREDTHS) / HUNDREDTHS,
  ]);
  return Object.fromEntries(entries) as TrackSummary;
}
