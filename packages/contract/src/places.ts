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
    "Finds coordinates in any usual notation, the account's own things by name (of devices also IMEI and label), and places.",
  access: { permission: 'viewer', roles: ['eob_plugin_loc_monitor'] },
  effect: 'none',
  payload: z.object({
    uid,
    // A link of a map is long.
    keywords: text.trim().min(1).max(500),
    latitude: latitude.optional().describe('where the map looks: what is near comes first'),
    longitude: longitude.optional(),
  }),
  result: listOf(
    z.object({
      kind: z.enum(SEARCH_RESULT_KINDS),
      id: id.nullable().describe('of a thing of the account'),
      name: z.string(),
      detail: z.string().describe("a second line, in the reader's language: IMEI, region, distance"),
      latitude: z.number().nullable().describe('null: it has no place yet'),
      longitude: z.number().nullable(),
      bounds: z
        .object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
        .nullable()
        .describe('of what has an extent; across the antimeridian `east` goes beyond 180'),
    }),
  ),
  errors: [],
});

export const queryAddress = operation({
  name: 'queryAddress',
  summary:
    "A place in words, in the reader's language: the nearest named place and how far it is, or what the operator's geocoder says.",
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    latitude,
    longitude,
    lang: z.enum(LANGUAGES).optional().describe("of the page; by default the user's"),
  }),
  result: z.object({ address: z.string().describe('empty: nothing is near') }),
  errors: [],
});
