import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { readLive } from '../../live-events/match-live.ts';
import { muteAuthor, readMutes, unmute, writeWords } from '../../live-events/moderation.ts';
import { readStatistics } from '../../live-events/statistics.ts';
import { lockMatch, lockOpenMatch, readMatch } from '../../races/matches.ts';

type ModerationOperation =
  | 'muteViewer'
  | 'queryLiveModeration'
  | 'queryMatchStatistics'
  | 'saveLiveModeration'
  | 'unmuteViewer';

/** Refused words, muted viewers and statistics of a live event, for its host. */
export function moderationHandlers(db: Db): Pick<Handlers, ModerationOperation> {
  return {
    async queryLiveModeration({ matchId }, caller) {
      await readMatch(db, caller.accountId, matchId);
      const { words } = await readLive(db, matchId);
      return { words, mutes: await readMutes(db, matchId) };
    },

    async queryMatchStatistics({ matchId }, caller, { now }) {
      await readMatch(db, caller.accountId, matchId);
      return readStatistics(db, matchId, now);
    },

    async saveLiveModeration({ matchId, words }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const before = await readLive(tx, matchId);
        await writeWords(tx, matchId, words);
        await recordAudit(tx, caller, call, {
          ...{ action: 'saveLiveModeration', target: match.name },
          before: { words: before.words.length },
          after: { words: words.length },
        });
      });
      return {};
    },

    async muteViewer({ matchId, number, kind }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const author = { userName: caller.login, now: call.now };
        const { muteId, name } = await muteAuthor(tx, matchId, { number, kind, ...author });
        await recordAudit(tx, caller, call, {
          ...{ action: 'muteViewer', target: match.name, after: { name, kind } },
        });
        return { muteId };
      });
    },

    async unmuteViewer({ matchId, muteId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        const before = await unmute(tx, matchId, muteId);
        await recordAudit(tx, caller, call, { action: 'unmuteViewer', target: match.name, before });
      });
      return {};
    },
  };
}
