import type { Db } from '../db/database.ts';
import { canContinue, LOG_PART, nextWindow } from '../features/notices/log-window.ts';
import { mayReadNotice } from '../features/notices/notices.policy.ts';
import {
  logHead,
  newNotices,
  noticesBetween,
  presentNotice,
  recallPlaces,
} from '../features/notices/notices.queries.ts';
import { abilitiesOn, presentTracker } from '../features/trackers/present.ts';
import { mayReadTrackers } from '../features/trackers/trackers.policy.ts';
import type { LiveReaders } from '../live/readers.ts';
import type { Addresses } from '../places/addresses.ts';

export interface LiveReaderParts {
  readonly db: Db;
  /** Positions in words, for the notices. */
  readonly addresses: Addresses;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

/** What features say about trackers and notices, for the live side. */
export function liveReaders({ db, addresses, addressOf }: LiveReaderParts): LiveReaders {
  return {
    trackers: {
      mayWatch: mayReadTrackers,
      present: (row, reader, now) => presentTracker(row, reader, { now, addressOf }),
      abilities: (user, groupId) => abilitiesOn({ accountId: user.accountId, groupId }, user),
    },
    notices: {
      part: LOG_PART,
      head: (accountId) => logHead(db, accountId),
      canContinue: (accountId, cursor) => canContinue(db, accountId, cursor),
      nextPart: async (accountId, cursor) => (await nextWindow(db, accountId, cursor)).to,
      between: (reader, range) => noticesBetween(db, reader, { ...range, addresses }),
      async fresh(accountId, range, languages) {
        const rows = await newNotices(db, accountId, range);
        for (const language of languages()) await recallPlaces(rows, language, addresses);
        return (reader) =>
          rows
            .filter((row) => mayReadNotice(reader, row))
            .map((row) => presentNotice(row, reader, addresses.of));
      },
    },
  };
}
