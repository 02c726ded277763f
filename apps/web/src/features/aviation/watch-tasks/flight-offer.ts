import type { Flight } from '@wakeline/contract/aviation/flights';
import { toWallTime } from '../../../format/zone.ts';
import type { TaskFields } from './task-values.ts';

const HOUR_MS = 3_600_000;
/** Milliseconds before the planned off-block time and after the estimated arrival that a task of a flight watches. */
const BEFORE = HOUR_MS;
const AFTER = 2 * HOUR_MS;

/** What a task takes from a planned flight. */
export type OfferedFlight = Pick<
  Flight,
  'flightId' | 'flightNumber' | 'tailNumber' | 'trackerId' | 'departure' | 'arrival' | 'routeId'
> &
  Pick<Flight, 'takeoffTime' | 'arrivalTime'>;

type Filled = Pick<TaskFields, 'taskName' | 'trackerIds' | 'routeId' | 'executeFrom' | 'executeTo'>;

/**
 * The fields of a task when a flight is chosen: its number, and the plane's device, the route and the execution time where the user
 * has entered nothing.
 *
 * @param routeIds routes that the user sees
 */
export function offerOf(
  flight: OfferedFlight,
  fields: Partial<Filled>,
  { timeZone, routeIds }: { readonly timeZone: string; readonly routeIds: ReadonlySet<number> },
): Partial<TaskFields> {
  const { flightNumber, trackerId, routeId, takeoffTime, arrivalTime, departure, arrival } = flight;
  const hasTime = (fields.executeFrom ?? null) !== null || (fields.executeTo ?? null) !== null;
  const places = [departure, arrival].map(({ ident, fieldName }) => ident ?? fieldName).join(' – ');
  return {
    flight: { flightId: flight.flightId, details: flight },
    flightNumber,
    ...((fields.taskName ?? '').trim() === '' && { taskName: `${flightNumber} ${places}` }),
    ...((fields.trackerIds ?? []).length === 0 && trackerId !== null && { trackerIds: [trackerId] }),
    ...((fields.routeId ?? null) === null && routeId !== null && routeIds.has(routeId) && { routeId }),
    ...(!hasTime && {
      executeFrom: toWallTime(takeoffTime - BEFORE, timeZone),
      executeTo: toWallTime(arrivalTime + AFTER, timeZone),
    }),
  };
}
