import type { EventVideo } from '@wakeline/contract/video/event-video';
import type { Db } from '../../db/database.ts';
import { readRecordings } from '../../video/recording-rows.ts';
import { readVideo, stateOf } from '../../video/video-rows.ts';
import type { VideoService } from '../../video/video-service.ts';
import { type VideoAddresses, videoAddresses } from './video-addresses.ts';

export interface EventVideoOptions {
  readonly db: Db;
  readonly prefix: string;
  /** Null: this server receives no video. */
  readonly service: VideoService | null;
}

/** A match and the code of its public page. */
export interface PublicMatch {
  readonly matchId: number;
  readonly code: string;
}

/** The video of a match as its viewers see it. @param now epoch milliseconds */
export async function readEventVideo(
  { db, prefix, service }: EventVideoOptions,
  { matchId, code }: PublicMatch,
  now: number,
): Promise<EventVideo> {
  const addresses = videoAddresses(prefix);
  const video = await readVideo(db, matchId);
  const state = stateOf(video, now);
  const areRecordingsPublic = video.publish && state.state === 'ended';
  return {
    ...state,
    streamUrl: addresses.streamOf(code),
    hlsUrl: service?.hls === null || service === null ? null : addresses.hlsOf(code),
    viewers: service?.viewers.countOf(matchId) ?? 0,
    recordings: areRecordingsPublic ? await publicRecordings(db, addresses, { matchId, code }) : [],
  };
}

/** In the order of their time. */
async function publicRecordings(
  db: Db,
  addresses: VideoAddresses,
  { matchId, code }: PublicMatch,
): Promise<EventVideo['recordings']> {
  const rows = await readRecordings(db, matchId);
  return rows.toReversed().flatMap(({ recording_id, started_at, seconds, bytes }) =>
    seconds === null || bytes === null
      ? []
      : [
          {
            ...{ recordingId: recording_id, startTime: started_at.getTime(), seconds, bytes },
            url: addresses.recordingOf(code, recording_id),
          },
        ],
  );
}
