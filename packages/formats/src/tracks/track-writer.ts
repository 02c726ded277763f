import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';

/** Whose track it is. */
export interface TrackOwner {
  readonly name: string;
  readonly imei: string;
}

/**
 * Writes tracks as text, in this order: `head`; of each device `begin`, its fixes oldest first in parts of at most `part` of them,
 * `end`; `tail`. Nothing is held from one call to the next.
 */
export interface TrackWriter {
  readonly mediaType: string;
  /** With the dot. */
  readonly extension: string;
  /** Most fixes of one part: writing one takes some milliseconds, in which nobody else has a turn. */
  readonly batchSize: number;
  /** `name`: of what is in the file. */
  head(name: string): string;
  start(owner: TrackOwner): string;
  /** `first`: no other part, of whatever device, was written before. */
  fixes(fixes: readonly LocatedReport[], owner: TrackOwner, first: boolean): string;
  readonly end: string;
  readonly tail: string;
}
