import { NamedError } from '@wakeline/contract/errors';
import { type TransferHistory, transferTrackers } from '@wakeline/contract/trackers/transfer';
import { type Actor, type RequestOrigin, recordAudit } from '../../../audit/record.ts';
import type { Clock } from '../../../clock.ts';
import { setAuthor } from '../../../db/author.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { lockRequester } from '../../../identity/requester.ts';
import type { TaskRun, TaskWorker } from '../../../tasks/kinds.ts';
import { auditDevices, auditTargetOf } from '../../../trackers/audit-devices.ts';
import { TRANSFER_STEP } from '../../../trackers/transfer.ts';
import { readFreeTrackers } from '../../../trackers/write.ts';
import { idsOf } from '../table/remove-devices.task.ts';
import { canTransferTrackers } from '../trackers.policy.ts';
import { type DetachTrackers, moveDevices } from './move-devices.ts';
import { lockTransferAccount } from './transfer-accounts.ts';
import type { TransferDevicesSubject } from './transfer-devices.task.ts';

export interface Destination {
  readonly to: number;
  readonly toName: string;
  readonly groupId: number | null;
  readonly history: TransferHistory;
}

/** The user who transfers devices, as the author of audit entries. */
interface Requester extends Actor {
  readonly accountName: string;
}

/**
 * Moves up to `TRANSFER_STEP` devices, with an audit entry in both accounts. The entry of the receiving account has
 * the login of the requester but neither their address nor their token.
 */
export async function transferStep(
  tx: Tx,
  { requester, origin }: { readonly requester: Requester; readonly origin: RequestOrigin },
  { trackerIds, to, toName, groupId, history }: Destination & { readonly trackerIds: readonly number[] },
  detach: DetachTrackers,
): Promise<void> {
  const { accountId: from, accountName, login } = requester;
  const devices = await moveDevices(tx, { from, to, groupId, history, trackerIds }, detach);
  if (devices.length === 0) return;
  const entry = {
    action: 'transferTrackers',
    target: auditTargetOf(devices),
    after: { from: accountName, to: toName, history, ...auditDevices(devices) },
  } as const;
  await recordAudit(tx, requester, origin, entry);
  await recordAudit(tx, { accountId: to, login, userId: null }, { now: origin.now, address: '' }, entry);
}

/** @throws NamedError `transfer-limit` if the account may not have this number of devices in addition */
export async function requireCapacity(tx: Tx, accountId: number, count: number): Promise<void> {
  const free = await readFreeTrackers(tx, accountId);
  if (count > free) throw new NamedError('transfer-limit', { free });
}

/**
 * Moves the devices that are still in the account, in steps. Each step checks the rights of the requester, the
 * relation of the accounts and the limit again: a failure leaves the remaining devices where they are. It can run
 * again from the start.
 */
export function transferDevicesWorker({
  db,
  clock,
  detach,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly detach: DetachTrackers;
}): TaskWorker<TransferDevicesSubject> {
  async function step(tx: Tx, run: TaskRun<TransferDevicesSubject>, ids: readonly number[]): Promise<void> {
    const { subject } = run;
    const now = clock.now();
    const { accountId } = run;
    const requester = await lockRequester(
      tx,
      { accountId, userId: subject.userId },
      transferTrackers.access,
      now,
    );
    if (!canTransferTrackers(requester)) throw new NamedError('not-allowed');
    await lockTransferAccount(tx, requester, { ...subject, now });
    await requireCapacity(tx, subject.to, ids.length);
    const author = { requester, origin: { now, address: subject.address } };
    await setAuthor(tx, { userId: requester.userId, login: requester.login, at: now });
    await transferStep(tx, author, { ...subject, trackerIds: ids }, detach);
  }

  return {
    async run(run) {
      const trackerIds = idsOf(run.subject.ranges);
      for (let at = 0; at < trackerIds.length; at += TRANSFER_STEP) {
        run.signal.throwIfAborted();
        const ids = trackerIds.slice(at, at + TRANSFER_STEP);
        await db.transaction().execute((tx) => step(tx, run, ids));
        await run.progress(Math.min(1, (at + TRANSFER_STEP) / trackerIds.length));
      }
      return null;
    },
  };
}
