import type { ErrorName } from '@wakeline/contract/errors';
import type { PersonForm } from '@wakeline/contract/people/people';
import type { PersonSheetField } from '@wakeline/contract/people/people-import';
import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { readFreePeople } from '../../../people/people.ts';
import { raceNumberKey, readTakenPeople } from '../../../people/taken.ts';
import { createAccountLookup, type FindAccount } from '../../../satellite/find-by-name.ts';
import { visibilityOf } from '../../../satellite/visibility.ts';
import type { CellFailure, ResolvedRow, ResolveRows } from '../../../sheet-import/checked-row.ts';
import { firstRow } from '../../../sheet-import/first-row.ts';
import { createTrackerLookup, type FindTracker } from '../../../trackers/find-by-name.ts';
import type { EvaluatedPerson, PersonValues } from './evaluate-person.ts';

type ResolvedPerson = ResolvedRow<PersonSheetField, PersonForm>;

/** What texts of a batch of rows stand for. */
interface Lookups {
  readonly findTracker: FindTracker;
  readonly findAccount: FindAccount;
}

/** Prepares the checks of rows against the account. Rows depend on earlier ones by repeated values and the limit. */
export async function createPersonResolver(
  db: Db,
  caller: Caller,
): Promise<ResolveRows<EvaluatedPerson, ResolvedPerson>> {
  const stored = await readTakenPeople(db, caller.accountId);
  let capacity = await readFreePeople(db, caller.accountId);
  /** The first row of each value. */
  const rowByRaceNumber = new Map<string, number>();
  const rowByTracker = new Map<number, number>();

  function resolveRow(
    row: EvaluatedPerson,
    { form, tracker, communicationAccount }: PersonValues,
    { findTracker, findAccount }: Lookups,
  ): ResolvedPerson {
    const failures: CellFailure<PersonSheetField>[] = [];
    const fail = (field: PersonSheetField, error: ErrorName, otherRow: number | null = null) =>
      void failures.push({ field, error, reason: null, otherRow });

    if (form.raceNumber !== '') {
      const key = raceNumberKey(form.raceNumber);
      const earlier = firstRow(rowByRaceNumber, key, row.row);
      if (earlier !== null) fail('raceNumber', 'race-number-repeated', earlier);
      else if (stored.raceNumbers.has(key)) fail('raceNumber', 'race-number-taken');
    }
    let trackerId: number | null = null;
    if (tracker !== '') {
      const found = findTracker(tracker, null);
      if ('error' in found) fail('trackerName', found.error);
      else {
        trackerId = found.trackerId;
        const earlier = firstRow(rowByTracker, trackerId, row.row);
        if (earlier !== null || stored.trackerIds.has(trackerId))
          fail('trackerName', 'tracker-has-person', earlier);
      }
    } else if (caller.groupIds !== null) fail('trackerName', 'person-device-required');
    let communicationAccountId: number | null = null;
    if (communicationAccount !== '') {
      const found = findAccount(communicationAccount);
      if ('error' in found) fail('communicationAccount', found.error);
      else communicationAccountId = found.communicationAccountId;
    }
    if (failures.length === 0 && capacity === 0) fail('personName', 'person-limit');
    if (failures.length > 0) return { ...row, form: null, failures };
    capacity -= 1;
    return { ...row, form: { ...form, trackerId, communicationAccountId, photoUrl: null } };
  }

  return async (rows) => {
    const values = rows.flatMap((row) => row.values ?? []);
    const textsOf = (field: 'tracker' | 'communicationAccount') =>
      values.map((value) => value[field]).filter((text) => text !== '');
    const lookups = {
      findTracker: await createTrackerLookup(db, caller, textsOf('tracker')),
      findAccount: await createAccountLookup(db, visibilityOf(caller), textsOf('communicationAccount')),
    };
    return rows.map((row) =>
      row.values === null ? { ...row, form: null } : resolveRow(row, row.values, lookups),
    );
  };
}
