import { NamedError } from '@wakeline/contract/errors';
import { importBdUsers } from '@wakeline/contract/satellite/import';
import { recordAudit } from '../../../audit/record.ts';
import type { Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockRequester } from '../../../identity/requester.ts';
import { scopeKey } from '../../../identity/scope.ts';
import {
  insertCommunicationAccounts,
  lockCommunicationAccounts,
  requireRoomForAccounts,
  updateCommunicationAccount,
} from '../../../satellite/accounts.ts';
import { visibilityOf } from '../../../satellite/visibility.ts';
import { lockTrackersForBinding } from '../../../trackers/lock-for-binding.ts';
import { type AccountDetails, columnsOf, detailsOf } from '../check-account.ts';
import type { ImportBdUsersOutcome, ImportBdUsersSubject } from './import-accounts.task.ts';
import type { ImportedAccount } from './resolve-accounts.ts';

/** Communication accounts named in the audit entry. */
const MAX_AUDITED_ACCOUNTS = 100;
/** Accounts of one statement. */
const BATCH_SIZE = 500;

/** What a sheet does not say about a new one. */
const NEW_ACCOUNT: AccountDetails = {
  bdUserName: '',
  note: '',
  trackerId: null,
  level: null,
  bits: null,
  frequency: null,
  cardKind: null,
  gateway: null,
};

export interface HashedAccount extends Omit<ImportedAccount, 'password'> {
  /** Of the password; null: the password stays. */
  readonly hash: string | null;
}

export interface CheckedAccounts {
  /** The requester with the rights that the rows were checked with. */
  readonly requester: Caller;
  readonly added: readonly HashedAccount[];
  readonly changed: readonly HashedAccount[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly outcome: ImportBdUsersOutcome;
  readonly subject: ImportBdUsersSubject;
}

/**
 * Stores all checked communication accounts.
 *
 * @throws NamedError `not-allowed` if the right was withdrawn; another error if the account changed since the check, after
 *   which the task runs again
 */
export async function storeAccounts(tx: Tx, accounts: CheckedAccounts): Promise<void> {
  const { requester, added, changed, now } = accounts;
  const current = await lockRequester(tx, requester, importBdUsers.access, now);
  const visibility = visibilityOf(current);
  if (scopeKey(current) !== scopeKey(requester) || !sameNetworks(current, requester))
    throw changedMeanwhile('rights of the user');
  try {
    await requireRoomForAccounts(tx, requester.accountId, added.length);
    const carriers = [...added, ...changed].flatMap(({ details }) => details.trackerId ?? []);
    await lockTrackersForBinding(tx, requester, carriers);
    await update(tx, visibility, changed);
    await insert(tx, accounts);
  } catch (error) {
    throw error instanceof NamedError ? changedMeanwhile(error.errorName) : error;
  }
  if (added.length + changed.length === 0) return;
  await audit(tx, accounts);
  const { accountId } = requester;
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
}

function sameNetworks(current: Caller, former: Caller): boolean {
  return visibilityOf(current).networks.join() === visibilityOf(former).networks.join();
}

/** The details that the sheet has; the others are those of the locked rows. */
async function update(
  tx: Tx,
  visibility: ReturnType<typeof visibilityOf>,
  changed: readonly HashedAccount[],
): Promise<void> {
  const byId = new Map(changed.map((account) => [account.bdUserId, account]));
  const ids = changed.flatMap(({ bdUserId }) => bdUserId ?? []);
  for (const row of ids.length === 0 ? [] : await lockCommunicationAccounts(tx, visibility, ids)) {
    const account = byId.get(row.communication_account_id);
    if (account === undefined) continue;
    const details: AccountDetails = { ...detailsOf(row), ...account.details };
    await updateCommunicationAccount(tx, row, {
      ...columnsOf(details),
      password_hash: account.hash ?? row.password_hash,
    });
  }
}

async function insert(tx: Tx, { requester, added, now }: CheckedAccounts): Promise<void> {
  const rows = added.map(({ cardNumber, network, details, hash }) => ({
    cardNumber,
    columns: { ...columnsOf({ ...NEW_ACCOUNT, ...details }), network, password_hash: hash ?? '' },
  }));
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    const batch = rows.slice(at, at + BATCH_SIZE);
    await insertCommunicationAccounts(tx, { accountId: requester.accountId, now }, batch);
  }
}

async function audit(
  tx: Tx,
  { requester, added, changed, outcome, subject, now }: CheckedAccounts,
): Promise<void> {
  const named = [...added, ...changed].slice(0, MAX_AUDITED_ACCOUNTS);
  await recordAudit(
    tx,
    requester,
    { now, address: subject.address },
    {
      action: 'importBdUsers',
      target: subject.fileName,
      after: { ...outcome, cardNumbers: named.map(({ cardNumber }) => cardNumber) },
    },
  );
}

function changedMeanwhile(what: string): Error {
  return new Error(`the ${what} changed while a sheet of communication accounts was checked`);
}
