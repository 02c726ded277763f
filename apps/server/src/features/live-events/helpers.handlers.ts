import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { limitKey } from '../../identity/limit-key.ts';
import { FloodGuard } from '../../live-events/flood-limits.ts';
import { readHelperParticipants, recordHelperEntry } from '../../live-events/helper-entries.ts';
import {
  insertHelper,
  readHelpers,
  requireHelper,
  revokeHelper,
  signInHelper,
  signOutHelper,
} from '../../live-events/helpers.ts';
import { lockOpenMatch, readMatch } from '../../races/matches.ts';
import { ProvisionalResults } from '../../races/provisional-results.ts';
import type { RaceBoards } from '../../races/race-boards.ts';

type HelperOperation =
  | 'createMatchHelper'
  | 'matchLogin'
  | 'matchLogout'
  | 'queryHelperMatch'
  | 'queryMatchHelpers'
  | 'recordHelperPassing'
  | 'revokeMatchHelper';

/** Codes that one address tries in vain. */
const WRONG_CODES = { burst: 20, perSecond: 1 / 30 };

/** Helpers at the start and finish of a match, who have no account. */
export function helperHandlers(db: Db, boards: Pick<RaceBoards, 'read'>): Pick<Handlers, HelperOperation> {
  const wrongCodes = new FloodGuard(WRONG_CODES);
  const provisional = new ProvisionalResults(boards);
  return {
    async createMatchHelper({ matchId, helperName: name, points }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const form = { name, points, userName: caller.login, now: call.now };
        const created = await insertHelper(tx, matchId, form);
        const after = { helperName: name, points };
        await recordAudit(tx, caller, call, { action: 'createMatchHelper', target: match.name, after });
        return created;
      });
    },

    async queryMatchHelpers({ matchId }, caller) {
      await readMatch(db, caller.accountId, matchId);
      return { list: await readHelpers(db, matchId) };
    },

    async revokeMatchHelper({ matchId, helperId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await readMatch(tx, caller.accountId, matchId);
        const { name, points } = await revokeHelper(tx, matchId, helperId, call.now);
        const before = { helperName: name, points };
        await recordAudit(tx, caller, call, { action: 'revokeMatchHelper', target: match.name, before });
      });
      return {};
    },

    async matchLogin({ code }, _anonymous, { address, now }) {
      const key = limitKey(address);
      wrongCodes.take(key, now);
      try {
        const signedIn = await signInHelper(db, code, now);
        wrongCodes.giveBack(key, now);
        return signedIn;
      } catch (error) {
        const isGuess = error instanceof NamedError && error.errorName === 'helper-code';
        if (!isGuess) wrongCodes.giveBack(key, now);
        throw error;
      }
    },

    async matchLogout({ token }) {
      await db.transaction().execute((tx) => signOutHelper(tx, token));
      return {};
    },

    async queryHelperMatch({ token }, _anonymous, { now }) {
      const signedIn = await db.transaction().execute((tx) => requireHelper(tx, token, now));
      const { helper, match } = signedIn;
      const watched = { matchId: match.match_id, accountId: match.account_id };
      const results = await provisional.read(watched, now);
      return {
        ...{ serverTime: now, matchName: match.name, state: match.state },
        ...{ helperName: helper.name, points: helper.points },
        participants: await readHelperParticipants(db, signedIn, results),
      };
    },

    async recordHelperPassing({ token, participantId, entry }, _anonymous, { now }) {
      await db.transaction().execute((tx) => recordHelperEntry(tx, { token, participantId, entry }, now));
      return {};
    },
  };
}
