import { NamedError } from '@wakeline/contract/errors';
import { type BdUser, bdUserFilter } from '@wakeline/contract/satellite/accounts';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { accountHashSource, hashQueued, passwordDigest } from '../../identity/password.ts';
import {
  countAccounts,
  deleteCommunicationAccount,
  insertCommunicationAccounts,
  type ListedAccount,
  lockCommunicationAccount,
  readAccounts,
  requireRoomForAccounts,
  updateCardNumber,
  updateCommunicationAccount,
} from '../../satellite/accounts.ts';
import { readMachinesOfCards } from '../../satellite/machines.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import {
  auditOf,
  columnsOf,
  detailsOf,
  requireCarrier,
  requireFittingCard,
  requireFittingGateway,
} from './check-account.ts';
import { exportBdUsersTask } from './export-accounts.task.ts';
import { canChangeAccounts, requireNetwork } from './satellite.policy.ts';

type AccountOperation =
  | 'queryBdUsers'
  | 'createBdUsers'
  | 'editBdUser'
  | 'deleteBdUser'
  | 'setBdUserCardNumber'
  | 'exportBdUserExcelFile';

interface AccountDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
  /** The configured gateways. */
  readonly gateways: ReadonlySet<MessageGateway>;
}

/** Communication accounts: the satellite terminals with which users exchange messages. */
export function communicationAccountHandlers({
  db,
  tasks,
  gateways,
}: AccountDependencies): Pick<Handlers, AccountOperation> {
  return {
    async queryBdUsers({ pageIndex, pageSize, ...payload }, caller) {
      const filter = bdUserFilter.parse(payload);
      const visibility = visibilityOf(caller, filter.role);
      const rows = await readAccounts(db, visibility, filter, { pageIndex, pageSize });
      const canChange = canChangeAccounts(caller);
      // Of a machine that is no longer configured, the last condition is stored.
      const keys = gateways.has('beidou-machine') ? rows.map((row) => row.card_key) : [];
      const machines = await readMachinesOfCards(db, keys);
      return {
        list: rows.map((row) => ({
          ...present(row, canChange),
          machine: machines.get(row.card_key) ?? null,
        })),
        total: await countAccounts(db, visibility, filter),
        networks: [...visibility.networks],
        abilities: { create: canChange },
      };
    },

    async createBdUsers({ bdUsers }, caller, call) {
      for (const [index, form] of bdUsers.entries()) {
        atRow(index, () => {
          requireNetwork(caller, form.network);
          requireFittingCard(form.cardNumber, form.network);
          requireFittingGateway(form, form.network);
        });
      }
      const hashes = await hashAll(caller, bdUsers);
      const bdUserIds = await transactionAs(db, caller, call, async (tx) => {
        const { accountId } = caller;
        await requireRoomForAccounts(tx, accountId, bdUsers.length);
        const ids: number[] = [];
        for (const [index, { cardNumber, network, password, ...details }] of bdUsers.entries()) {
          await atRowAsync(index, async () => {
            await requireCarrier(tx, caller, details.trackerId);
            const columns = { ...columnsOf(details), network, password_hash: hashes[index] ?? '' };
            const account = { cardNumber, columns };
            ids.push(...(await insertCommunicationAccounts(tx, { accountId, now: call.now }, [account])));
          });
          await recordChange(tx, caller, call, {
            action: 'createBdUsers',
            target: details.bdUserName,
            after: { cardNumber, network, ...auditOf(details) },
          });
        }
        return ids;
      });
      return { bdUserIds };
    },

    async editBdUser({ uid: _, bdUserId, password, ...details }, caller, call) {
      const [hash] = password === undefined ? [] : await hashAll(caller, [{ password }]);
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockCommunicationAccount(tx, visibilityOf(caller), bdUserId);
        requireFittingGateway(details, before.network);
        if (details.trackerId !== before.tracker_id) await requireCarrier(tx, caller, details.trackerId);
        const columns = { ...columnsOf(details), password_hash: hash ?? before.password_hash };
        await updateCommunicationAccount(tx, before, columns);
        const changed = difference({ ...detailsOf(before) }, { ...details });
        await recordChange(tx, caller, call, {
          action: 'editBdUser',
          target: before.name,
          before: changed.before,
          after: password === undefined ? changed.after : { ...changed.after, password: 'changed' },
        });
      });
      return {};
    },

    async deleteBdUser({ bdUserId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockCommunicationAccount(tx, visibilityOf(caller), bdUserId);
        await deleteCommunicationAccount(tx, before);
        const { card_number: cardNumber, network } = before;
        await recordChange(tx, caller, call, {
          action: 'deleteBdUser',
          target: before.name,
          before: { cardNumber, network, ...auditOf(detailsOf(before)) },
        });
      });
      return {};
    },

    async setBdUserCardNumber({ bdUserId, cardNumber }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const before = await lockCommunicationAccount(tx, visibilityOf(caller), bdUserId);
        requireFittingCard(cardNumber, before.network);
        const movedMessages = await updateCardNumber(tx, before, cardNumber);
        await recordChange(tx, caller, call, {
          action: 'setBdUserCardNumber',
          target: before.name,
          before: { cardNumber: before.card_number },
          after: { cardNumber },
        });
        return { movedMessages };
      });
    },

    async exportBdUserExcelFile({ uid: _, format, ...filter }, caller, call) {
      const total = await countAccounts(db, visibilityOf(caller, filter.role), filter);
      if (total === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        const subject = { userId, filter, format, language, timeZone };
        return tasks.add(tx, {
          accountId,
          userId,
          definition: exportBdUsersTask,
          subject,
          total,
          now: call.now,
        });
      });
      return { taskProgressId };
    },
  };
}

/** Before the transaction: a hash is slow on purpose. */
async function hashAll(
  caller: Caller,
  forms: readonly { readonly password: string }[],
): Promise<readonly string[]> {
  const hashes: string[] = [];
  for (const { password } of forms)
    hashes.push(await hashQueued(accountHashSource(caller), passwordDigest(password)));
  return hashes;
}

function present(row: ListedAccount, canChange: boolean): Omit<BdUser, 'machine'> {
  return {
    bdUserId: row.communication_account_id,
    ...detailsOf(row),
    cardNumber: row.card_number,
    network: row.network,
    trackerName: row.tracker_name,
    createTime: row.created_at.getTime(),
    abilities: { edit: canChange, remove: canChange },
  };
}

async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId: caller.accountId, userId: null });
}

/** Adds the number of the row, from 1, to the details of an error. */
function withRow(error: unknown, index: number): unknown {
  if (!(error instanceof NamedError)) return error;
  return new NamedError(error.errorName, { ...error.details, row: index + 1 });
}

function atRow(index: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw withRow(error, index);
  }
}

async function atRowAsync(index: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw withRow(error, index);
  }
}
