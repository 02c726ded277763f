import type { LiveComment } from '@wakeline/contract/live-events/comments';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import { findMatch } from '../races/event-match.ts';
import { hasComments } from './event-access.ts';
import { readLastRecords, readVotes } from './gift-records.ts';
import { readLive } from './match-live.ts';
import { readAnnouncement, readComments, readRemoved } from './read-comments.ts';

/** Comments and gifts of a feed: what a page displays when it opens. */
const COMMENTS = 30;
const GIFTS = 10;
/** Matches in memory; the one that was not read for the longest time leaves. */
const MAX_MATCHES = 200;

/** A gift as all viewers see it. */
export interface GivenGift {
  /** Counts the gifts of the match. */
  readonly number: number;
  readonly giftName: string;
  readonly pictureFileId: string;
  readonly count: number;
  readonly votes: number;
  readonly giver: string;
  /** Null: they were removed from the match. */
  readonly participantId: number | null;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** What viewers of a match see of comments and gifts. Without comments and announcements while they are switched off. */
export interface PublicFeed {
  /** Another number than before: something changed. */
  readonly version: number;
  /** The last ones, in the order of their numbers. */
  readonly comments: readonly LiveComment[];
  /** Of the newest comment; 0: none. */
  readonly lastNumber: number;
  /** Numbers of the comments that were deleted last. */
  readonly removed: readonly number[];
  /** Of all comments. */
  readonly likes: number;
  /** Sum of the gift records by participant. */
  readonly votes: ReadonlyMap<number, number>;
  /** The last ones, the newest first. */
  readonly gifts: readonly GivenGift[];
  /** The newest announcement; null: none. */
  readonly announcement: LiveComment | null;
}

interface Held {
  feed: PublicFeed | null;
  /** Number of the last gift record in the votes. */
  lastGift: number;
  isStale: boolean;
  loading: Promise<PublicFeed> | null;
}

/** Comments and gifts of the matches that somebody watches on this server. */
export interface LiveEventFeed {
  /** Reads the database only if something changed since the last time. */
  readPublicFeed(matchId: number): Promise<PublicFeed>;
  close(): void;
}

export function createLiveEventFeed({
  db,
  events,
}: {
  readonly db: Db;
  readonly events: EventSource;
}): LiveEventFeed {
  const held = new Map<number, Held>();
  let versions = 0;

  async function load(matchId: number, one: Held): Promise<PublicFeed> {
    // Before the queries: a change during them makes the feed stale again.
    one.isStale = false;
    try {
      const { last_comment: lastNumber, likes } = await readLive(db, matchId);
      const added = await readVotes(db, matchId, one.lastGift);
      const votes = new Map(one.feed?.votes);
      for (const row of added) {
        votes.set(row.participant_id, (votes.get(row.participant_id) ?? 0) + row.votes);
        one.lastGift = Math.max(one.lastGift, row.last);
      }
      const match = await findMatch(db, matchId);
      const isOn = match !== null && hasComments(match);
      versions += 1;
      one.feed = {
        version: versions,
        comments: isOn ? await readComments(db, matchId, { limit: COMMENTS }) : [],
        lastNumber,
        removed: isOn ? await readRemoved(db, matchId) : [],
        likes,
        votes,
        gifts: (await readLastRecords(db, matchId, GIFTS)).map((row) => ({
          ...{ number: row.number, giftName: row.gift_name, pictureFileId: row.picture_file_id },
          ...{ count: row.count, votes: row.votes, giver: row.giver, participantId: row.participant_id },
          time: row.created_at.getTime(),
        })),
        announcement: isOn ? await readAnnouncement(db, matchId) : null,
      };
      return one.feed;
    } catch (error) {
      reset(one);
      throw error;
    }
  }

  const cleanups = [
    events.on('live-event', ({ matchId }) => {
      const one = held.get(matchId);
      if (one !== undefined) one.isStale = true;
    }),
    // A removed participant has no votes, and comments may have been switched on or off.
    events.on('match', ({ matchId }) => void held.delete(matchId)),
    events.onGap(() => held.clear()),
  ];

  return {
    async readPublicFeed(matchId) {
      const one = held.get(matchId) ?? { feed: null, lastGift: 0, isStale: true, loading: null };
      held.delete(matchId);
      held.set(matchId, one);
      if (held.size > MAX_MATCHES) {
        const [oldest] = held.keys();
        if (oldest !== undefined) held.delete(oldest);
      }
      if (one.loading !== null) return one.loading;
      if (!one.isStale && one.feed !== null) return one.feed;
      one.loading = load(matchId, one).finally(() => {
        one.loading = null;
      });
      return one.loading;
    },
    close() {
      for (const cleanup of cleanups) cleanup();
      held.clear();
    },
  };
}

/** After a failure, votes may be counted already. */
function reset(one: Held): void {
  one.feed = null;
  one.lastGift = 0;
  one.isStale = true;
}
