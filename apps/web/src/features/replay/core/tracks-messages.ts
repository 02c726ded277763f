import type { Correction } from '@wakeline/contract/replay/tracks';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { ReplayWindow } from '@wakeline/domain/tracks/track-activities';
import type { ActivitySetup } from './activity-setup.ts';
import type { LoadedTrack } from './loaded-track.ts';
import type { TrackBatch } from './track-batches.ts';

/** Messages from the page to the worker that builds tracks. */
export type TracksRequestMessage =
  | SetupMessage
  /** Starts a response, and drops an incomplete one. `isFull`: with every fix, otherwise coarse. */
  | { readonly type: 'start'; readonly batch: TrackBatch; readonly isFull: boolean }
  /** A chunk of the response. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** The response is complete. A track is published when its fixes have doubled; final after its last batch. */
  | { readonly type: 'end'; readonly last: FinishMessage | null }
  | { readonly type: 'evict'; readonly trackerIds: readonly number[] }
  | FinishMessage;

/** What decides the activities of the tracks: sent before the first response. */
export interface SetupMessage extends ActivitySetup {
  readonly type: 'setup';
  readonly window: ReplayWindow;
}

/**
 * All responses are complete: publish the final tracks. Sent again, tracks are rebuilt from the same fixes if the
 * correction differs.
 */
export interface FinishMessage {
  readonly type: 'finish';
  /** Trackers with missing batches. */
  readonly incomplete: readonly number[];
  readonly correction: Correction;
  readonly kinds: ReadonlyMap<number, MovementKind>;
}

/** Events from the worker. */
export type TracksEventMessage =
  /** A chunk was processed. */
  | { readonly type: 'read'; readonly bytes: number }
  /** A track as loaded so far; it precedes the event of the response that changed it. */
  | { readonly type: 'track'; readonly track: LoadedTrack }
  /** A response was processed, with its number of fixes. */
  | { readonly type: 'responseFinished'; readonly fixes: number }
  | { readonly type: 'finished' }
  | { readonly type: 'failed'; readonly message: string };
