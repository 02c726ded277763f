import { z } from 'zod';
import { id, listOf, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PLANE_ROLES } from '../roles.ts';

const access = { permission: 'viewer', roles: PLANE_ROLES } as const;

/** In the order of the numbers in the data set. */
export const AIRPORT_TYPES = [
  'large_airport',
  'medium_airport',
  'small_airport',
  'heliport',
  'seaplane_base',
  'balloonport',
] as const;

export const airportIdent = text
  .trim()
  .toUpperCase()
  .min(2)
  .max(8)
  .describe('ident of OurAirports: the ICAO code where there is one');

/** A place where aircraft take off and land: an own landing place, or an airport. */
export const field = z.object({
  landingPlaceId: id.nullable().describe('null: an airport'),
  ident: z.string().nullable().describe('of an airport; null: an own landing place'),
  code: z.string().nullable().describe('IATA code of an airport, own code of a landing place; null: none'),
  fieldName: z.string(),
  city: z.string().describe('empty: not known'),
  country: z.string().describe('ISO 3166-1 alpha-2; empty: an own landing place'),
  type: z.enum(AIRPORT_TYPES).nullable().describe('null: an own landing place'),
  latitude: z.number().describe('WGS-84 degrees'),
  longitude: z.number().describe('WGS-84 degrees'),
  elevation: z.number().nullable().describe('metres above sea level'),
});
export type Field = z.infer<typeof field>;

const runwayEnd = z.object({
  designator: z.string().describe('such as 09L'),
  heading: z.number().describe('degrees, true'),
  latitude: z.number(),
  longitude: z.number(),
  elevation: z.number().nullable().describe('metres above sea level'),
});
export const runway = z.object({ length: z.number().describe('metres'), ends: z.array(runwayEnd) });

export const searchFields = operation({
  name: 'searchFields',
  summary:
    'Landing places of the account and airports by code or name: own ones first, then equal codes, codes that begin with the keywords, and names; large and near ones first. At most 20.',
  access,
  effect: 'none',
  payload: z.object({
    uid,
    keywords: text.trim().min(1).max(LIMITS.name),
    near: z
      .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
      .optional()
      .describe('of several equal matches the nearest come first'),
  }),
  result: listOf(field),
  errors: [],
});

export const queryField = operation({
  name: 'queryField',
  summary: 'One landing place or airport, with its runways.',
  access,
  effect: 'none',
  payload: z.object({
    uid,
    ident: airportIdent.optional(),
    landingPlaceId: id.optional().describe('instead of `ident`'),
  }),
  result: field.extend({ runways: z.array(runway).describe('empty: none known') }),
  errors: ['airport-unknown', 'landing-place-unknown'],
});
