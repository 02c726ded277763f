import type { Flight, FlightForm } from '@wakeline/contract/aviation/flights';
import type { TaskFlight } from '@wakeline/contract/aviation/watch-tasks';
import { type FlightPlace, isSamePlace } from '@wakeline/domain/aviation/flight-place';
import type { FlightRow, ListedFlight } from '../../aviation/flights.ts';

/** A flight as consoles display it, with its tasks that the user sees. */
export function presentFlight(row: ListedFlight, canChange: boolean, tasks: Flight['tasks'] = []): Flight {
  return {
    flightId: row.flight_id,
    ...formOf(row),
    departure: presentPlace(row.departure),
    arrival: presentPlace(row.arrival),
    tailNumber: row.tail_number,
    trackerId: row.tracker_id,
    isLocal: isSamePlace(row.departure, row.arrival),
    seriesId: row.series_id,
    state: row.state,
    overdue: overdueOf(row),
    legId: row.leg_id,
    actualTakeoff: row.actual_takeoff,
    actualLanding: row.actual_landing,
    isDiverted:
      row.actual_landing !== null &&
      row.found_arrival !== null &&
      !row.found_arrival.isUncertain &&
      !isSamePlace(row.found_arrival, row.arrival),
    tasks,
    abilities: { edit: canChange && row.cancelled_at === null, remove: canChange },
  };
}

/** What is displayed of the flight of a task. */
export function presentTaskFlight(row: ListedFlight): TaskFlight {
  const flight = presentFlight(row, false);
  const { flightId, flightNumber, tailNumber, departure, arrival, isLocal, takeoffTime, arrivalTime } =
    flight;
  const { state, overdue, actualTakeoff, actualLanding, isDiverted } = flight;
  return {
    ...{ flightId, flightNumber, tailNumber, departure, arrival, isLocal, takeoffTime, arrivalTime },
    ...{ state, overdue, actualTakeoff, actualLanding, isDiverted },
  };
}

function overdueOf({ state, leg_id, is_uncertain }: ListedFlight): Flight['overdue'] {
  if (state !== 'overdue') return null;
  return leg_id === null
    ? { reason: 'takeoff', isUncertain: false }
    : { reason: 'arrival', isUncertain: is_uncertain };
}

/** The details of a flight, also for the audit log. */
export function formOf(row: FlightRow): FlightForm {
  return {
    flightNumber: row.flight_number,
    planeId: row.plane_id,
    departure: { ident: row.departure.ident, landingPlaceId: row.departure.landingPlaceId },
    arrival: { ident: row.arrival.ident, landingPlaceId: row.arrival.landingPlaceId },
    takeoffTime: row.takeoff_time.getTime(),
    arrivalTime: row.arrival_time.getTime(),
    routeId: row.route_id,
    alternate: row.alternate,
    peopleOnBoard: row.people_on_board,
    note: row.note,
  };
}

function presentPlace({ ident, landingPlaceId, name: fieldName }: FlightPlace) {
  return { ident, landingPlaceId, fieldName };
}
