import { importDevices } from '@wakeline/contract/trackers/import';
import { recordAudit } from '../../../audit/record.ts';
import type { Tx } from '../../../db/database.ts';
import { fileIdOf } from '../../../files/stored-picture.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockRequester } from '../../../identity/requester.ts';
import { scopeKey } from '../../../identity/scope.ts';
import {
  insertTrackerRows,
  publishNewTrackers,
  remainingTrackerQuota,
  type TrackerForm,
} from '../../../trackers/write.ts';
import { countIcons } from '../icons/tracker-icons.queries.ts';
import type { ImportDevicesOutcome, ImportDevicesSubject } from './import-devices.task.ts';

/** Devices named in the audit entry. */
const MAX_AUDITED_DEVICES = 100;

export interface CheckedDevices {
  /** The requester with the rights that the rows were checked with. */
  readonly requester: Caller;
  readonly accepted: readonly (readonly TrackerForm[])[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly outcome: ImportDevicesOutcome;
  readonly subject: ImportDevicesSubject;
}

/**
 * Registers all checked devices.
 *
 * @throws NamedError `not-allowed` if the right was withdrawn; another error if the account changed since the check, after
 *   which the task runs again
 */
export async function storeDevices(tx: Tx, devices: CheckedDevices): Promise<void> {
  const { requester, accepted, outcome } = devices;
  const { accountId } = requester;
  await requireRights(tx, devices);
  if ((await remainingTrackerQuota(tx, accountId)) < outcome.added) throw changedMeanwhile('quota');
  await lockUsedIcons(tx, accountId, accepted.flat());
  const ids = new Map<string, number>();
  for (const batch of accepted) {
    if (batch.length === 0) continue;
    const added = await insertTrackerRows(tx, accountId, batch);
    if (added.size < batch.length) throw changedMeanwhile('IMEI');
    for (const [imei, trackerId] of added) ids.set(imei, trackerId);
  }
  await audit(tx, devices);
  await publishNewTrackers(tx, accountId, ids);
}

async function requireRights(tx: Tx, { requester, now }: CheckedDevices): Promise<void> {
  const current = await lockRequester(tx, requester, importDevices.access, now);
  if (scopeKey(current) !== scopeKey(requester)) throw changedMeanwhile('groups of the user');
}

/** So that none is deleted before the commit. */
async function lockUsedIcons(tx: Tx, accountId: number, forms: readonly TrackerForm[]): Promise<void> {
  const fileIds = new Set(forms.flatMap(({ iconDto }) => fileIdOf(iconDto?.iconUrl ?? '') ?? []));
  if (fileIds.size === 0) return;
  if ((await countIcons(tx, accountId, [...fileIds])) < fileIds.size) throw changedMeanwhile('icons');
}

async function audit(tx: Tx, { requester, accepted, outcome, subject, now }: CheckedDevices): Promise<void> {
  if (outcome.added === 0) return;
  const named = accepted.flat().slice(0, MAX_AUDITED_DEVICES);
  await recordAudit(
    tx,
    requester,
    { now, address: subject.address },
    {
      action: 'importDevices',
      target: subject.fileName,
      after: { ...outcome, trackers: named.map(({ trackerName, imei }) => `${trackerName} (${imei})`) },
    },
  );
}

function changedMeanwhile(what: string): Error {
  return new Error(`the ${what} changed while a sheet of devices was checked`);
}
