/** States of the live video of a match, in their usual order. */
export const VIDEO_STATES = ['waiting', 'live', 'interrupted', 'ended'] as const;
export type VideoState = (typeof VIDEO_STATES)[number];

/** The server that receives a stream notes this at this interval, milliseconds. */
export const VIDEO_HEARTBEAT_MS = 10_000;
/** Without a note for this time the stream counts as interrupted: its server has stopped. */
const LIVE_TIMEOUT_MS = 3 * VIDEO_HEARTBEAT_MS;
/** An interruption of this length ends the video. */
export const MAX_INTERRUPTION_MS = 300_000;

/** What is stored of a video; times in epoch milliseconds. */
export interface VideoTimes {
  /** Start of the video; null: none yet. */
  readonly startedAt: number | null;
  /** Last time at which the stream was received; null: never. */
  readonly seenAt: number | null;
  readonly isPublishing: boolean;
  /** Set when the organiser ends the video. */
  readonly endedAt: number | null;
}

/** The state of a video, and since when. It follows from stored times, so that a restart of the server does not lose it. */
export function videoStateAt(
  { startedAt, seenAt, isPublishing, endedAt }: VideoTimes,
  now: number,
): { readonly state: VideoState; readonly since: number | null } {
  if (startedAt === null || seenAt === null) return { state: 'waiting', since: null };
  if (endedAt !== null) return { state: 'ended', since: endedAt };
  if (isPublishing && now - seenAt <= LIVE_TIMEOUT_MS) return { state: 'live', since: startedAt };
  return { state: now - seenAt <= MAX_INTERRUPTION_MS ? 'interrupted' : 'ended', since: seenAt };
}
