import { isDeepStrictEqual } from 'node:util';
import {
  type WatchTask,
  type WatchTaskFields,
  watchTaskFilter,
} from '@wakeline/contract/aviation/watch-tasks';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import { readFlightsById } from '../../aviation/flights.ts';
import {
  countTasks,
  fieldsOf,
  insertTask,
  lockTask,
  readTasks,
  removeTask,
  updateTask,
  updateTaskState,
  type WatchTaskRow,
} from '../../aviation/watch-tasks.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { JsonFields } from '../../db/schema.ts';
import { readTaskContacts, replaceTaskContacts, type TaskContacts } from '../../delivery/task-contacts.ts';
import { readFenceIds } from '../../fences/fences.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { accountScope } from '../../identity/scope.ts';
import { readRouteNames } from '../../rules/rule-references.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { checkTask } from './check-watch-task.ts';
import { exportWatchTasksTask } from './export-watch-tasks.task.ts';
import { presentTaskFlight } from './present-flight.ts';
import { changeTrackedTask } from './tracking-mode/settle-intervals.ts';
import { canChangeTasks } from './watch-tasks.policy.ts';

type WatchTaskOperation =
  | 'queryAllTask'
  | 'queryTasksByPage'
  | 'createTask'
  | 'updateTask'
  | 'copyTask'
  | 'changeTaskState'
  | 'deleteTask'
  | 'exportTasksExcel';

const NO_CONTACTS: TaskContacts = { phones: [], emails: [] };
/** Devices of a task that the audit log names. */
const MAX_LOGGED_TRACKERS = 50;

interface WatchTaskDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
  /** By which messages can be sent. */
  readonly channels: ReadonlySet<DeliveryChannel>;
}

/** Tasks that watch devices. Batch tasks are another thing: see `features/tasks`. */
export function watchTaskHandlers({
  db,
  tasks,
  channels,
}: WatchTaskDependencies): Pick<Handlers, WatchTaskOperation> {
  async function replaceContacts(
    tx: Tx,
    { accountId, language }: Caller,
    taskId: number,
    form: TaskContacts,
    { now }: Call,
  ): Promise<void> {
    await lockAccount(tx, accountId);
    await replaceTaskContacts(tx, { accountId, taskId, contacts: form, language, channels }, now);
  }

  return {
    async queryAllTask(_payload, caller, { now }) {
      const page = { pageIndex: 1, pageSize: LIMITS.openWatchTasksPerAccount };
      const rows = await readTasks(db, caller, { keywords: '', isOpen: true }, page);
      return { list: await presentTasks(db, caller, rows, now), total: rows.length };
    },

    async queryTasksByPage({ pageIndex, pageSize, ...payload }, caller, { now }) {
      const filter = watchTaskFilter.parse(payload);
      const rows = await readTasks(db, caller, filter, { pageIndex, pageSize });
      return {
        list: await presentTasks(db, caller, rows, now),
        total: await countTasks(db, caller, filter),
        abilities: { create: canChangeTasks(caller) },
      };
    },

    async createTask({ uid: _, isOpen, ...fields }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        if (!canChangeTasks(caller)) throw new NamedError('not-allowed');
        await checkTask(tx, caller, fields, null);
        const taskId = await insertTask(tx, caller.accountId, { fields, isOpen }, call.now);
        await replaceContacts(tx, caller, taskId, fields, call);
        const after = { ...auditOf(fields), isOpen };
        await recordChange(tx, caller, call, { action: 'createTask', target: fields.taskName, after });
        return { taskId };
      });
    },

    async updateTask({ uid: _, taskId, ...after }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockTask(tx, caller, taskId);
        await checkTask(tx, caller, after, row.flight_id);
        const before = { ...fieldsOf(row), ...(await contactsOf(tx, taskId)) };
        const startsAgain = !isDeepStrictEqual(watchedBy(before), watchedBy(after));
        await changeTrackedTask(tx, row, call.now, () =>
          updateTask(tx, taskId, after, startsAgain ? call.now : null),
        );
        await replaceContacts(tx, caller, taskId, after, call);
        const changes = difference(auditOf(before), auditOf(after));
        await recordChange(tx, caller, call, { action: 'updateTask', target: before.taskName, ...changes });
      });
      return {};
    },

    async copyTask({ taskId, taskName, flightNumber }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const row = await lockTask(tx, caller, taskId);
        const named = { taskName, flightNumber, flightId: null };
        const fields = { ...fieldsOf(row), ...(await contactsOf(tx, taskId)), ...named };
        const copyId = await insertTask(tx, caller.accountId, { fields, isOpen: false }, call.now);
        await replaceContacts(tx, caller, copyId, fields, call);
        const after = { ...auditOf(fields), copiedFrom: row.name };
        await recordChange(tx, caller, call, { action: 'copyTask', target: taskName, after });
        return { taskId: copyId };
      });
    },

    async changeTaskState({ taskId, isOpen }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockTask(tx, caller, taskId);
        await changeTrackedTask(tx, row, call.now, () => updateTaskState(tx, row, isOpen, call.now));
        await recordChange(tx, caller, call, {
          action: 'changeTaskState',
          target: row.name,
          before: { isOpen: row.is_open },
          after: { isOpen },
        });
      });
      return {};
    },

    async deleteTask({ taskId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const row = await lockTask(tx, caller, taskId);
        const before = { ...fieldsOf(row), ...(await contactsOf(tx, taskId)) };
        await replaceContacts(tx, caller, taskId, NO_CONTACTS, call);
        await changeTrackedTask(tx, row, call.now, () => removeTask(tx, taskId));
        await recordChange(tx, caller, call, {
          action: 'deleteTask',
          target: row.name,
          before: { ...auditOf(before), isOpen: row.is_open },
        });
      });
      return {};
    },

    async exportTasksExcel({ uid: _, format, ...filter }, caller, call) {
      const total = await countTasks(db, caller, filter);
      if (total === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, format, language, timeZone };
        const batch = { accountId, userId, definition: exportWatchTasksTask, subject, total, now: call.now };
        return tasks.add(tx, batch);
      });
      return { taskProgressId };
    },
  };
}

