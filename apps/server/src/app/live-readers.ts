import type { Db } from '../db/database.ts';
import { readLogEntries, readNewEntries } from '../features/notices/log-entries.ts';
import { canContinue, LOG_PAGE_SIZE, nextWindow } from '../features/notices/log-window.ts';
import { readLogHead } from '../features/notices/notices.queries.ts';
import { abilitiesOf, presentTracker } from '../features/trackers/present.ts';
import { canReadTrackers } from '../features/trackers/trackers.policy.ts';
import type { LiveReaders } from '../live/readers.ts';
import type { Addresses } from '../places/addresses.ts';

export interface LiveReaderDependencies {
  readonly db: Db;
  /** Addresses of positions, for the notices. */
  readonly addresses: Addresses;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

/** Gives the live hub what features define about trackers and notices. */
export function createLiveReaders({ db, addresses, addressOf }: LiveReaderDependencies): LiveReaders {
  return {
    trackers: {
      canWatch: canReadTrackers,
      present: (row, reader, now) => presentTracker(row, reader, { now, addressOf }),
      abilities: (user, groupId) => abilitiesOf({ accountId: user.accountId, groupId }, user),
    },
    notices: {
      batchSize: LOG_PAGE_SIZE,
      head: (accountId) => readLogHead(db, accountId),
      canContinue: (accountId, cursor) => canContinue(db, accountId, cursor),
      nextBatchEnd: async (accountId, cursor) => (await nextWindow(db, accountId, cursor)).to,
      readRange: (reader, range) => readLogEntries(db, reader, range, addresses),
      readNew: (accountId, range, languages) =>
        readNewEntries(db, accountId, range, { languages, addresses }),
    },
  };
}
