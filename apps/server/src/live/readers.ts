import type { Notice } from '@wakeline/contract/entities/notice';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { Caller } from '../identity/caller.ts';
import type { TrackerRow } from '../trackers/read.ts';

/** What consoles are shown, and who may see it: features say that, and app/ passes it in. */
export interface LiveReaders {
  readonly trackers: LiveTrackers;
  readonly notices: LiveNotices;
}

export interface LiveTrackers {
  /** Whether a user may see trackers at all. */
  readonly canWatch: (user: Caller) => boolean;
  /** A tracker as the contract has it, with what `reader` may do with it; `now` is epoch milliseconds. */
  readonly present: (row: TrackerRow, reader: Caller, now: number) => Tracker;
  /** What a user may do with a tracker of this group that they see. */
  readonly abilities: (user: Caller, groupId: number | null) => Tracker['abilities'];
}

/** The numbered log of an account. */
export interface LiveNotices {
  /** Numbers that one message covers at most. */
  readonly batchSize: number;
  /** The number of the newest entry; 0 before the first. */
  readonly head: (accountId: number) => Promise<number>;
  /** Whether the log can be continued from `cursor`: nothing above it has been dropped, and it has come so far. */
  readonly canContinue: (accountId: number, cursor: number) => Promise<boolean>;
  /** The last number of the next part, for somebody who has seen those up to `cursor`; `cursor` itself when there are none. */
  readonly nextBatchEnd: (accountId: number, cursor: number) => Promise<number>;
  /** The notices of a reader with a number above `above` and up to `to`, oldest first. */
  readonly readRange: (
    reader: Caller,
    range: { readonly above: number; readonly to: number; readonly now: number },
  ) => Promise<readonly Notice[]>;
  /** New notices for all consoles of an account, with the addresses of their positions in the languages of those consoles. */
  readonly readNew: (
    accountId: number,
    range: { readonly above: number; readonly to: number },
    languages: () => ReadonlySet<Language>,
  ) => Promise<NewNotices>;
}

/** Of notices that were read once for many, those that `reader` may see, as they may see them. */
export type NewNotices = (reader: Caller) => readonly Notice[];
