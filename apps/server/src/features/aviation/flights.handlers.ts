import { type Flight, type FlightForm, flightFilter } from '@wakeline/contract/aviation/flights';
import { queryTasksByPage } from '@wakeline/contract/aviation/watch-tasks';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { YAW_DISTANCES } from '@wakeline/domain/rules/watch-task';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import {
  countFlights,
  insertFlights,
  type ListedFlight,
  linkSeries,
  lockFlights,
  readFlights,
  removeFlights,
  requireRoomForFlights,
  updateFlight,
} from '../../aviation/flights.ts';
import { matchFlights } from '../../aviation/match-flights.ts';
import { readTasksOfFlights } from '../../aviation/watch-tasks.ts';
import { repeatWeekly, type WeeklyRepeat } from '../../aviation/weekly-repeat.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { hasAccess } from '../../identity/access.ts';
import type { Caller } from '../../identity/caller.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { canChangeFlights } from './aviation.policy.ts';
import { checkFlight } from './check-flight.ts';
import { exportFlightsTask } from './export-flights.task.ts';
import { formOf, presentFlight } from './present-flight.ts';
import { canChangeTasks } from './watch-tasks.policy.ts';

type FlightOperation =
  | 'YawDistanceOptions'
  | 'queryFlightsByPage'
  | 'createFlight'
  | 'editFlight'
  | 'cancelFlight'
  | 'deleteFlight'
  | 'exportFlightsExcel';

/** Flights named in the audit entry. */
const MAX_AUDITED_FLIGHTS = 100;
const YEAR_MS = 366 * 86_400_000;

export interface FlightDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/** Planned flights, and which legs they were. */
export function flightHandlers({ db, tasks }: FlightDependencies): Pick<Handlers, FlightOperation> {
  return {
    async YawDistanceOptions() {
      return { list: [...YAW_DISTANCES] };
    },

    async queryFlightsByPage({ direction, pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = flightFilter.parse(payload);
      const rows = await readFlights(db, caller, filter, { direction, pageIndex, pageSize }, now);
      const canChange = canChangeFlights(caller);
      const tasks = await tasksOf(db, caller, rows);
      return {
        list: rows.map((row) => presentFlight(row, canChange, tasks.get(row.flight_id))),
        total: await countFlights(db, caller, filter, now),
        abilities: { create: canChange, createTask: canChangeTasks(caller) },
      };
    },

    async createFlight({ uid: _, repeat, ...form }, caller, call) {
      const times = takeoffTimes(form, repeat, caller.timeZone);
      const flightIds = await transactionAs(db, caller, call, async (tx) => {
        await requireRoomForFlights(tx, caller.accountId, times.length);
        const columns = await checkFlight(tx, caller, form);
        const duration = form.arrivalTime - form.takeoffTime;
        const flights = times.map((at) => ({
          ...columns,
          takeoff_time: new Date(at),
          arrival_time: new Date(at + duration),
        }));
        const ids = await insertFlights(tx, { accountId: caller.accountId, now: call.now }, flights);
        if (repeat !== undefined) await linkSeries(tx, ids);
        if (form.planeId !== null) await matchFlights(tx, [form.planeId]);
        const { flightNumber: target, ...after } = form;
        const entry = { action: 'createFlight', target, after: { ...after, count: ids.length } } as const;
        await recordChange(tx, caller, call, entry);
        return ids;
      });
      return { flightIds: [...flightIds] };
    },

    async editFlight({ uid: _, flightId, ...form }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockOpenFlight(tx, caller, flightId);
        await updateFlight(tx, flightId, await checkFlight(tx, caller, form), call.now);
        if (form.planeId !== null) await matchFlights(tx, [form.planeId]);
        const changed = difference({ ...formOf(before) }, { ...form });
        await recordChange(tx, caller, call, {
          action: 'editFlight',
          target: before.flight_number,
          ...changed,
        });
      });
      return {};
    },

    async cancelFlight({ flightId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockOpenFlight(tx, caller, flightId);
        await updateFlight(tx, flightId, { cancelled_at: new Date(call.now) }, call.now);
        if (before.plane_id !== null) await matchFlights(tx, [before.plane_id]);
        const after = { takeoffTime: before.takeoff_time.getTime() };
        await recordChange(tx, caller, call, { action: 'cancelFlight', target: before.flight_number, after });
      });
      return {};
    },

    async deleteFlight({ flightIds }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const rows = await lockFlights(tx, caller, flightIds);
        await removeFlights(tx, flightIds);
        await matchFlights(tx, [...new Set(rows.flatMap(({ plane_id }) => plane_id ?? []))]);
        const flightNumbers = rows.map((row) => row.flight_number);
        const before = { count: rows.length, flightNumbers: flightNumbers.slice(0, MAX_AUDITED_FLIGHTS) };
        const target = flightNumbers[0] ?? '';
        await recordChange(tx, caller, call, { action: 'deleteFlight', target, before });
      });
      return {};
    },

    async exportFlightsExcel({ uid: _, format, ...filter }, caller, call) {
      const total = await countFlights(db, caller, filter, call.now);
      if (total === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, format, language, timeZone };
        const definition = exportFlightsTask;
        return tasks.add(tx, { accountId, userId, definition, subject, total, now: call.now });
      });
      return { taskProgressId };
    },
  };
}

/** The tasks of these flights that a user sees, by flight. */
async function tasksOf(
  db: Db,
  caller: Caller,
  flights: readonly ListedFlight[],
): Promise<ReadonlyMap<number, Flight['tasks']>> {
  if (flights.length === 0 || !hasAccess(queryTasksByPage.access, caller)) return new Map();
  const flightIds = flights.map(({ flight_id }) => flight_id);
  const tasks = Map.groupBy(await readTasksOfFlights(db, caller, flightIds), (task) => task.flight_id ?? 0);
  return new Map(
    [...tasks].map(([flightId, list]) => [
      flightId,
      list.map(({ task_id: taskId, name: taskName, is_open: isOpen }) => ({ taskId, taskName, isOpen })),
    ]),
  );
}

/** @throws NamedError `flight-repeat` */
function takeoffTimes(
  { takeoffTime }: Pick<FlightForm, 'takeoffTime'>,
  repeat: WeeklyRepeat | undefined,
  timeZone: string,
): readonly number[] {
  if (repeat === undefined) return [takeoffTime];
  const times = repeatWeekly(takeoffTime, repeat, timeZone, LIMITS.flightsPerRepeat + 1);
  const isTooLong = Date.parse(repeat.until) > takeoffTime + YEAR_MS;
  if (times.length < 2 || times.length > LIMITS.flightsPerRepeat || isTooLong)
    throw new NamedError('flight-repeat');
  return times;
}

/** @throws NamedError `flight-unknown`, `flight-cancelled` */
async function lockOpenFlight(tx: Tx, caller: Caller, flightId: number) {
  const [row] = await lockFlights(tx, caller, [flightId]);
  if (row === undefined) throw new NamedError('flight-unknown');
  if (row.cancelled_at !== null) throw new NamedError('flight-cancelled');
  return row;
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'flights', accountId: caller.accountId, userId: null });
}
