import type { TrackSummary } from '@wakeline/contract/entities/track-point';
import { NamedError } from '@wakeline/contract/errors';
import type { Correction } from '@wakeline/contract/replay/tracks';
import type { CorrectionReport } from '@wakeline/domain/correction/correct';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import type { TrackLine } from '@wakeline/domain/tracks/track-line';

/** Which tracks a replay reads. */
export interface TracksRequest {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both included. */
  readonly start: number;
  readonly end: number;
  readonly correction: Correction;
  /** Of a link to a replay, which says by itself whose tracks and when. */
  readonly shareCode?: string;
  /** How the devices move, where the live picture does not say it by their icons. */
  readonly kinds?: ReadonlyMap<number, MovementKind>;
}

/** A track as far as it is read, with all that is worked out from it. */
export interface LoadedTrack {
  readonly trackerId: number;
  readonly track: Track;
  /** Whether fixes are missing between these: they are still read, or there are more than a console keeps. */
  readonly coarse: boolean;
  readonly line: TrackLine;
  readonly stays: readonly Stay[];
  /** Null while coarse. */
  readonly summary: TrackSummary | null;
  /** What a correction changed, of a track that is coarse for good of the fixes that were read; null: they are as they came. */
  readonly changes: CorrectionReport | null;
  /** The line of the fixes as they came, beside that of the corrected track. */
  readonly raw?: TrackLine | null;
}

/** How far the reading of tracks has come. */
export interface TracksLoad {
  /** `failed`: what was read stays, and another round goes on from there. */
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** By tracker; those without a fix in that time are not among them. */
  readonly tracks: ReadonlyMap<number, LoadedTrack>;
  /** Fixes read. */
  readonly count: number;
  /** Share of the time that is read, 0 to 1. */
  readonly progress: number;
  readonly error: unknown;
  /** Whether there were more fixes than a console keeps (`LIMITS.replayPoints`): the rest is coarse. */
  readonly limited: boolean;
  /** Devices that were taken from the user meanwhile: nothing of them is shown any more. */
  readonly revoked: readonly number[];
}

export const NO_TRACKS: TracksLoad = {
  phase: 'idle',
  tracks: new Map(),
  count: 0,
  progress: 0,
  error: null,
  limited: false,
  revoked: [],
};

/**
 * The same without devices that are no longer the user's.
 *
 * @param requestedIds all devices of the request: when none of them is left there is nothing to play.
 */
export function withoutDevices(
  load: TracksLoad,
  removedIds: readonly number[],
  requestedIds: readonly number[],
): TracksLoad {
  const tracks = new Map(load.tracks);
  for (const id of removedIds) tracks.delete(id);
  const revoked = [...new Set([...load.revoked, ...removedIds])];
  const remaining = { ...load, tracks, revoked };
  if (requestedIds.some((id) => !revoked.includes(id))) return remaining;
  return { ...remaining, phase: 'failed', error: new NamedError('tracker-unknown') };
}
