import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { NoticePayload } from '../db/schema.ts';

/** The latest state of a tracker after a commit. */
export interface StateChange {
  readonly accountId: number;
  readonly trackerId: number;
  /** Grows with each change of this tracker: the greater one is the newer picture. */
  readonly version: number;
  readonly status: TrackerStatusDto;
}

/** An entry that a commit has put into an account's log. */
export interface LoggedEntry {
  readonly accountId: number;
  readonly seq: number;
  readonly kind: 'notice';
  readonly trackerId: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly payload: NoticePayload;
}

/** Where the engine says what its commits changed. Called after the commit; takes it at once and never throws. */
export interface LiveFeed {
  publishStates(changes: readonly StateChange[]): void;
  /** In ascending order of `seq` within an account. */
  publishLog(entries: readonly LoggedEntry[]): void;
}
