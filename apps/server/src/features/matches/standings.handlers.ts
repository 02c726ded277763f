import { NamedError } from '@wakeline/contract/errors';
import type { CorrectionValue } from '@wakeline/contract/matches/standings';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { effectiveCorrections, insertCorrection, readCorrections } from '../../races/corrections.ts';
import { lockOpenMatch, type MatchRow, readMatch, recordMatchChange } from '../../races/matches.ts';
import { readVisibleIds, requireParticipants } from '../../races/participants.ts';
import { presentClasses, presentSplits } from '../../races/present-race.ts';
import type { RaceBoards } from '../../races/race-boards.ts';
import { readRace } from '../../races/read-race.ts';

type StandingsOperation = 'correctParticipant' | 'queryCorrections' | 'queryMatchStandings';

/** Results of matches and the decisions of officials. */
export function standingsHandlers(db: Db, boards: RaceBoards): Pick<Handlers, StandingsOperation> {
  return {
    async queryMatchStandings({ matchId, time }, caller, { now }) {
      const { accountId } = caller;
      await readMatch(db, accountId, matchId);
      const match = { matchId, accountId };
      const isNow = time === undefined || time >= now;
      const board = isNow ? await boards.read(match, 0) : await boards.readAt(match, time);
      if (board.race === null) throw new NamedError('match-unknown');
      const visible = await readVisibleIds(db, caller, matchId);
      return {
        time: board.horizon,
        classes: presentClasses(board),
        splits: presentSplits(board)
          .filter(({ id }) => visible.has(id))
          .map(({ id, passings }) => ({ participantId: id, passings })),
      };
    },

    async correctParticipant({ matchId, participantId, correction, reason }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const [participant] = await requireParticipants(tx, caller, matchId, [participantId]);
        if (participant === undefined) throw new NamedError('participant-unknown');
        await checkCorrection(tx, match, participantId, correction);
        const { login: userName } = caller;
        await insertCorrection(tx, { matchId, participantId, correction, reason, userName, now: call.now });
        await recordMatchChange(tx, match, call.now);
        await recordAudit(tx, caller, call, {
          ...{ action: 'correctParticipant', target: `${match.name} · ${participant.name}` },
          after: { ...correction, reason },
        });
      });
      return {};
    },

    async queryCorrections({ matchId, participantId }, caller) {
      await readMatch(db, caller.accountId, matchId);
      const rows = await readCorrections(db, matchId);
      const effective = new Set(
        [...effectiveCorrections(rows).values()].map(({ correction_id }) => correction_id),
      );
      const visible = await readVisibleIds(db, caller, matchId);
      const list = rows
        .filter(({ participant_id: of }) => visible.has(of) && (participantId ?? of) === of)
        .toReversed()
        .map((row) => ({
          correctionId: row.correction_id,
          participantId: row.participant_id,
          correction: row.data,
          reason: row.reason,
          userName: row.user_name,
          createTime: row.created_at.getTime(),
          isEffective: effective.has(row.correction_id),
        }));
      return { list };
    },
  };
}

/** @throws NamedError `race-point-unknown`, `correction-start`, `correction-time` */
async function checkCorrection(
  db: Db,
  match: MatchRow,
  participantId: number,
  correction: CorrectionValue,
): Promise<void> {
  if (correction.kind !== 'passing') return;
  const race = await readRace(db, match.match_id);
  const participant = race?.participants.find(({ row }) => row.participant_id === participantId);
  const point = participant?.course?.points.find(({ id }) => id === correction.pointId);
  if (participant === undefined || point === undefined) throw new NamedError('race-point-unknown');
  if (correction.passing === null || correction.passing === 'missing') return;
  const isLimit = 'notUntil' in correction.passing;
  if (isLimit && point.kind === 'start') throw new NamedError('correction-start');
  const time = 'notUntil' in correction.passing ? correction.passing.notUntil : correction.passing.time;
  // A wrong start time is what a correction of the start mends.
  const earliest =
    point.kind === 'start' ? match.start_at.getTime() - EARLIEST_START_MS : participant.startTime;
  if (time < earliest || time > match.end_at.getTime()) throw new NamedError('correction-time');
}

/** How long before the start of a match somebody can have started, milliseconds. */
const EARLIEST_START_MS = 3_600_000;
