import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { LoggedEntry } from '../db/account-log.ts';

/** The latest state of a tracker after a commit. */
export interface StateChange {
  readonly accountId: number;
  readonly trackerId: number;
  /** Incremented with each change of this tracker: the higher one is newer. */
  readonly version: number;
  readonly status: TrackerStatusDto;
}

/** Objects of feeds that changed or disappeared. */
export interface TrafficChanges {
  readonly changed: readonly TrafficObject[];
  /** Numbers of objects. */
  readonly removed: readonly string[];
}

/** Receives the changes of the engine's commits. Called after the commit; must return at once and never throw. */
export interface LiveFeed {
  publishStates(changes: readonly StateChange[]): void;
  /** In ascending order of `seq` within an account. */
  publishLog(entries: readonly LoggedEntry[]): void;
}
