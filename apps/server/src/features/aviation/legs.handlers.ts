import { legFilter } from '@wakeline/contract/aviation/legs';
import { NamedError } from '@wakeline/contract/errors';
import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import { LEG_TIMES, type LegCorrection, type LegTime } from '@wakeline/domain/aviation/leg';
import { recordAudit } from '../../audit/record.ts';
import {
  correctLegTimes,
  countLegs,
  findLeg,
  isInOrder,
  type LegRow,
  type LegSumRow,
  legTimeOf,
  lockLeg,
  readLegSums,
  readLegs,
} from '../../aviation/legs.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { hasTrack } from '../../positions/read-track.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { canCorrectLegs } from './aviation.policy.ts';
import { exportLegIgcTask } from './export-leg-igc.task.ts';
import { legWindow } from './export-leg-igc.ts';
import { exportLegsTask } from './export-legs.task.ts';
import { presentLeg } from './present-leg.ts';

type LegOperation = 'queryLegsByPage' | 'sumLegs' | 'correctLeg' | 'exportLegsExcel' | 'exportLegIgc';
type Changes = Readonly<Partial<Record<LegTime, number | null | undefined>>>;

/** Flights that were found from positions. */
export function legHandlers({
  db,
  positions,
  tasks,
}: PositionHistory & {
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}): Pick<Handlers, LegOperation> {
  return {
    async queryLegsByPage({ pageIndex, pageSize, ...payload }, caller) {
      const filter = legFilter.parse(payload);
      const rows = await readLegs(db, caller, filter, { pageIndex, pageSize });
      return {
        list: rows.map(presentLeg),
        total: await countLegs(db, caller, filter),
        abilities: { correct: canCorrectLegs(caller) },
      };
    },

    async sumLegs({ by, ...payload }, caller) {
      const rows = await readLegSums(db, caller, legFilter.parse(payload), by);
      return { list: rows.map(presentSum), total: rows.length };
    },

    async correctLeg({ uid: _, legId, ...changes }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockLeg(tx, caller, legId);
        const after = { ...before, corrected: applyChanges(before, changes, caller.login) };
        if (before.ended_at === null && (changes.landing ?? changes.inBlock ?? null) !== null)
          throw new NamedError('leg-flying');
        if (!isInOrder(after)) throw new NamedError('leg-times');
        await correctLegTimes(tx, legId, after.corrected);
        const changed = LEG_TIMES.filter((name) => legTimeOf(before, name) !== legTimeOf(after, name));
        const timesOf = (row: LegRow) =>
          Object.fromEntries(changed.map((name) => [name, legTimeOf(row, name)]));
        const target = before.tail_number;
        const entry = { target, before: timesOf(before), after: timesOf(after) };
        await recordAudit(tx, caller, call, { action: 'correctLeg', ...entry });
        const { accountId } = caller;
        await sendEvent(tx, { type: 'changed', what: 'legs', accountId, userId: null });
      });
      return {};
    },

    async exportLegsExcel({ uid: _, format, ...filter }, caller, call) {
      const total = await countLegs(db, caller, filter);
      if (total === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, format, language, timeZone };
        const definition = exportLegsTask;
        return tasks.add(tx, { accountId, userId, definition, subject, total, now: call.now });
      });
      return { taskProgressId };
    },

    async exportLegIgc({ legId }, caller, call) {
      const leg = await findLeg(db, caller, legId);
      if (leg === undefined) throw new NamedError('leg-unknown');
      const window = legWindow(leg, call.now);
      if (window === null || !(await hasTrack({ db, positions }, [window.trackerId], window)))
        throw new NamedError('track-none');
      const { accountId, userId, language } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, legId, tailNumber: leg.tail_number, language };
        const definition = exportLegIgcTask;
        return tasks.add(tx, { accountId, userId, definition, subject, total: 1, now: call.now });
      });
      return { taskProgressId };
    },
  };
}

/** The corrections of a leg after a request; null: none is left. */
function applyChanges({ corrected }: LegRow, changes: Changes, by: string): LegCorrection | null {
  const times = LEG_TIMES.flatMap((name): [LegTime, number][] => {
    const change = changes[name];
    const time = change === undefined ? corrected?.[name] : change;
    return typeof time === 'number' ? [[name, time]] : [];
  });
  return times.length === 0 ? null : { ...Object.fromEntries(times), by };
}

const HEIGHT_KINDS = [ALTITUDE_KINDS.sea, ALTITUDE_KINDS.ellipsoid, ALTITUDE_KINDS.pressure] as const;

function presentSum(row: LegSumRow) {
  const { key, label, legs, landings, distance } = row;
  return {
    ...{ key, label, legs, landings, distance },
    touchAndGos: row.touch_and_gos,
    flightTime: row.flight_time,
    blockTime: row.block_time,
    maxHeights: row.heights.flatMap((metres, at) => {
      const altitudeKind = HEIGHT_KINDS[at];
      return metres === null || altitudeKind === undefined ? [] : [{ metres, altitudeKind }];
    }),
    maxSpeed: row.max_speed,
  };
}
