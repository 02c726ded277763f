import { NamedError } from '@wakeline/contract/errors';
import type { InstructionFilter } from '@wakeline/contract/instructions';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Scope } from '../../identity/scope.ts';
import { countInstructions, readInstructionPage, readInstructionsOfPeriod } from '../../instructions/list.ts';
import { startReportExport } from '../../report-files/start-report-export.ts';
import { daysOfTimes } from '../../reports/report-days.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { canSendInstructions } from './instructions.policy.ts';
import { presentInstruction } from './present-instruction.ts';

type LedgerOperation = 'queryInstructionList' | 'getInstructionByTime' | 'exportInstructions';

interface LedgerDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/** Lists and exports the instructions to the devices that a user can see. */
export function instructionLedgerHandlers({
  db,
  tasks,
}: LedgerDependencies): Pick<Handlers, LedgerOperation> {
  async function checkFilter(
    scope: Scope,
    { trackerId, startTime, endTime }: InstructionFilter,
  ): Promise<void> {
    if (startTime !== undefined && endTime !== undefined && startTime > endTime) {
      throw new NamedError('time-order');
    }
    if (trackerId === undefined) return;
    const tracker = await trackersInScope(db, scope)
      .where('tracker_id', '=', trackerId)
      .select('tracker_id')
      .executeTakeFirst();
    if (tracker === undefined) throw new NamedError('tracker-unknown');
  }

  return {
    async queryInstructionList({ uid: _, pageIndex, pageSize, ...filter }, caller) {
      await checkFilter(caller, filter);
      const { rows, counts } = await readInstructionPage(db, caller, filter, { pageIndex, pageSize });
      const send = canSendInstructions(caller);
      const countOf = (state: Parameters<typeof counts.get>[0]) => counts.get(state) ?? 0;
      return {
        list: rows.map((row) => presentInstruction(row, send)),
        total: [...counts.values()].reduce((sum, count) => sum + count, 0),
        counts: {
          waiting: countOf('waiting'),
          sent: countOf('sent') + countOf('received'),
          succeeded: countOf('succeeded'),
          failed: countOf('failed'),
        },
        abilities: { send },
      };
    },

    async getInstructionByTime({ uid: _, ...period }, caller) {
      await checkFilter(caller, period);
      const limit = LIMITS.replayInstructions;
      const rows = await readInstructionsOfPeriod(db, caller, { ...period, limit: limit + 1 });
      const list = rows.slice(0, limit).map((row) => {
        const { instructionId, instruction, state, reason, login, createdTime, sentTime, finishedTime } =
          presentInstruction(row, false);
        return { instructionId, instruction, state, reason, login, createdTime, sentTime, finishedTime };
      });
      return { list, total: list.length, isComplete: rows.length <= limit };
    },

    async exportInstructions({ uid: _, format, ...list }, caller, call) {
      await checkFilter(caller, list);
      const { count: total, first } = await countInstructions(db, caller, list);
      const { trackerId, keywords = '', endTime, ...conditions } = list;
      const startTime = list.startTime ?? first ?? call.now;
      const filter = {
        ...conditions,
        ...daysOfTimes(startTime, endTime ?? call.now, caller.timeZone),
        ...{ groupIds: [], trackerIds: trackerId === undefined ? [] : [trackerId], keywords },
        // The end of a list is not included.
        ...(endTime === undefined ? {} : { endTime: Math.max(0, endTime - 1) }),
      };
      const request = { report: 'instructions', filter, order: {}, format, total } as const;
      return startReportExport({ db, tasks }, caller, call, request);
    },
  };
}
