import { FENCE_TYPES } from '@wakeline/domain/fences/fence-shape';
import { z } from 'zod';
import { color, id, name, note, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const DISPLAYS = ['SHOW', 'HIDE'] as const;
export type Display = (typeof DISPLAYS)[number];

/** Longitude that may go beyond 180 degrees, so that what lies across the antimeridian is in one piece. */
const shapeLongitude = z.number().min(-540).max(540);
export const longitude = z.number().min(-180).max(180);
export const latitude = z.number().min(-90).max(90);

/** `[longitude, latitude]` in degrees, WGS-84. */
export const position = z.tuple([shapeLongitude, latitude]);
/** The same, with metres above mean sea level where they are known. */
export const routePosition = z.union([position, z.tuple([shapeLongitude, latitude, z.number()])]);

/** The tracker group that an object belongs to; null: the whole account. Who sees some groups only sees theirs, and those of none. */
const groupId = id.nullable();

const objectAbilities = z
  .object({ edit: z.boolean(), remove: z.boolean() })
  .describe('what the reader may do with it: buttons follow these');

/** The area of a fence, as `fenceType` says; see `packages/domain/src/fences/fence-shape.ts`. */
export const fenceData = z.union([
  z
    .object({
      rings: z
        .array(z.array(position).max(LIMITS.fencePoints))
        .min(1)
        .max(LIMITS.fenceRings)
        .describe('outline first, then holes; a ring is not closed'),
    })
    .describe('POLYGON'),
  z
    .object({ west: longitude, south: latitude, east: longitude, north: latitude })
    .describe('RECTANGLE; `east` is below `west` across the antimeridian'),
  z
    .object({ center: z.tuple([longitude, latitude]), radius: z.number().max(5_000_000).describe('metres') })
    .describe('CIRCULAR'),
]);
export type FenceData = z.infer<typeof fenceData>;

export const FENCE_NOTICES = ['BOTH', 'IN', 'OUT', 'NONE'] as const;

/** What a person fills in for a fence. Defaults belong to making one, not to changing it: they stand with the operation. */
export const fenceForm = z.object({
  fenceName: name,
  fenceType: z.enum(FENCE_TYPES),
  fenceData,
  color,
  display: z.enum(DISPLAYS),
  groupId: groupId.describe('trackers that it watches: those of this group and below it; null: all'),
  notice: z.enum(FENCE_NOTICES).describe('which crossings are told'),
  holdSeconds: z
    .int()
    .min(0)
    .max(3_600)

    .describe(
      'a crossing counts when the tracker stays beyond the edge so long, or goes `holdMetres` beyond it',
    ),
  holdMetres: z.int().min(0).max(5_000),
  note: note,
});
export type FenceForm = z.output<typeof fenceForm>;

export const fence = fenceForm.extend({ fenceId: id, abilities: objectAbilities });
export type Fence = z.infer<typeof fence>;

/** Address of a picture of `uploadMapPicture`, or the name of a drawn icon. */
const iconUrl = text.max(512);

export const labelPointForm = z.object({
  placeName: name,
  latitude,
  longitude,
  iconUrl: iconUrl,
  color: color,
  display: z.enum(DISPLAYS),
  groupId: groupId,
  note: note,
  images: z.array(text.max(512)).max(LIMITS.pointImages).describe('addresses of `uploadMapPicture`'),
});
export type LabelPointForm = z.output<typeof labelPointForm>;

export const labelPoint = labelPointForm.extend({ labelPointId: id, abilities: objectAbilities });
export type LabelPoint = z.infer<typeof labelPoint>;

export const ROUTE_TYPES = ['drive', 'walk', 'cycle'] as const;
export type RouteType = (typeof ROUTE_TYPES)[number];
export const ROUTE_ORIGINS = ['drawn', 'planned', 'imported'] as const;

/** A flag of a route: its start, its end, and what one comes past. */
export const routeFlag = z.object({ lng: shapeLongitude, lat: latitude, name: text.max(LIMITS.name) });

const routeFields = {
  routeName: name,
  type: z.enum(ROUTE_TYPES),
  origin: z.enum(ROUTE_ORIGINS),
  color,
  weight: z.int().min(1).max(12).describe('pixels'),
  display: z.enum(DISPLAYS),
  groupId: groupId,
  points: z.array(routeFlag).max(LIMITS.routeFlags).describe('flags on the way, start and end among them'),
  start: text.max(LIMITS.name).describe('name of where it begins'),
  end: text.max(LIMITS.name),
  note: note,
};
export const routeForm = z.object({
  ...routeFields,
  dataPoints: z.array(routePosition).min(2).max(LIMITS.routePoints).describe('the line, from start to end'),
});
export type RouteForm = z.output<typeof routeForm>;

/** A route in a list: its line is simplified for the map to at most `LIMITS.routeLinePoints` positions. */
export const route = z.object({
  ...routeFields,
  routeId: id,
  line: z.array(position),
  length: z.number().describe('metres along the whole line'),
  pointCount: z.int(),
  abilities: objectAbilities,
});
export type Route = z.infer<typeof route>;

export const fullRoute = route.extend({ dataPoints: z.array(routePosition) });
export type FullRoute = z.infer<typeof fullRoute>;

export const MAP_OBJECT_KINDS = ['fence', 'labelPoint', 'route'] as const;
export type MapObjectKind = (typeof MAP_OBJECT_KINDS)[number];
