import { NamedError } from '@wakeline/contract/errors';
import type { ParticipantForm } from '@wakeline/contract/matches/participants';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { requireClass } from '../../races/classes.ts';
import { lockOpenMatch, type MatchRow, readMatch, recordMatchChange } from '../../races/matches.ts';
import {
  checkWindows,
  deleteParticipants,
  insertParticipants,
  readParticipantPage,
  readParticipantRows,
  readPeopleOf,
  requireParticipants,
  updateParticipant,
  writeStartTimes,
} from '../../races/participants.ts';
import { readGroupWithDescendants } from '../../trackers/group-descendants.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { drawOrder } from './draw-order.ts';

type ParticipantOperation =
  | 'addGroupToMatch'
  | 'addPeopleToMatch'
  | 'batchCreateParticipants'
  | 'deleteParticipant'
  | 'drawStartTimes'
  | 'queryParticipants'
  | 'updateParticipantMsg';

export interface ParticipantDependencies {
  readonly db: Db;
  /** From 0 to 1, 1 excluded. */
  readonly random: () => number;
}

/** Participants of a match. */
export function participantHandlers({
  db,
  random,
}: ParticipantDependencies): Pick<Handlers, ParticipantOperation> {
  /** Adds participants in the transaction of a call. */
  async function add(
    caller: Caller,
    call: Call,
    matchId: number,
    action: 'addGroupToMatch' | 'addPeopleToMatch' | 'batchCreateParticipants',
    collect: (tx: Tx, match: MatchRow) => Promise<readonly ParticipantForm[]>,
  ): Promise<readonly number[]> {
    return transactionAs(db, caller, call, async (tx) => {
      const match = await lockOpenMatch(tx, caller.accountId, matchId);
      const forms = await collect(tx, match);
      const added = await insertParticipants(tx, caller, matchId, forms);
      await checkWindows(tx, match);
      await recordMatchChange(tx, match, call.now);
      const after = { participants: added.length };
      await recordAudit(tx, caller, call, { action, target: match.name, after });
      return added;
    });
  }

  return {
    async queryParticipants({ matchId, keywords, classId, pageIndex, pageSize }, caller) {
      const match = await readMatch(db, caller.accountId, matchId);
      return readParticipantPage(db, caller, match, { keywords, classId, pageIndex, pageSize });
    },

    async batchCreateParticipants({ matchId, participants }, caller, call) {
      const action = 'batchCreateParticipants';
      const added = await add(caller, call, matchId, action, async () => participants);
      return { participantIds: [...added] };
    },

    async addPeopleToMatch({ matchId, classId, personIds }, caller, call) {
      const added = await add(caller, call, matchId, 'addPeopleToMatch', async (tx) => {
        const known = new Set((await readParticipantRows(tx, matchId)).map(({ person_id }) => person_id));
        const people = await readPeopleOf(tx, caller, personIds);
        return people
          .filter((person) => !known.has(person.person_id) && person.status === 'IN_RACE')
          .map((person) => ({
            ...EMPTY_FORM,
            ...{ classId, personId: person.person_id, number: person.race_number ?? '' },
            ...{ participantName: person.name, club: person.club, nationality: person.nationality ?? '' },
            ...{ gender: person.gender, trackerId: person.tracker_id },
          }));
      });
      return { added: added.length };
    },

    async addGroupToMatch({ matchId, classId, groupId }, caller, call) {
      const added = await add(caller, call, matchId, 'addGroupToMatch', async (tx) => {
        const known = new Set((await readParticipantRows(tx, matchId)).map(({ tracker_id }) => tracker_id));
        const groupIds = await readGroupWithDescendants(tx, caller, groupId);
        const trackers = await trackersInScope(tx, { accountId: caller.accountId, groupIds })
          .select(['tracker.tracker_id', 'tracker.name'])
          .orderBy('tracker.name')
          .execute();
        return trackers
          .filter(({ tracker_id }) => !known.has(tracker_id))
          .map(({ tracker_id: trackerId, name }) => ({
            ...EMPTY_FORM,
            ...{ classId, trackerId, participantName: [...name].slice(0, 40).join('') },
          }));
      });
      return { added: added.length };
    },

    async updateParticipantMsg({ uid: _, matchId, participantId, ...form }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const [before] = await requireParticipants(tx, caller, matchId, [participantId]);
        if (before === undefined) throw new NamedError('participant-unknown');
        await updateParticipant(tx, caller, before, form);
        await checkWindows(tx, match);
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, {
          ...{ action: 'updateParticipantMsg', target: `${match.name} · ${before.name}`, after: form },
        });
      });
      return {};
    },

    async deleteParticipant({ matchId, participantIds }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const rows = await requireParticipants(tx, caller, matchId, participantIds);
        await deleteParticipants(tx, participantIds);
        await recordMatchChange(tx, match, call.now);
        const before = { participants: rows.map(({ name }) => name).slice(0, 20), count: rows.length };
        await recordAudit(tx, caller, call, { action: 'deleteParticipant', target: match.name, before });
      });
      return {};
    },

    async drawStartTimes({ matchId, classId, firstStart, intervalSeconds, order }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        await requireClass(tx, matchId, classId);
        const rows = (await readParticipantRows(tx, matchId)).filter(({ class_id }) => class_id === classId);
        const starts = drawOrder(rows, order, random).map(({ participant_id: participantId }, index) => ({
          participantId,
          startTime: firstStart + index * intervalSeconds * 1_000,
        }));
        await writeStartTimes(tx, starts);
        await checkWindows(tx, match);
        await recordMatchChange(tx, match, call.now);
        const after = { classId, participants: starts.length, firstStart, intervalSeconds, order };
        await recordAudit(tx, caller, call, { action: 'drawStartTimes', target: match.name, after });
        return { drawn: starts.length };
      });
    },
  };
}

const EMPTY_FORM: ParticipantForm = {
  personId: null,
  number: '',
  participantName: '',
  club: '',
  nationality: '',
  gender: 'unspecified',
  classId: null,
  courseId: null,
  startTime: null,
  trackerId: null,
  trackerFrom: null,
  trackerTo: null,
  color: null,
};
