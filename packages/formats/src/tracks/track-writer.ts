import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';

/** The device of a track. */
export interface TrackOwner {
  readonly name: string;
  readonly imei: string;
}

/**
 * Writes tracks as text in this order: `head`; for each device `start`, its fixes oldest first in batches of at most `batchSize`,
 * `end`; finally `tail`. Writers have no state.
 */
export interface TrackWriter {
  readonly mediaType: string;
  /** Including the dot. */
  readonly extension: string;
  /** Maximum number of fixes per batch: writing a batch blocks the event loop for some milliseconds. */
  readonly batchSize: number;
  /** `name`: title of the content. */
  head(name: string): string;
  start(owner: TrackOwner): string;
  /** `first`: whether it is the first batch of the file, of any device. */
  fixes(fixes: readonly LocatedReport[], owner: TrackOwner, first: boolean): string;
  readonly end: string;
  readonly tail: string;
}
