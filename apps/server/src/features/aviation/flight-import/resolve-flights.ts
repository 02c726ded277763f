import type { FlightSheetField } from '@wakeline/contract/aviation/flight-import';
import type { ErrorName } from '@wakeline/contract/errors';
import type { FlightPlace } from '@wakeline/domain/aviation/flight-place';
import { sql } from 'kysely';
import { type FlightColumns, readFreeFlights } from '../../../aviation/flights.ts';
import { type LandingPlaceRow, readLandingPlaces } from '../../../aviation/landing-places.ts';
import { planesInScope } from '../../../aviation/planes.ts';
import type { Db } from '../../../db/database.ts';
import type { Scope } from '../../../identity/scope.ts';
import { type Airport, airports } from '../../../places/airports.ts';
import type { CellFailure, ResolvedRow, ResolveRows } from '../../../sheet-import/checked-row.ts';
import type { EvaluatedFlight, FlightValues } from './evaluate-flight.ts';

type ResolvedFlight = ResolvedRow<FlightSheetField, FlightColumns>;

/** Prepares the checks of rows against the account. Rows depend on earlier ones by the limit. */
export async function createFlightResolver(
  db: Db,
  scope: Scope,
): Promise<ResolveRows<EvaluatedFlight, ResolvedFlight>> {
  const findPlace = createPlaceLookup(await readLandingPlaces(db, scope.accountId));
  let capacity = await readFreeFlights(db, scope.accountId);

  function resolveRow(
    row: EvaluatedFlight,
    values: FlightValues,
    planes: ReadonlyMap<string, number>,
  ): ResolvedFlight {
    const failures: CellFailure<FlightSheetField>[] = [];
    const fail = (field: FlightSheetField, error: ErrorName) =>
      void failures.push({ field, error, reason: null, otherRow: null });
    const planeId = planes.get(values.tailNumber) ?? null;
    // A user of a limited scope sees only flights with a plane.
    const needsPlane = values.tailNumber !== '' || scope.groupIds !== null;
    if (needsPlane && planeId === null) fail('tailNumber', 'plane-unknown');
    const departure = findPlace(values.departure);
    if (departure === null) fail('departure', 'airport-unknown');
    const arrival = findPlace(values.arrival);
    if (arrival === null) fail('arrival', 'airport-unknown');
    const alternate = values.alternate === '' ? null : findAirport(values.alternate);
    if (values.alternate !== '' && alternate === null) fail('alternate', 'airport-unknown');
    if (failures.length === 0 && capacity === 0) fail('flightNumber', 'flight-limit');
    if (failures.length > 0) return { ...row, form: null, failures };
    capacity -= 1;
    const form: FlightColumns = {
      flight_number: values.flightNumber,
      plane_id: planeId,
      departure: JSON.stringify(departure),
      arrival: JSON.stringify(arrival),
      takeoff_time: new Date(values.takeoffTime),
      arrival_time: new Date(values.arrivalTime),
      route_id: null,
      alternate: alternate?.ident ?? null,
      people_on_board: values.peopleOnBoard,
      note: values.note,
    };
    return { ...row, form };
  }

  return async (rows) => {
    const tailNumbers = rows.flatMap(({ values }) => values?.tailNumber || []);
    const found = await planesInScope(db, scope)
      .where(sql<boolean>`plane.tail_number = any (${tailNumbers}::text[])`)
      .select(['plane.plane_id', 'plane.tail_number'])
      .execute();
    const planes = new Map(found.map(({ plane_id, tail_number }) => [tail_number, plane_id]));
    return rows.map((row) =>
      row.values === null ? { ...row, form: null } : resolveRow(row, row.values, planes),
    );
  };
}

/** Finds a landing place by its code or name, or else an airport by its code. */
function createPlaceLookup(places: readonly LandingPlaceRow[]): (text: string) => FlightPlace | null {
  const own = new Map<string, LandingPlaceRow>();
  // A code goes before a name.
  for (const place of places) own.set(place.name.toUpperCase(), place);
  for (const place of places) if (place.code !== null) own.set(place.code, place);
  return (text) => {
    const code = text.toUpperCase();
    const place = own.get(code);
    if (place !== undefined) return { ident: null, landingPlaceId: place.landing_place_id, name: place.name };
    const airport = findAirport(code);
    return airport && { ident: airport.ident, landingPlaceId: null, name: airport.name };
  };
}

/** By ident, or by IATA code. */
function findAirport(code: string): Airport | null {
  if (code === '') return null;
  const [match = null] = airports().search(code, null, 1);
  return airports().find(code) ?? (match?.iata === code ? match : null);
}
