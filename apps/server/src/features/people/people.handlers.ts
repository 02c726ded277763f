import { NamedError } from '@wakeline/contract/errors';
import { type Person, type PersonStatus, personFilter } from '@wakeline/contract/people/people';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Files } from '../../files/files.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { countPersonBindings, readPersonBindings } from '../../people/bindings.ts';
import {
  countPeople,
  insertPeople,
  type ListedPerson,
  lockPeople,
  type PersonRow,
  peopleInScope,
  readPeople,
  removePeople,
  requireRoomForPeople,
  updatePerson,
  updateStatus,
} from '../../people/people.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { presentBinding } from '../../trackers/binding-dto.ts';
import { auditOf, checkPerson, formOf, titleOf } from './check-person.ts';
import { exportPeopleTask } from './export-people.task.ts';
import { canChangePeople } from './people.policy.ts';
import { removeUnusedPhotos } from './person-photos.ts';

type PeopleOperation =
  | 'queryPeoplesByPage'
  | 'createPeople'
  | 'editPeople'
  | 'batchDeletePeople'
  | 'withdrawPeople'
  | 'restorePeople'
  | 'queryPersonBindings'
  | 'exportPeopleExcel';

/** People named in the audit entry of a change of several. */
const MAX_AUDITED_PEOPLE = 100;

interface PeopleDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
}

/** People, and their devices. */
export function peopleHandlers({ db, files, tasks }: PeopleDependencies): Pick<Handlers, PeopleOperation> {
  return {
    async queryPeoplesByPage({ sort, direction, pageIndex, pageSize, ...payload }, caller) {
      const filter = personFilter.parse(payload);
      const rows = await readPeople(db, caller, filter, { sort, direction, pageIndex, pageSize });
      const canChange = canChangePeople(caller);
      return {
        list: rows.map((row) => present(row, files, canChange)),
        total: await countPeople(db, caller, filter),
        abilities: { create: canChange },
      };
    },

    async createPeople({ uid: _, ...form }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const { accountId } = caller;
        await requireRoomForPeople(tx, accountId, 1);
        const columns = await checkPerson(tx, files, caller, form, null);
        const [personId = 0] = await insertPeople(tx, { accountId, now: call.now }, [columns]);
        const { personName: _name, ...after } = auditOf(form, null);
        await recordChange(tx, caller, call, { action: 'createPeople', target: form.personName, after });
        return { personId };
      });
    },

    async editPeople({ uid: _, personId, ...form }, caller, call) {
      const unused = await transactionAs(db, caller, call, async (tx) => {
        const [before] = await lockPeople(tx, caller, [personId]);
        if (before === undefined) throw new NamedError('person-unknown');
        await updatePerson(tx, personId, await checkPerson(tx, files, caller, form, before), call.now);
        const former = formOf(before, files.addressOf);
        const changed = difference(auditOf(former, null), auditOf(form, former));
        await recordChange(tx, caller, call, { action: 'editPeople', target: titleOf(before), ...changed });
        return removeUnusedPhotos(tx, files, [before.photo_file_id]);
      });
      await files.discard(unused);
      return {};
    },

    async batchDeletePeople({ personIds }, caller, call) {
      const unused = await transactionAs(db, caller, call, async (tx) => {
        const rows = await lockPeople(tx, caller, personIds);
        await removePeople(tx, personIds);
        const action = 'batchDeletePeople';
        await recordChange(tx, caller, call, { action, target: targetOf(rows), before: summaryOf(rows) });
        return removeUnusedPhotos(
          tx,
          files,
          rows.map((row) => row.photo_file_id),
        );
      });
      await files.discard(unused);
      return {};
    },

    withdrawPeople: ({ personIds }, caller, call) =>
      changeStatus(caller, call, { action: 'withdrawPeople', personIds, status: 'WITHDRAWN' }),

    restorePeople: ({ personIds }, caller, call) =>
      changeStatus(caller, call, { action: 'restorePeople', personIds, status: 'IN_RACE' }),

    async queryPersonBindings({ personId, pageIndex, pageSize }, caller) {
      const person = await peopleInScope(db, caller)
        .where('person.person_id', '=', personId)
        .select('person.person_id')
        .executeTakeFirst();
      if (person === undefined) throw new NamedError('person-unknown');
      const rows = await readPersonBindings(db, caller, personId, { pageIndex, pageSize });
      return { list: rows.map(presentBinding), total: await countPersonBindings(db, caller, personId) };
    },

    async exportPeopleExcel({ uid: _, format, ...filter }, caller, call) {
      const total = await countPeople(db, caller, filter);
      if (total === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, format, language, timeZone };
        const definition = exportPeopleTask;
        return tasks.add(tx, { accountId, userId, definition, subject, total, now: call.now });
      });
      return { taskProgressId };
    },
  };

  /** People who have the status already keep its time. */
  async function changeStatus(
    caller: Caller,
    call: Call,
    {
      action,
      personIds,
      status,
    }: {
      readonly action: 'withdrawPeople' | 'restorePeople';
      readonly personIds: readonly number[];
      readonly status: PersonStatus;
    },
  ): Promise<{ changed: number }> {
    return transactionAs(db, caller, call, async (tx) => {
      const rows = await lockPeople(tx, caller, personIds);
      const changed = rows.filter((row) => row.status !== status);
      if (changed.length === 0) return { changed: 0 };
      await updateStatus(tx, personIds, status, call.now);
      const after = summaryOf(changed);
      await recordChange(tx, caller, call, { action, target: targetOf(changed), after });
      return { changed: changed.length };
    });
  }
}

function present(row: ListedPerson, files: Pick<Files, 'addressOf'>, canChange: boolean): Person {
  return {
    personId: row.person_id,
    ...formOf(row, files.addressOf),
    communicationAccountName: row.communication_account_name,
    cardNumber: row.card_number,
    trackerName: row.tracker_name,
    imei: row.imei,
    status: row.status,
    statusTime: row.status_changed_at?.getTime() ?? null,
    createTime: row.created_at.getTime(),
    abilities: { edit: canChange, remove: canChange },
  };
}

function targetOf([first]: readonly PersonRow[]): string {
  return first === undefined ? '' : titleOf(first);
}

function summaryOf(rows: readonly PersonRow[]) {
  return { count: rows.length, people: rows.slice(0, MAX_AUDITED_PEOPLE).map(titleOf) };
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'people', accountId: caller.accountId, userId: null });
}
