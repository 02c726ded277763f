import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { limitKey } from '../../identity/limit-key.ts';
import type { CommentWriter } from '../../live-events/comment-writer.ts';
import { requireComments } from '../../live-events/event-access.ts';
import type { EventCodes } from '../../live-events/event-codes.ts';
import { FloodGuard, type FloodLimit } from '../../live-events/flood-limits.ts';
import type { LiveEventFeed } from '../../live-events/live-event-feed.ts';
import { deleteComments, readComments, readHostComments } from '../../live-events/read-comments.ts';
import { storeAnnouncement } from '../../live-events/store-comments.ts';
import { lockMatch, lockOpenMatch, readMatch } from '../../races/matches.ts';
import { openEvent } from '../../races/open-event.ts';
import { canModerate } from './live-events.policy.ts';

type CommentOperation =
  | 'deleteComment'
  | 'likeComment'
  | 'queryCommentByPage'
  | 'queryComments'
  | 'sendComment'
  | 'sendSysComment';

export interface CommentDependencies {
  readonly db: Db;
  readonly writer: CommentWriter;
  readonly codes: EventCodes;
  readonly feed: LiveEventFeed;
}

/** Of one viewer: a comment each three seconds. Of one address: hundreds of spectators can be behind a router. */
const COMMENTS_OF_VIEWER = { burst: 5, perSecond: 1 / 3 };
const COMMENTS_OF_ADDRESS = { burst: 60, perSecond: 10 };
const LIKES_OF_VIEWER = { burst: 20, perSecond: 2 };
const LIKES_OF_ADDRESS = { burst: 200, perSecond: 30 };
/** Deleted texts that the audit log quotes. */
const MAX_QUOTED = 5;

/** Comments of live events: for viewers by the code of the page, and for the host. */
export function commentHandlers({
  db,
  writer,
  codes,
  feed,
}: CommentDependencies): Pick<Handlers, CommentOperation> {
  const commentLimits = createLimits(COMMENTS_OF_VIEWER, COMMENTS_OF_ADDRESS);
  const likeLimits = createLimits(LIKES_OF_VIEWER, LIKES_OF_ADDRESS);
  return {
    async sendComment({ code, viewerKey, clientKey, name, text }, _anonymous, call) {
      const address = commentLimits(viewerKey, call);
      const matchId = await codes.matchIdOf(code);
      const request = { kind: 'comment', code, viewerKey, address, clientKey, name, text } as const;
      const { number, time } = await writer.store(matchId, request);
      return { number, time };
    },

    async likeComment({ code, viewerKey, number }, _anonymous, call) {
      const address = likeLimits(viewerKey, call);
      const matchId = await codes.matchIdOf(code);
      const { likes } = await writer.store(matchId, { kind: 'like', code, viewerKey, address, number });
      return { likes };
    },

    async queryComments({ code, after, before, pageSize }) {
      const match = await openEvent(db, code);
      requireComments(match);
      const { lastNumber, removed } = await feed.readPublicFeed(match.match_id);
      const isUpToDate = after !== undefined && after >= lastNumber;
      const list = isUpToDate
        ? []
        : await readComments(db, match.match_id, { after, before, limit: pageSize });
      return { list, lastNumber, removed: [...removed] };
    },

    async queryCommentByPage({ matchId, ...filter }, caller) {
      await readMatch(db, caller.accountId, matchId);
      const page = await readHostComments(db, matchId, filter);
      return { ...page, abilities: { moderate: canModerate(caller) } };
    },

    async sendSysComment({ matchId, clientKey, text }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const announcement = { clientKey, text, userName: caller.login, now: call.now };
        const { number, isNew } = await storeAnnouncement(tx, matchId, announcement);
        if (isNew)
          await recordAudit(tx, caller, call, {
            ...{ action: 'sendSysComment', target: match.name, after: { text } },
          });
        return { number };
      });
    },

    async deleteComment({ matchId, numbers }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        const author = { userName: caller.login, now: call.now };
        const texts = await deleteComments(tx, matchId, numbers, author);
        if (texts.length === 0) return;
        await recordAudit(tx, caller, call, {
          ...{ action: 'deleteComment', target: match.name },
          before: { texts: texts.slice(0, MAX_QUOTED), count: texts.length },
        });
      });
      return {};
    },
  };
}

/** Counts a request of a viewer. Returns the address as limits count it. */
function createLimits(ofViewer: FloodLimit, ofAddress: FloodLimit) {
  const [viewers, addresses] = [new FloodGuard(ofViewer), new FloodGuard(ofAddress)];
  return (viewerKey: string, { address, now }: Pick<Call, 'address' | 'now'>): string => {
    const key = limitKey(address);
    addresses.take(key, now);
    viewers.take(viewerKey, now);
    return key;
  };
}
