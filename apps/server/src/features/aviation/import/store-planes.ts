import { importPlanes } from '@wakeline/contract/aviation/plane-import';
import type { PlaneForm } from '@wakeline/contract/aviation/planes';
import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../../audit/record.ts';
import { insertPlanes, requireRoomForPlanes } from '../../../aviation/planes.ts';
import { setAuthor } from '../../../db/author.ts';
import type { Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockRequester } from '../../../identity/requester.ts';
import { scopeKey } from '../../../identity/scope.ts';
import { lockTrackersForBinding } from '../../../trackers/lock-for-binding.ts';
import { columnsOf } from '../check-plane.ts';
import type { ImportPlanesOutcome, ImportPlanesSubject } from './import-planes.task.ts';

/** Planes named in the audit entry. */
const MAX_AUDITED_PLANES = 100;
/** Planes of one statement. */
const BATCH_SIZE = 500;

export interface CheckedPlanes {
  /** The requester with the rights that the rows were checked with. */
  readonly requester: Caller;
  readonly planes: readonly PlaneForm[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly outcome: ImportPlanesOutcome;
  readonly subject: ImportPlanesSubject;
}

/**
 * Stores all checked planes.
 *
 * @throws NamedError `not-allowed` if the right was withdrawn; another error if the account changed since the check, after
 *   which the task runs again
 */
export async function storePlanes(tx: Tx, { requester, planes, now, outcome, subject }: CheckedPlanes) {
  const current = await lockRequester(tx, requester, importPlanes.access, now);
  if (scopeKey(current) !== scopeKey(requester)) throw changedMeanwhile('rights of the user');
  if (planes.length === 0) return;
  const { accountId, userId, login } = requester;
  await setAuthor(tx, { userId, login, at: now });
  try {
    await requireRoomForPlanes(tx, accountId, planes.length);
    const trackerIds = planes.flatMap(({ trackerId }) => trackerId ?? []);
    await lockTrackersForBinding(tx, requester, trackerIds);
    for (let at = 0; at < planes.length; at += BATCH_SIZE)
      await insertPlanes(tx, { accountId, now }, planes.slice(at, at + BATCH_SIZE).map(columnsOf));
  } catch (error) {
    throw error instanceof NamedError ? changedMeanwhile(error.errorName) : error;
  }
  const tailNumbers = planes.slice(0, MAX_AUDITED_PLANES).map(({ tailNumber }) => tailNumber);
  await recordAudit(
    tx,
    requester,
    { now, address: subject.address },
    { action: 'importPlanes', target: subject.fileName, after: { ...outcome, tailNumbers } },
  );
  await sendEvent(tx, { type: 'changed', what: 'planes', accountId, userId: null });
}

function changedMeanwhile(what: string): Error {
  return new Error(`the ${what} changed while a sheet of planes was checked`);
}
