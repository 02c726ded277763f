import type { Flight } from '@wakeline/contract/aviation/flights';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { Dayjs } from 'dayjs';
import { toInstant, toWallTime } from '../../../format/zone.ts';

/** A place that a field has chosen. */
export interface PlaceChoice {
  readonly ident: string | null;
  readonly landingPlaceId: number | null;
  readonly fieldName: string;
}

export interface FlightFields {
  readonly flightNumber: string;
  /** Null: not decided yet. */
  readonly plane: { readonly planeId: number; readonly tailNumber: string } | null;
  readonly departure: PlaceChoice | null;
  readonly arrival: PlaceChoice | null;
  /** Wall times of the account. */
  readonly takeoffTime: Dayjs | null;
  readonly arrivalTime: Dayjs | null;
  readonly routeId: number | null;
  /** Always an airport. */
  readonly alternate: PlaceChoice | null;
  readonly peopleOnBoard: number | null;
  readonly note: string;
  /** Of a weekly repeat: 1 Monday to 7 Sunday; empty: a single flight. */
  readonly weekdays: readonly number[];
  readonly until: Dayjs | null;
}

const HOUR_MS = 3_600_000;

/**
 * The fields of a flight, or (null) of a new one: from the next full hour, for an hour.
 *
 * @param now epoch milliseconds
 */
export function toFlightFields(flight: Flight | null, timeZone: string, now: number): FlightFields {
  const single = { weekdays: [], until: null };
  if (flight === null) {
    const start = Math.ceil(now / HOUR_MS) * HOUR_MS;
    return {
      ...single,
      flightNumber: '',
      plane: null,
      departure: null,
      arrival: null,
      takeoffTime: toWallTime(start, timeZone),
      arrivalTime: toWallTime(start + HOUR_MS, timeZone),
      routeId: null,
      alternate: null,
      peopleOnBoard: null,
      note: '',
    };
  }
  const { planeId, tailNumber, alternate } = flight;
  return {
    ...single,
    flightNumber: flight.flightNumber,
    plane: planeId === null ? null : { planeId, tailNumber: tailNumber ?? '' },
    departure: flight.departure,
    arrival: flight.arrival,
    takeoffTime: toWallTime(flight.takeoffTime, timeZone),
    arrivalTime: toWallTime(flight.arrivalTime, timeZone),
    routeId: flight.routeId,
    alternate: alternate === null ? null : { ident: alternate, landingPlaceId: null, fieldName: alternate },
    peopleOnBoard: flight.peopleOnBoard,
    note: flight.note,
  };
}

type FlightPayload = PayloadInput<Operations['createFlight']>;

/** The payload of a form whose fields are valid; null: a required field is empty. */
export function toFlightForm(fields: FlightFields, timeZone: string): FlightPayload | null {
  const { plane, departure, arrival, takeoffTime, arrivalTime, alternate, weekdays, until } = fields;
  if (departure === null || arrival === null || takeoffTime === null || arrivalTime === null) return null;
  const placeOf = ({ ident, landingPlaceId }: PlaceChoice) => ({ ident, landingPlaceId });
  const isRepeated = weekdays.length > 0 && until !== null;
  return {
    flightNumber: fields.flightNumber.trim(),
    planeId: plane?.planeId ?? null,
    departure: placeOf(departure),
    arrival: placeOf(arrival),
    takeoffTime: toInstant(takeoffTime, timeZone),
    arrivalTime: toInstant(arrivalTime, timeZone),
    routeId: fields.routeId ?? null,
    alternate: alternate?.ident ?? null,
    peopleOnBoard: fields.peopleOnBoard ?? null,
    note: fields.note.trim(),
    ...(isRepeated && { repeat: { weekdays: [...weekdays], until: until.format('YYYY-MM-DD') } }),
  };
}

const FIELD_OF_ERROR: Partial<Record<ErrorName, keyof FlightFields>> = {
  'plane-unknown': 'plane',
  'route-unknown': 'routeId',
  'flight-arrival': 'arrivalTime',
  'flight-repeat': 'until',
};

/** The field that a refusal is about; null: none. */
export function findRefusedField(error: unknown): keyof FlightFields | null {
  return error instanceof NamedError ? (FIELD_OF_ERROR[error.errorName] ?? null) : null;
}
