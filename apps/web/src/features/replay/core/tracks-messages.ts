import type { Correction } from '@wakeline/contract/replay/tracks';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { LoadedTrack } from './loaded-track.ts';
import type { TrackBatch } from './track-batches.ts';

/** What the page tells the worker that makes tracks. */
export type TracksRequestMessage =
  /** An answer begins, which ends one that broke off; `whole`: with every fix, otherwise it is the coarse whole. */
  | { readonly type: 'begin'; readonly batch: TrackBatch; readonly isFull: boolean }
  /** A piece of it. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** It is all there. Its tracks are shown when there is twice as much as is shown; for good when it was their last part. */
  | { readonly type: 'end'; readonly last: FinishMessage | null }
  | { readonly type: 'forget'; readonly trackerIds: readonly number[] }
  | FinishMessage;

/** Nothing more will come: the tracks as they are for good. Told again, they are made anew of the same fixes if they are others then. */
export interface FinishMessage {
  readonly type: 'finish';
  /** Trackers of which a part is not there. */
  readonly incomplete: readonly number[];
  readonly correction: Correction;
  readonly kinds: ReadonlyMap<number, MovementKind>;
}

/** What it answers. */
export type TracksEventMessage =
  /** A piece was worked in. */
  | { readonly type: 'read'; readonly bytes: number }
  /** A track, as far as it is read; it comes before the news of what brought it. */
  | { readonly type: 'track'; readonly track: LoadedTrack }
  /** An answer was worked in, with so many fixes. */
  | { readonly type: 'ended'; readonly fixes: number }
  | { readonly type: 'finished' }
  | { readonly type: 'failed'; readonly message: string };
