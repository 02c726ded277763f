import { YAW_DISTANCES } from '@wakeline/domain/rules/watch-task';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, note, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PLANE_ROLES } from '../roles.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';
import { airportIdent } from './airports.ts';

const read = { permission: 'viewer', roles: PLANE_ROLES } as const;
const change = { permission: 'editor', roles: ['eob_plugin_flight_mg'] } as const;

/**
 * `offBlock`: it has left its stand, by the off-block of its plane that is nearest to the planned time;
 * `overdue`: not off the ground 30 minutes after the planned time, or not landed 15 minutes after the estimated arrival;
 * `unobserved`: the arrival time has passed, and no device could report the flight.
 */
export const FLIGHT_STATES = [
  'planned',
  'offBlock',
  'flying',
  'landed',
  'overdue',
  'unobserved',
  'cancelled',
] as const;
export type FlightState = (typeof FLIGHT_STATES)[number];

/** Days of a weekly repeat; 1 is Monday, as in ISO 8601. */
const weekdays = z.array(z.int().min(1).max(7)).min(1).max(7);

/** Exactly one of both. */
const place = z
  .object({ ident: airportIdent.nullable().default(null), landingPlaceId: id.nullable().default(null) })
  .refine(({ ident, landingPlaceId }) => (ident === null) !== (landingPlaceId === null))
  .describe('an airport by its ident, or a landing place of the account: exactly one');

const details = {
  flightNumber: text.trim().min(1).max(16).toUpperCase().describe('such as CA1234; stored in upper case'),
  planeId: id.nullable().default(null).describe('null: not decided yet'),
  departure: place,
  arrival: place.describe('may be that of the departure: a local flight'),
  takeoffTime: instant.describe('planned off-block time (EOBT)'),
  arrivalTime: instant.describe('estimated arrival, after the take-off, at most 48 hours later'),
  routeId: id.nullable().default(null).describe('default route; null: none'),
  alternate: airportIdent.nullable().default(null).describe('alternate airport; null: none'),
  peopleOnBoard: z.int().min(0).max(1_000).nullable().default(null),
  note: note.default(''),
};
export const flightForm = z.object(details);
export type FlightForm = z.output<typeof flightForm>;

/** A place of a flight as it is displayed. */
const flightPlace = z.object({
  ident: z.string().nullable(),
  landingPlaceId: id.nullable(),
  fieldName: z.string(),
});

export const flight = z.object({
  flightId: id,
  flightNumber: z.string(),
  planeId: id.nullable(),
  tailNumber: z.string().nullable(),
  trackerId: id.nullable().describe('device on board of the plane now; null: none'),
  departure: flightPlace,
  arrival: flightPlace,
  isLocal: z.boolean().describe('departure and arrival are the same place'),
  takeoffTime: instant,
  arrivalTime: instant,
  routeId: id.nullable(),
  alternate: z.string().nullable(),
  peopleOnBoard: z.int().nullable(),
  note: z.string(),
  seriesId: id.nullable().describe('flights of one weekly repeat have the same; null: a single flight'),
  state: z.enum(FLIGHT_STATES),
  overdue: z
    .object({ reason: z.enum(['takeoff', 'arrival']), isUncertain: z.boolean() })
    .nullable()
    .describe(
      '`isUncertain`: 30 minutes after the estimated arrival, the uncertainty phase (INCERFA); null: not overdue',
    ),
  legId: id.nullable().describe('the leg that was found of this flight; null: none yet'),
  actualTakeoff: instant.nullable().describe('null: not known'),
  actualLanding: instant.nullable().describe('null: not known'),
  isDiverted: z.boolean().describe('it landed at another place than planned'),
  tasks: z
    .array(z.object({ taskId: id, taskName: z.string(), isOpen: z.boolean() }))
    .describe('tasks of this flight that the user may see, by name'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Flight = z.infer<typeof flight>;

const filter = {
  keywords: text.trim().max(LIMITS.name).default('').describe('part of a flight number, tail number or note'),
  startTime: instant.optional().describe('take-off at or after this time'),
  endTime: instant.optional().describe('take-off before this time'),
  planeId: id.optional(),
  flightId: id.optional().describe('only this flight'),
  ident: airportIdent.optional().describe('departure or arrival'),
  landingPlaceId: id.optional().describe('departure or arrival'),
  state: z.enum(FLIGHT_STATES).optional(),
};
export const flightFilter = z.object(filter);
export type FlightFilter = z.output<typeof flightFilter>;

const FORM_ERRORS = [
  'plane-unknown',
  'airport-unknown',
  'landing-place-unknown',
  'route-unknown',
  'flight-arrival',
] as const;

export const YawDistanceOptions = operation({
  name: 'YawDistanceOptions',
  summary: 'Limits of deviation from a line that a task can have, in metres. 0: no notice.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({ list: z.array(z.literal(YAW_DISTANCES)) }),
  errors: [],
});

export const queryFlightsByPage = operation({
  name: 'queryFlightsByPage',
  summary:
    'A page of the flights that match a filter, by take-off time. A user of a scope limited to groups sees the flights of the planes that they see.',
  access: read,
  effect: 'none',
  payload: z.object({
    uid,
    ...filter,
    direction: z.enum(['ascending', 'descending']).default('descending'),
    pageIndex,
    pageSize,
  }),
  result: listOf(flight).extend({
    abilities: z.object({
      create: z.boolean(),
      createTask: z.boolean().describe('whether the user may create tasks'),
    }),
  }),
  errors: [],
});

export const createFlight = operation({
  name: 'createFlight',
  summary:
    'Creates a flight, or one for each chosen weekday until a day: all of them, or none. Local times stay the same when the clocks change; a time that does not exist on a day is moved forward by the gap.',
  access: change,
  effect: 'account',
  payload: flightForm.extend({
    uid,
    repeat: z
      .object({
        weekdays: weekdays.describe('1 Monday to 7 Sunday, in the time zone of the account'),
        until: z.iso.date().max(10).describe('last day, at most one year after the first take-off'),
      })
      .optional()
      .describe('weekly repeat; the first flight is that of the form'),
  }),
  result: z.object({ flightIds: z.array(id) }),
  errors: ['flight-limit', 'flight-repeat', ...FORM_ERRORS],
});

export const editFlight = operation({
  name: 'editFlight',
  summary: 'Replaces the details of one flight, which stays part of its weekly repeat.',
  access: change,
  effect: 'account',
  payload: flightForm.extend({ uid, flightId: id }),
  result: emptyResult,
  errors: ['flight-unknown', 'flight-cancelled', ...FORM_ERRORS],
});

export const cancelFlight = operation({
  name: 'cancelFlight',
  summary: 'Cancels a flight, which stays in the list.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, flightId: id }),
  result: emptyResult,
  errors: ['flight-unknown', 'flight-cancelled'],
});

export const deleteFlight = operation({
  name: 'deleteFlight',
  summary: 'Deletes flights: all of them, or none.',
  access: change,
  effect: 'account',
  bodyBytes: 32_768,
  payload: z.object({ uid, flightIds: z.array(id).min(1).max(LIMITS.flightsPerCall) }),
  result: emptyResult,
  errors: ['flight-unknown'],
});

export const exportFlightsExcel = operation({
  name: 'exportFlightsExcel',
  summary: 'Exports the flights that match a filter to an .xlsx or .csv file, as a batch task.',
  access: read,
  effect: 'own',
  payload: z.object({ uid, ...filter, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: ['task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});
