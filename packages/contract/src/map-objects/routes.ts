import { z } from 'zod';
import {
  DISPLAYS,
  fullRoute,
  latitude,
  longitude,
  ROUTE_TYPES,
  route,
  routeForm,
  routePosition,
} from '../entities/map-object.ts';
import { emptyResult, id, listOf, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { MAP_ROLES } from '../roles.ts';

const ROLE = 'eob_plugin_loc_monitor';
const routes = listOf(route).extend({ abilities: z.object({ add: z.boolean() }) });

export const queryAllRoutes = operation({
  name: 'queryAllRoutes',
  summary: 'Routes visible to the user, sorted by name, with simplified lines.',
  access: { permission: 'viewer', roles: MAP_ROLES },
  effect: 'none',
  payload: z.object({ uid, display: z.enum(DISPLAYS).optional().describe('only routes with this value') }),
  result: routes,
  errors: [],
});

export const queryAllRoutesByGroupId = operation({
  name: 'queryAllRoutesByGroupId',
  summary: 'Routes of one group, as queryAllRoutes; without `groupId`, routes without a group.',
  access: { permission: 'viewer', roles: MAP_ROLES },
  effect: 'none',
  payload: z.object({ uid, groupId: id.nullable().default(null) }),
  result: routes,
  errors: ['group-unknown'],
});

export const queryRouteByID = operation({
  name: 'queryRouteByID',
  summary: 'One route with its complete line.',
  access: { permission: 'viewer', roles: MAP_ROLES },
  effect: 'none',
  payload: z.object({ uid, routeId: id }),
  result: fullRoute,
  errors: ['route-unknown'],
});

export const addRoute = operation({
  name: 'addRoute',
  summary: 'Creates a route.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 1_048_576,
  payload: routeForm.extend({
    uid,
    type: routeForm.shape.type.default('drive'),
    origin: routeForm.shape.origin.default('drawn'),
    weight: routeForm.shape.weight.default(4),
    display: routeForm.shape.display.default('SHOW'),
    groupId: routeForm.shape.groupId.default(null),
    points: routeForm.shape.points.default([]),
    start: routeForm.shape.start.default(''),
    end: routeForm.shape.end.default(''),
    note: routeForm.shape.note.default(''),
  }),
  result: z.object({ routeId: id }),
  errors: ['route-limit', 'group-unknown', 'route-too-short'],
});

export const updateRoute = operation({
  name: 'updateRoute',
  summary: 'Changes the given fields of a route.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 1_048_576,
  payload: routeForm.partial().extend({ uid, routeId: id }),
  result: emptyResult,
  errors: ['route-unknown', 'route-limit', 'group-unknown', 'route-too-short'],
});

export const deleteRoute = operation({
  name: 'deleteRoute',
  summary: 'Deletes a route.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, routeId: id }),
  result: emptyResult,
  errors: ['route-unknown'],
});

export const getRoutePlan = operation({
  name: 'getRoutePlan',
  summary:
    'Plans a route along roads or paths through the given points, in order, with the routing service that the operator configured.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'none',
  payload: z.object({
    uid,
    type: z.enum(ROUTE_TYPES).default('drive'),
    points: z
      .array(z.tuple([longitude, latitude]))
      .min(2)
      .max(LIMITS.routeFlags),
  }),
  result: z.object({
    dataPoints: z.array(routePosition),
    distance: z.number().describe('metres'),
    duration: z.number().nullable().describe('seconds'),
  }),
  errors: ['routing-unset', 'routing-failed', 'route-not-found'],
});
