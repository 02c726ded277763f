import { NamedError } from '@wakeline/contract/errors';
import type { PersonForm } from '@wakeline/contract/people/people';
import { batchCreatePeople } from '@wakeline/contract/people/people-import';
import { recordAudit } from '../../../audit/record.ts';
import { setAuthor } from '../../../db/author.ts';
import type { Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockRequester } from '../../../identity/requester.ts';
import { scopeKey } from '../../../identity/scope.ts';
import { insertPeople, requireRoomForPeople } from '../../../people/people.ts';
import { visibilityOf } from '../../../satellite/visibility.ts';
import { lockTrackersForBinding } from '../../../trackers/lock-for-binding.ts';
import { columnsOf, titleOf } from '../check-person.ts';
import type { ImportPeopleOutcome, ImportPeopleSubject } from './import-people.task.ts';

/** People named in the audit entry. */
const MAX_AUDITED_PEOPLE = 100;
/** People of one statement. */
const BATCH_SIZE = 500;

export interface CheckedPeople {
  /** The requester with the rights that the rows were checked with. */
  readonly requester: Caller;
  readonly people: readonly PersonForm[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly outcome: ImportPeopleOutcome;
  readonly subject: ImportPeopleSubject;
}

/**
 * Stores all checked people.
 *
 * @throws NamedError `not-allowed` if the right was withdrawn; another error if the account changed since the check, after
 *   which the task runs again
 */
export async function storePeople(tx: Tx, { requester, people, now, outcome, subject }: CheckedPeople) {
  const current = await lockRequester(tx, requester, batchCreatePeople.access, now);
  if (scopeKey(current) !== scopeKey(requester) || networksOf(current) !== networksOf(requester))
    throw changedMeanwhile('rights of the user');
  if (people.length === 0) return;
  const { accountId, userId, login } = requester;
  await setAuthor(tx, { userId, login, at: now });
  const rows = people.map(columnsOf);
  try {
    await requireRoomForPeople(tx, accountId, people.length);
    const trackerIds = people.flatMap(({ trackerId }) => trackerId ?? []);
    await lockTrackersForBinding(tx, requester, trackerIds);
    for (let at = 0; at < rows.length; at += BATCH_SIZE)
      await insertPeople(tx, { accountId, now }, rows.slice(at, at + BATCH_SIZE));
  } catch (error) {
    throw error instanceof NamedError ? changedMeanwhile(error.errorName) : error;
  }
  const titles = people
    .slice(0, MAX_AUDITED_PEOPLE)
    .map(({ raceNumber, personName }) => titleOf({ race_number: raceNumber || null, name: personName }));
  await recordAudit(
    tx,
    requester,
    { now, address: subject.address },
    { action: 'batchCreatePeople', target: subject.fileName, after: { ...outcome, people: titles } },
  );
  await sendEvent(tx, { type: 'changed', what: 'people', accountId, userId: null });
}

/** The networks whose terminals the requester may bind. */
function networksOf(caller: Caller): string {
  return visibilityOf(caller).networks.join();
}

function changedMeanwhile(what: string): Error {
  return new Error(`the ${what} changed while a sheet of people was checked`);
}
