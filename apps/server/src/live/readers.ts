import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { LogEntry } from '@wakeline/contract/live/messages';
import type { Caller } from '../identity/caller.ts';
import type { TrackerRow } from '../trackers/read.ts';

/** What consoles receive, and who may see it. Features implement this, and app/ passes it in. */
export interface LiveReaders {
  readonly trackers: LiveTrackers;
  readonly notices: LiveNotices;
}

export interface LiveTrackers {
  /** Whether a user may see trackers at all. */
  readonly canWatch: (user: Caller) => boolean;
  /** Converts a tracker to the contract's form with the abilities of `reader`; `now` is epoch milliseconds. */
  readonly present: (row: TrackerRow, reader: Caller, now: number) => Tracker;
  /** What a user may do with a visible tracker of this group. */
  readonly abilities: (user: Caller, groupId: number | null) => Tracker['abilities'];
}

/** The numbered log of an account. */
export interface LiveNotices {
  /** Maximum number of entries that one message covers. */
  readonly batchSize: number;
  /** The number of the newest entry; 0 before the first. */
  readonly head: (accountId: number) => Promise<number>;
  /** Whether the log can be continued from `cursor`: it has reached it, and no entry above it has been deleted. */
  readonly canContinue: (accountId: number, cursor: number) => Promise<boolean>;
  /** The last number of the next batch after `cursor`; `cursor` itself when there are no more. */
  readonly nextBatchEnd: (accountId: number, cursor: number) => Promise<number>;
  /** The entries of a reader with a number above `above` and up to `to`, oldest first. */
  readonly readRange: (
    reader: Caller,
    range: { readonly above: number; readonly to: number; readonly now: number },
  ) => Promise<readonly LogEntry[]>;
  /** Reads new entries for all consoles of an account, with addresses in the languages of those consoles. */
  readonly readNew: (
    accountId: number,
    range: { readonly above: number; readonly to: number },
    languages: () => ReadonlySet<Language>,
  ) => Promise<NewEntries>;
}

/** From entries that were read once for many, returns those that `reader` may see, in their form. */
export type NewEntries = (reader: Caller) => readonly LogEntry[];
