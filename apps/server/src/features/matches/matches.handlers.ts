import type { MatchSummary } from '@wakeline/contract/matches/matches';
import { difference, recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { readClasses } from '../../races/classes.ts';
import {
  deleteMatchRow,
  insertMatch,
  lockMatch,
  lockOpenMatch,
  readMatch,
  readMatchPage,
  recordMatchChange,
  settingsOf,
  toMatch,
  updateCode,
  updateMatch,
  updateSettings,
  updateState,
} from '../../races/matches.ts';
import { checkWindows } from '../../races/participants.ts';
import { readCourses } from '../../races/race-courses.ts';
import { canEditMatches } from './matches.policy.ts';

type MatchOperation =
  | 'createMatch'
  | 'deleteMatch'
  | 'editMatchStatus'
  | 'queryMatchConf'
  | 'queryMatchDetail'
  | 'queryMatchMsgByPage'
  | 'renewMatchCode'
  | 'updateMatchConf'
  | 'updateMatchMsg';

/** Matches of an account: details, state and settings. */
export function matchHandlers(db: Db): Pick<Handlers, MatchOperation> {
  return {
    async queryMatchMsgByPage({ keywords, state, ...page }, caller) {
      const { rows, total } = await readMatchPage(db, caller.accountId, { keywords, state }, page);
      const list = rows.map((row) => withAbilities(toMatch(row), caller));
      return { list, total, abilities: { create: canEditMatches(caller) } };
    },

    async queryMatchDetail({ matchId }, caller) {
      const row = await readMatch(db, caller.accountId, matchId);
      return {
        ...withAbilities(toMatch(row), caller),
        revision: row.revision,
        courseList: [...(await readCourses(db, matchId))],
        classes: [...(await readClasses(db, matchId))],
      };
    },

    async queryMatchConf({ matchId }, caller) {
      return settingsOf(await readMatch(db, caller.accountId, matchId));
    },

    async createMatch({ uid: _, ...form }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const matchId = await insertMatch(tx, caller.accountId, form, call.now);
        await recordAudit(tx, caller, call, { action: 'createMatch', target: form.matchName, after: form });
        return { matchId };
      });
    },

    async updateMatchMsg({ uid: _, matchId, ...form }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        await updateMatch(tx, match, form);
        await checkWindows(tx, await lockMatch(tx, caller.accountId, matchId));
        await recordMatchChange(tx, match, call.now);
        const { matchName, place, startTime, endTime, maps } = toMatch({
          ...{ ...match, participants: 0, courses: 0 },
        });
        await recordAudit(tx, caller, call, {
          action: 'updateMatchMsg',
          target: match.name,
          ...difference({ matchName, place, startTime, endTime, maps }, form),
        });
      });
      return {};
    },

    async editMatchStatus({ matchId, state }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        await updateState(tx, match, state);
        await recordMatchChange(tx, match, call.now);
        const entry = { before: { state: match.state }, after: { state } };
        await recordAudit(tx, caller, call, { action: 'editMatchStatus', target: match.name, ...entry });
      });
      return {};
    },

    async updateMatchConf({ uid: _, matchId, ...settings }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        await updateSettings(tx, match, settings);
        await recordMatchChange(tx, match, call.now);
        const entry = difference(settingsOf(match), settings);
        await recordAudit(tx, caller, call, { action: 'updateMatchConf', target: match.name, ...entry });
      });
      return {};
    },

    async renewMatchCode({ matchId }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        const code = await updateCode(tx, match);
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, { action: 'renewMatchCode', target: match.name });
        return { code };
      });
    },

    async deleteMatch({ matchId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockMatch(tx, caller.accountId, matchId);
        await deleteMatchRow(tx, match);
        const before = { state: match.state };
        await recordAudit(tx, caller, call, { action: 'deleteMatch', target: match.name, before });
      });
      return {};
    },
  };
}

/** A running match cannot be deleted by anybody. */
function withAbilities(match: Omit<MatchSummary, 'abilities'>, caller: Caller): MatchSummary {
  const canEdit = canEditMatches(caller);
  return {
    ...match,
    abilities: {
      edit: canEdit && match.state !== 'archived',
      remove: canEdit && match.state !== 'running',
    },
  };
}
