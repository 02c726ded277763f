import { z } from 'zod';
import { emptyResult, id, listOf, name, note, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PLANE_ROLES } from '../roles.ts';
import { SHAPES, shapeParams } from '../shapes.ts';

const change = { permission: 'editor', roles: ['eob_plugin_flight_info', 'eob_plugin_flight_mg'] } as const;

export const landingPlaceForm = z.object({
  landingPlaceName: name,
  code: text
    .trim()
    .toUpperCase()
    .refine(SHAPES.placeCode.isValid, shapeParams('placeCode'))
    .max(8)
    .nullable()
    .default(null)
    .describe('own short code: 2 to 8 letters, digits and hyphens; unique in the account'),
  latitude: z.number().min(-90).max(90).describe('WGS-84 degrees'),
  longitude: z.number().min(-180).max(180).describe('WGS-84 degrees'),
  elevation: z.number().min(-500).max(9_000).nullable().default(null).describe('metres above sea level'),
  radius: z.int().min(100).max(5_000).default(1_000).describe('metres around the position that belong to it'),
  note: note.default(''),
});
export type LandingPlaceForm = z.output<typeof landingPlaceForm>;

export const landingPlace = z.object({
  landingPlaceId: id,
  landingPlaceName: z.string(),
  code: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  elevation: z.number().nullable().describe('metres above sea level'),
  radius: z.int().describe('metres'),
  note: z.string(),
});
export type LandingPlace = z.infer<typeof landingPlace>;

export const queryLandingPlaces = operation({
  name: 'queryLandingPlaces',
  summary: "The account's own landing places, by name.",
  access: { permission: 'viewer', roles: PLANE_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(landingPlace).extend({ abilities: z.object({ change: z.boolean() }) }),
  errors: [],
});

export const createLandingPlace = operation({
  name: 'createLandingPlace',
  summary: 'Creates a landing place of the account. A scope limited to groups does not permit it.',
  access: change,
  effect: 'account',
  payload: landingPlaceForm.extend({ uid }),
  result: z.object({ landingPlaceId: id }),
  errors: ['landing-place-limit', 'landing-place-code-taken'],
});

export const editLandingPlace = operation({
  name: 'editLandingPlace',
  summary: 'Replaces the details of a landing place. A scope limited to groups does not permit it.',
  access: change,
  effect: 'account',
  payload: landingPlaceForm.extend({ uid, landingPlaceId: id }),
  result: emptyResult,
  errors: ['landing-place-unknown', 'landing-place-code-taken'],
});

export const deleteLandingPlaces = operation({
  name: 'deleteLandingPlaces',
  summary: 'Deletes landing places: all of them, or none. A scope limited to groups does not permit it.',
  access: change,
  effect: 'account',
  bodyBytes: 32_768,
  payload: z.object({
    uid,
    landingPlaceIds: z.array(id).min(1).max(LIMITS.landingPlacesPerAccount),
  }),
  result: emptyResult,
  errors: ['landing-place-unknown'],
});
