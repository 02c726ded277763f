import type { FlightForm } from '@wakeline/contract/aviation/flights';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FlightPlace } from '@wakeline/domain/aviation/flight-place';
import type { FlightColumns } from '../../aviation/flights.ts';
import { readLandingPlaces } from '../../aviation/landing-places.ts';
import { planesInScope } from '../../aviation/planes.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Scope } from '../../identity/scope.ts';
import { airports } from '../../places/airports.ts';
import { readRouteNames } from '../../rules/rule-references.ts';

const HOUR_MS = 3_600_000;

/**
 * Checks what a flight says and refers to. A user whose scope is limited to groups sees only flights with a plane, so they must
 * name one.
 *
 * @throws NamedError `flight-arrival`, `plane-unknown`, `route-unknown`, `airport-unknown`, `landing-place-unknown`
 */
export async function checkFlight(tx: Tx, scope: Scope, form: FlightForm): Promise<FlightColumns> {
  requireTimes(form);
  if (form.planeId === null ? scope.groupIds !== null : !(await hasPlane(tx, scope, form.planeId)))
    throw new NamedError('plane-unknown');
  if (form.routeId !== null && (await readRouteNames(tx, scope, [form.routeId])).size === 0)
    throw new NamedError('route-unknown');
  if (form.alternate !== null) requireAirport(form.alternate);
  const departure = await placeOf(tx, scope, form.departure);
  const arrival = await placeOf(tx, scope, form.arrival);
  return {
    flight_number: form.flightNumber,
    plane_id: form.planeId,
    departure: JSON.stringify(departure),
    arrival: JSON.stringify(arrival),
    takeoff_time: new Date(form.takeoffTime),
    arrival_time: new Date(form.arrivalTime),
    route_id: form.routeId,
    alternate: form.alternate,
    people_on_board: form.peopleOnBoard,
    note: form.note,
  };
}

/** @throws NamedError `flight-arrival` */
export function requireTimes({
  takeoffTime,
  arrivalTime,
}: Pick<FlightForm, 'takeoffTime' | 'arrivalTime'>): void {
  const duration = arrivalTime - takeoffTime;
  if (duration <= 0 || duration > LIMITS.flightHours * HOUR_MS) throw new NamedError('flight-arrival');
}

async function hasPlane(tx: Tx, scope: Scope, planeId: number): Promise<boolean> {
  const row = await planesInScope(tx, scope)
    .where('plane.plane_id', '=', planeId)
    .select('plane.plane_id')
    .forShare('plane')
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws NamedError `airport-unknown` */
function requireAirport(ident: string) {
  const airport = airports().find(ident);
  if (airport === null) throw new NamedError('airport-unknown');
  return airport;
}

async function placeOf(
  db: Db,
  { accountId }: Scope,
  { ident, landingPlaceId }: FlightForm['departure'],
): Promise<FlightPlace> {
  if (ident !== null) return { ident, landingPlaceId: null, name: requireAirport(ident).name };
  const places = await readLandingPlaces(db, accountId);
  const place = places.find(({ landing_place_id }) => landing_place_id === landingPlaceId);
  if (place === undefined) throw new NamedError('landing-place-unknown');
  return { ident: null, landingPlaceId, name: place.name };
}
