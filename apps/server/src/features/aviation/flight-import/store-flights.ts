import { batchCreateFlights } from '@wakeline/contract/aviation/flight-import';
import { NamedError } from '@wakeline/contract/errors';
import { recordAudit } from '../../../audit/record.ts';
import { type FlightColumns, insertFlights, requireRoomForFlights } from '../../../aviation/flights.ts';
import { matchFlights } from '../../../aviation/match-flights.ts';
import { planesInScope } from '../../../aviation/planes.ts';
import { setAuthor } from '../../../db/author.ts';
import type { Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import type { Caller } from '../../../identity/caller.ts';
import { lockRequester } from '../../../identity/requester.ts';
import { scopeKey } from '../../../identity/scope.ts';
import type { ImportFlightsOutcome, ImportFlightsSubject } from './import-flights.task.ts';

/** Flights named in the audit entry. */
const MAX_AUDITED_FLIGHTS = 100;
/** Flights of one statement. */
const BATCH_SIZE = 500;

interface CheckedFlights {
  /** The requester with the rights that the rows were checked with. */
  readonly requester: Caller;
  readonly flights: readonly FlightColumns[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly outcome: ImportFlightsOutcome;
  readonly subject: ImportFlightsSubject;
}

/**
 * Stores all checked flights.
 *
 * @throws NamedError `not-allowed` if the right was withdrawn; another error if the account changed since the check, after
 *   which the task runs again
 */
export async function storeFlights(tx: Tx, { requester, flights, now, outcome, subject }: CheckedFlights) {
  const current = await lockRequester(tx, requester, batchCreateFlights.access, now);
  if (scopeKey(current) !== scopeKey(requester)) throw changedMeanwhile('rights of the user');
  if (flights.length === 0) return;
  const { accountId, userId, login } = requester;
  await setAuthor(tx, { userId, login, at: now });
  try {
    await requireRoomForFlights(tx, accountId, flights.length);
  } catch (error) {
    throw error instanceof NamedError ? changedMeanwhile(error.errorName) : error;
  }
  const planeIds = [...new Set(flights.flatMap(({ plane_id }) => plane_id ?? []))];
  await lockPlanes(tx, requester, planeIds);
  for (let at = 0; at < flights.length; at += BATCH_SIZE)
    await insertFlights(tx, { accountId, now }, flights.slice(at, at + BATCH_SIZE));
  await matchFlights(tx, planeIds);
  const flightNumbers = flights.slice(0, MAX_AUDITED_FLIGHTS).map(({ flight_number }) => flight_number);
  await recordAudit(
    tx,
    requester,
    { now, address: subject.address },
    { action: 'batchCreateFlights', target: subject.fileName, after: { ...outcome, flightNumbers } },
  );
  await sendEvent(tx, { type: 'changed', what: 'flights', accountId, userId: null });
}

/** So that none is deleted or leaves the scope before the commit. */
async function lockPlanes(tx: Tx, requester: Caller, planeIds: readonly number[]): Promise<void> {
  if (planeIds.length === 0) return;
  const rows = await planesInScope(tx, requester)
    .where('plane.plane_id', 'in', planeIds)
    .select('plane.plane_id')
    .orderBy('plane.plane_id')
    .forShare('plane')
    .execute();
  if (rows.length < planeIds.length) throw changedMeanwhile('planes');
}

function changedMeanwhile(what: string): Error {
  return new Error(`the ${what} changed while a sheet of flights was checked`);
}
