import { z } from 'zod';
import { latitude, longitude } from './entities/map-object.ts';
import { LANGUAGES } from './entities/user-config.ts';
import { id, listOf, text, uid } from './fields.ts';
import { operation } from './operation.ts';
import { DEVICE_ROLES } from './roles.ts';

export const SEARCH_RESULT_KINDS = [
  'coordinates',
  'tracker',
  'group',
  'fence',
  'labelPoint',
  'route',
  'place',
] as const;
export type SearchResultKind = (typeof SEARCH_RESULT_KINDS)[number];

export const geoLocInfoWithKeywords = operation({
  name: 'geoLocInfoWithKeywords',
  summary:
    "Finds coordinates in any common notation, the account's objects by name (devices also by IMEI and label), and places.",
  access: { permission: 'viewer', roles: ['eob_plugin_loc_monitor'] },
  effect: 'none',
  payload: z.object({
    uid,
    // Links of map services are long.
    keywords: text.trim().min(1).max(500),
    latitude: latitude.optional().describe('centre of the map: nearby results come first'),
    longitude: longitude.optional(),
  }),
  result: listOf(
    z.object({
      kind: z.enum(SEARCH_RESULT_KINDS),
      id: id.nullable().describe('id of the object; null: coordinates or a place'),
      name: z.string(),
      detail: z.string().describe("a second line, in the reader's language: IMEI, region, distance"),
      latitude: z.number().nullable().describe('null: no position yet'),
      longitude: z.number().nullable(),
      bounds: z
        .object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
        .nullable()
        .describe('extent, if it has one; across the antimeridian `east` exceeds 180'),
    }),
  ),
  errors: [],
});

export const queryAddress = operation({
  name: 'queryAddress',
  summary:
    "Reverse geocoding in the reader's language: the nearest named place and its distance, or the address from the operator's geocoder.",
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    latitude,
    longitude,
    lang: z.enum(LANGUAGES).optional().describe("language of the page; default: the user's"),
  }),
  result: z.object({ address: z.string().describe('empty: no named place nearby') }),
  errors: [],
});
