import type { TrackSummary } from '@wakeline/contract/entities/track-point';
import { NamedError } from '@wakeline/contract/errors';
import type { Correction } from '@wakeline/contract/replay/tracks';
import type { CorrectionReport } from '@wakeline/domain/correction/correct';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Stay } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import type { ReplayRule } from '@wakeline/domain/tracks/track-activities';
import type { TrackLine } from '@wakeline/domain/tracks/track-line';

/** The tracks that a replay loads. */
export interface TracksRequest {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both inclusive. */
  readonly start: number;
  readonly end: number;
  readonly correction: Correction;
  /** Code of a share link, which defines devices and time itself. */
  readonly shareCode?: string;
  /** Of a share link, which reveals nothing of the time around it. */
  readonly rule?: ReplayRule;
  /** How the devices move, if live data with their icons is not available. */
  readonly kinds?: ReadonlyMap<number, MovementKind>;
}

/** A track as loaded so far, with everything derived from it. */
export interface LoadedTrack {
  readonly trackerId: number;
  readonly track: Track;
  /** Whether fixes are missing: they are still loading, or there are more than the limit of a console. */
  readonly coarse: boolean;
  readonly line: TrackLine;
  readonly stays: readonly Stay[];
  /** Null while coarse. */
  readonly summary: TrackSummary | null;
  /**
   * The changes of a correction; for a track over the limit they apply to the loaded fixes only. Null: not corrected.
   */
  readonly changes: CorrectionReport | null;
  /** The raw line, for comparison with the corrected track. */
  readonly raw?: TrackLine | null;
}

/** The state of loading tracks. */
export interface TracksLoad {
  /** `failed`: loaded tracks are kept, and a retry continues from there. */
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** By tracker id; without trackers that have no fix in that time. */
  readonly tracks: ReadonlyMap<number, LoadedTrack>;
  /** Number of loaded fixes. */
  readonly count: number;
  /** Loaded share of the time, 0 to 1. */
  readonly progress: number;
  readonly error: unknown;
  /** Whether there were more fixes than the limit of a console (`LIMITS.replayPoints`): the rest is coarse. */
  readonly limited: boolean;
  /** Devices that the user may no longer see; their tracks are removed. */
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
 * The state without revoked devices.
 *
 * @param requestedIds all devices of the request: if none is left there is nothing to play
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
