import { FENCE_TYPES } from '@wakeline/domain/fences/fence-shape';
import { z } from 'zod';
import { color, id, name, note, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

export const DISPLAYS = ['SHOW', 'HIDE'] as const;
export type Display = (typeof DISPLAYS)[number];

/** Longitude that may exceed 180 degrees, so that geometries across the antimeridian stay connected. */
const shapeLongitude = z.number().min(-540).max(540);
export const longitude = z.number().min(-180).max(180);
export const latitude = z.number().min(-90).max(90);

/** `[longitude, latitude]` in degrees, WGS-84. */
export const position = z.tuple([shapeLongitude, latitude]);
/** The same, optionally with the altitude in metres above mean sea level. */
export const routePosition = z.union([position, z.tuple([shapeLongitude, latitude, z.number()])]);

/**
 * The tracker group of an object; null: the whole account. Users restricted to some groups see the objects of these
 * groups and those without a group.
 */
const groupId = id.nullable();

const objectAbilities = z
  .object({ edit: z.boolean(), remove: z.boolean() })
  .describe('what the reader may do with it; determines the buttons');

/** The area of a fence, depending on `fenceType`; see `packages/domain/src/fences/fence-shape.ts`. */
export const fenceData = z.union([
  z
    .object({
      rings: z
        .array(z.array(position).max(LIMITS.fencePoints))
        .min(1)
        .max(LIMITS.fenceRings)
        .describe('outer ring first, then holes; the first vertex of a ring is not repeated at its end'),
    })
    .describe('POLYGON'),
  z
    .object({ west: longitude, south: latitude, east: longitude, north: latitude })
    .describe('RECTANGLE; across the antimeridian `east` is less than `west`'),
  z
    .object({ center: z.tuple([longitude, latitude]), radius: z.number().max(5_000_000).describe('metres') })
    .describe('CIRCULAR'),
]);
export type FenceData = z.infer<typeof fenceData>;

export const FENCE_NOTICES = ['BOTH', 'IN', 'OUT', 'NONE'] as const;

/** Form of a fence. Defaults apply to creation only, so the create operation defines them. */
export const fenceForm = z.object({
  fenceName: name,
  fenceType: z.enum(FENCE_TYPES),
  fenceData,
  color,
  display: z.enum(DISPLAYS),
  groupId: groupId.describe('monitored trackers: those of this group and its subgroups; null: all'),
  notice: z.enum(FENCE_NOTICES).describe('crossings that create a notice'),
  holdSeconds: z
    .int()
    .min(0)
    .max(3_600)
    .describe(
      'dwell time in seconds: a crossing counts after the tracker has been beyond the edge for this long, or is more than `holdMetres` beyond it',
    ),
  holdMetres: z.int().min(0).max(5_000).describe('exit buffer in metres'),
  note: note,
});
export type FenceForm = z.output<typeof fenceForm>;

export const fence = fenceForm.extend({ fenceId: id, abilities: objectAbilities });
export type Fence = z.infer<typeof fence>;

/** Address of a picture from `uploadMapPicture`, or the name of a built-in icon. */
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
  images: z.array(text.max(512)).max(LIMITS.pointImages).describe('addresses from `uploadMapPicture`'),
});
export type LabelPointForm = z.output<typeof labelPointForm>;

export const labelPoint = labelPointForm.extend({ labelPointId: id, abilities: objectAbilities });
export type LabelPoint = z.infer<typeof labelPoint>;

export const ROUTE_TYPES = ['drive', 'walk', 'cycle'] as const;
export type RouteType = (typeof ROUTE_TYPES)[number];
export const ROUTE_ORIGINS = ['drawn', 'planned', 'imported'] as const;

/** A waypoint of a route: its start, its end, or a point in between. */
export const routeFlag = z.object({ lng: shapeLongitude, lat: latitude, name: text.max(LIMITS.name) });

const routeFields = {
  routeName: name,
  type: z.enum(ROUTE_TYPES),
  origin: z.enum(ROUTE_ORIGINS),
  color,
  weight: z.int().min(1).max(12).describe('pixels'),
  display: z.enum(DISPLAYS),
  groupId: groupId,
  points: z.array(routeFlag).max(LIMITS.routeFlags).describe('waypoints, including start and end'),
  start: text.max(LIMITS.name).describe('name of the start'),
  end: text.max(LIMITS.name),
  note: note,
};
export const routeForm = z.object({
  ...routeFields,
  dataPoints: z
    .array(routePosition)
    .min(2)
    .max(LIMITS.routePoints)
    .describe('the complete line, from start to end'),
});
export type RouteForm = z.output<typeof routeForm>;

/** A route in a list. Its line is simplified to at most `LIMITS.routeLinePoints` positions. */
export const route = z.object({
  ...routeFields,
  routeId: id,
  line: z.array(position),
  length: z.number().describe('length of the complete line in metres'),
  pointCount: z.int(),
  abilities: objectAbilities,
});
export type Route = z.infer<typeof route>;

export const fullRoute = route.extend({ dataPoints: z.array(routePosition) });
export type FullRoute = z.infer<typeof fullRoute>;

export const MAP_OBJECT_KINDS = ['fence', 'labelPoint', 'route'] as const;
export type MapObjectKind = (typeof MAP_OBJECT_KINDS)[number];
