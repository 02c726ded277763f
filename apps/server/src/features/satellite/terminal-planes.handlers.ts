import type { TerminalPlane } from '@wakeline/contract/satellite/planes';
import { readPlanesOfTrackers } from '../../aviation/carrying-planes.ts';
import { readCurrentFlights } from '../../aviation/flights.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { readAccountsById } from '../../satellite/accounts.ts';
import { visibilityOf } from '../../satellite/visibility.ts';

/** The planes on which terminals are. */
export function terminalPlaneHandlers(db: Db): Pick<Handlers, 'queryTerminalPlanes'> {
  return {
    async queryTerminalPlanes({ bdUserIds }, caller, { now }) {
      const visibility = visibilityOf(caller, 'eob_plugin_flight_msg');
      const terminals = await readAccountsById(db, visibility, bdUserIds);
      const trackerIds = terminals.flatMap(({ tracker_id }) => tracker_id ?? []);
      const planes = await readPlanesOfTrackers(db, caller.accountId, trackerIds);
      const planeIds = planes.map(({ planeId }) => planeId);
      const flights = await readCurrentFlights(db, caller.accountId, planeIds, now);
      const flightOf = new Map(flights.map((flight) => [flight.plane_id, flight]));
      const terminalOf = new Map(terminals.map((terminal) => [terminal.tracker_id, terminal]));
      const list = planes.flatMap((plane): TerminalPlane[] => {
        const terminal = terminalOf.get(plane.trackerId);
        if (terminal === undefined) return [];
        const flight = flightOf.get(plane.planeId);
        return [
          {
            bdUserId: terminal.communication_account_id,
            ...plane,
            flight: flight === undefined ? null : presentFlight(flight),
          },
        ];
      });
      return { list };
    },
  };
}

function presentFlight(
  row: Awaited<ReturnType<typeof readCurrentFlights>>[number],
): NonNullable<TerminalPlane['flight']> {
  return {
    flightNumber: row.flight_number,
    state: row.state,
    departure: { ident: row.departure.ident, fieldName: row.departure.name },
    arrival: { ident: row.arrival.ident, fieldName: row.arrival.name },
    alternate: row.alternate,
    takeoffTime: row.takeoff_time.getTime(),
    arrivalTime: row.arrival_time.getTime(),
  };
}