/** @param now epoch milliseconds, which decides the states of flights */
async function presentTasks(
  db: Db,
  caller: Caller,
  rows: readonly WatchTaskRow[],
  now: number,
): Promise<WatchTask[]> {
  const hasAreas = rows.some(({ areas }) => areas.length > 0);
  const fences = new Set(hasAreas ? await readFenceIds(db, accountScope(caller.accountId)) : []);
  const routeIds = new Set(rows.flatMap(({ line }) => (line === null ? [] : [line.routeId])));
  const routes = await readRouteNames(db, accountScope(caller.accountId), [...routeIds]);
  const contacts = await readTaskContacts(
    db,
    rows.map((row) => row.task_id),
  );
  const flightIds = rows.flatMap((row) => row.flight_id ?? []);
  const found = await readFlightsById(db, caller, flightIds, now);
  const flights = new Map([...found].map(([flightId, flight]) => [flightId, presentTaskFlight(flight)]));
  const edit = canChangeTasks(caller);
  return rows.map((row) => ({
    ...fieldsOf(row),
    ...(contacts.get(row.task_id) ?? { phones: [], emails: [] }),
    flight: flights.get(row.flight_id ?? 0) ?? null,
    taskId: row.task_id,
    isOpen: row.is_open,
    createTime: row.created_at.getTime(),
    isLineMissing: row.line !== null && !routes.has(row.line.routeId),
    missingFences: row.areas.map(({ fenceId }) => fenceId).filter((fenceId) => !fences.has(fenceId)),
    abilities: { edit },
  }));
}

/** What starts again when it changes. */
function watchedBy({ line, areas, shiftRange, alerts, executeFrom, executeTo }: WatchTaskFields) {
  return { line, areas, shiftRange, alerts, executeFrom, executeTo };
}

type AuditedTask = WatchTaskFields & TaskContacts;

const contactText = ({ address, tier }: TaskContacts['phones'][number]) => `${tier}: ${address}`;

async function contactsOf(tx: Tx, taskId: number): Promise<TaskContacts> {
  return (await readTaskContacts(tx, [taskId])).get(taskId) ?? NO_CONTACTS;
}

/** Details for the audit log: of many devices only the first ones. */
function auditOf({ trackerIds, line, areas, alerts, phones, emails, ...fields }: AuditedTask): JsonFields {
  return {
    ...fields,
    line: line === null ? null : `${line.routeId}: ${line.limit} m`,
    areas: areas.map(({ fenceId, mode }) => `${mode} ${fenceId}`).join(', '),
    alerts: alerts.map(({ type, limit }) => `${type} ${limit}`).join(', '),
    phones: phones.map(contactText).join(', '),
    emails: emails.map(contactText).join(', '),
    trackers: trackerIds.length,
    trackerIds: trackerIds.slice(0, MAX_LOGGED_TRACKERS),
  };
}

/** Records a change in the audit log, and notifies the engine and the open consoles of the account. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'watchTasks', accountId: caller.accountId, userId: null });
}
