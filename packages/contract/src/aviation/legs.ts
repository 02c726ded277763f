import { AIRCRAFT_KINDS } from '@wakeline/domain/aviation/aircraft-kind';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';
import { airportIdent } from './airports.ts';

const roles = ['eob_plugin_aviation_data', 'eob_plugin_flight_mg'] as const;
const read = { permission: 'viewer', roles } as const;
const change = { permission: 'editor', roles: ['eob_plugin_aviation_data'] } as const;

/** `flying`: it has not landed yet; `lost`: no report came for a day, or the device left the plane. */
export const LEG_STATES = ['flying', 'landed', 'lost'] as const;

const legField = z
  .object({
    ident: z.string().nullable().describe('of an airport'),
    landingPlaceId: id.nullable().describe('of a landing place of the account; it may have been deleted'),
    fieldName: z.string(),
    isUncertain: z.boolean().describe('the reports were too sparse to see the aircraft there'),
    runway: z.string().nullable().describe('such as 02; null: not known'),
  })
  .nullable()
  .describe('null: none within 5 km');

const legTime = z
  .object({
    at: instant.describe('corrected, or found'),
    found: instant.nullable().describe('null: it was not found'),
    from: instant.nullable().describe('last report before it; with `to` the range of sparse reports'),
    to: instant.nullable(),
    isCorrected: z.boolean(),
  })
  .nullable()
  .describe('null: not known');

const maxHeight = z.object({
  metres: z.number(),
  altitudeKind: z.int().describe('1 above mean sea level, 2 above the ellipsoid, 3 pressure altitude'),
});

export const leg = z.object({
  legId: id,
  planeId: id,
  tailNumber: z.string(),
  kind: z.enum(AIRCRAFT_KINDS),
  trackerId: id.nullable().describe('the device on board then; null: it was deleted'),
  state: z.enum(LEG_STATES),
  beganBefore: z.boolean().describe('it was already flying at its first report: that is its take-off time'),
  offBlock: legTime,
  takeoff: legTime,
  landing: legTime,
  inBlock: legTime,
  departure: legField,
  arrival: legField,
  flightTime: z.number().nullable().describe('milliseconds from take-off to landing'),
  blockTime: z.number().nullable().describe('milliseconds from off-block to in-block'),
  touchAndGos: z.int(),
  goArounds: z.int(),
  distance: z.number().describe('metres, from report to report'),
  maxHeight: maxHeight.nullable(),
  maxSpeed: z.number().nullable().describe('km/h over ground'),
  correctedBy: z.string().nullable().describe('login; null: no time is corrected'),
});
export type Leg = z.infer<typeof leg>;

const filter = {
  planeId: id.optional(),
  keywords: text.trim().max(LIMITS.name).default('').describe('part of a tail number'),
  ident: airportIdent.optional().describe('departure or arrival'),
  landingPlaceId: id.optional().describe('departure or arrival'),
  startTime: instant.optional().describe('take-off at or after this time'),
  endTime: instant.optional().describe('take-off before this time'),
};
export const legFilter = z.object(filter);
export type LegFilter = z.output<typeof legFilter>;

export const LEG_GROUPINGS = ['plane', 'field', 'day'] as const;
export type LegGrouping = (typeof LEG_GROUPINGS)[number];

const legSum = z.object({
  key: z.string().describe('of the group: unique'),
  label: z
    .string()
    .describe('tail number, name of the field of arrival (empty: not known), or day as yyyy-MM-dd'),
  legs: z.int(),
  landings: z.int().describe('with touch-and-gos'),
  touchAndGos: z.int(),
  flightTime: z.number().describe('milliseconds, of the legs that have landed'),
  blockTime: z.number().describe('milliseconds, of the legs whose both times are known'),
  distance: z.number().describe('metres'),
  maxHeights: z.array(maxHeight).describe('one for each kind of altitude: they are never compared'),
  maxSpeed: z.number().nullable().describe('km/h'),
});
export type LegSum = z.infer<typeof legSum>;

export const queryLegsByPage = operation({
  name: 'queryLegsByPage',
  summary:
    'A page of the flights found from positions that match a filter, newest first: those of planes that the user sees.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, ...filter, pageIndex, pageSize }),
  result: listOf(leg).extend({ abilities: z.object({ correct: z.boolean() }) }),
  errors: [],
});

export const sumLegs = operation({
  name: 'sumLegs',
  summary:
    'Sums of the matching legs by plane, field of arrival or day of take-off in the time zone of the account; the first 1,000 groups.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, ...filter, by: z.enum(LEG_GROUPINGS) }),
  result: listOf(legSum),
  errors: [],
});

const correction = instant.nullable().optional().describe('null: the found time again; omitted: as it is');

export const correctLeg = operation({
  name: 'correctLeg',
  summary:
    'Corrects times of a leg. The found times stay beside them, also when late reports change the leg.',
  access: change,
  effect: 'account',
  payload: z.object({
    uid,
    legId: id,
    offBlock: correction,
    takeoff: correction,
    landing: correction,
    inBlock: correction,
  }),
  result: emptyResult,
  errors: ['leg-unknown', 'leg-flying', 'leg-times'],
});

export const exportLegsExcel = operation({
  name: 'exportLegsExcel',
  summary: 'Exports the legs that match a filter to an .xlsx or .csv file, as a batch task.',
  access: read,
  effect: 'own',
  payload: z.object({ uid, ...filter, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: ['task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});

export const exportLegIgc = operation({
  name: 'exportLegIgc',
  summary:
    'Exports the track of a leg to an IGC file, as a batch task. The file has no signature, so it proves nothing.',
  access: read,
  effect: 'own',
  payload: z.object({ uid, legId: id }),
  result: z.object({ taskProgressId: id }),
  errors: ['leg-unknown', 'track-none', 'task-limit', 'task-queue-full', 'export-too-large'],
});
