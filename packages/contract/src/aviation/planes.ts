import { AIRCRAFT_KINDS } from '@wakeline/domain/aviation/aircraft-kind';
import { FLIGHT_LIMIT_BOUNDS, type FlightLimits } from '@wakeline/domain/aviation/flight-profile';
import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, note, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PLANE_ROLES } from '../roles.ts';
import { SHAPES, shapeParams } from '../shapes.ts';
import { trackerBinding } from '../trackers/bindings.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';

const read = { permission: 'viewer', roles: PLANE_ROLES } as const;
const change = { permission: 'editor', roles: ['eob_plugin_flight_info'] } as const;

export const aircraftKind = z.enum(AIRCRAFT_KINDS);

/** Registration of an aircraft, as it is painted on it. */
export const tailNumber = z
  .string()
  .trim()
  .toUpperCase()
  .refine(SHAPES.tailNumber.isValid, shapeParams('tailNumber'))
  .max(12)
  .describe('2 to 12 letters, digits and hyphens; stored in upper case');

/** 24-bit address that ICAO assigned (Annex 10, volume III, chapter 9). */
export const hexAddress = z
  .string()
  .trim()
  .toLowerCase()
  .refine(SHAPES.icaoAddress.isValid, shapeParams('icaoAddress'))
  .refine(SHAPES.hexAddress.isValid, shapeParams('hexAddress'))
  .max(6)
  .describe('6 hexadecimal digits; stored in lower case');

const limit = (name: keyof FlightLimits) =>
  z.number().min(FLIGHT_LIMIT_BOUNDS[name].min).max(FLIGHT_LIMIT_BOUNDS[name].max).optional();

/** Differences from the limits of the kind; a missing one is that of the kind. */
const thresholds = z.strictObject({
  takeoffSpeed: limit('takeoffSpeed').describe('km/h'),
  landingSpeed: limit('landingSpeed').describe('km/h, below the take-off speed'),
  proofHeight: limit('proofHeight').describe('metres above ground that prove flight'),
  holdUp: limit('holdUp').describe('milliseconds in flight before a take-off counts'),
  holdDown: limit('holdDown').describe('milliseconds on the ground before a landing counts'),
});

/** What a user enters about a plane. */
const details = {
  tailNumber,
  hexAddress: hexAddress.nullable().default(null),
  kind: aircraftKind.describe('decides how take-off and landing are found'),
  model: text.trim().max(LIMITS.name).default('').describe('such as C172'),
  layout: text.trim().max(LIMITS.name).default('').describe('such as 4 seats'),
  groupId: id.nullable().default(null),
  icon: z.enum(ICON_NAMES).default('aircraft').describe('built-in icon'),
  trackerId: id.nullable().default(null).describe('the device on board; null: none'),
  thresholds: thresholds.default({}),
  note: note.default(''),
};

export const planeForm = z.object(details);
export type PlaneForm = z.output<typeof planeForm>;

export const plane = z.object({
  planeId: id,
  tailNumber: z.string(),
  hexAddress: z.string().nullable(),
  kind: aircraftKind,
  model: z.string(),
  layout: z.string(),
  groupId: id.nullable(),
  groupName: z.string().describe('empty: no group'),
  icon: z.enum(ICON_NAMES),
  trackerId: id.nullable(),
  trackerName: z.string().nullable(),
  imei: z.string().nullable().describe('of the device on board'),
  thresholds,
  note: z.string(),
  createTime: instant,
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Plane = z.infer<typeof plane>;

const filter = {
  keywords: text
    .trim()
    .max(LIMITS.name)
    .default('')
    .describe('part of a tail number, hex address, model, note or name of the device'),
  kind: aircraftKind.optional(),
  groupId: id.nullable().optional().describe('including subgroups; null: planes without a group'),
  isBound: z.boolean().optional().describe('whether a device is on board'),
};
export const planeFilter = z.object(filter);
export type PlaneFilter = z.output<typeof planeFilter>;

/** Columns by which planes are sorted. Unknown values come last in both directions. */
export const PLANE_SORTS = ['tailNumber', 'kind', 'model', 'groupName', 'trackerName', 'createTime'] as const;
export type PlaneSort = (typeof PLANE_SORTS)[number];

const suggestedTracker = z
  .object({ trackerId: id, trackerName: z.string() })
  .nullable()
  .describe('a plane without a device: the device that ADS-B reports of its hex address created; null: none');

const FORM_ERRORS = [
  'group-unknown',
  'tracker-unknown',
  'tracker-has-plane',
  'tail-number-taken',
  'hex-address-taken',
  'plane-thresholds',
] as const;

export const queryPlanesByPage = operation({
  name: 'queryPlanesByPage',
  summary:
    'A page of the planes that match a filter. A user of a scope limited to groups sees the planes with a device of it, and those without a device whose group is in it.',
  access: read,
  effect: 'none',
  payload: z.object({
    uid,
    ...filter,
    sort: z.enum(PLANE_SORTS).default('tailNumber'),
    direction: z.enum(['ascending', 'descending']).default('ascending'),
    pageIndex,
    pageSize,
  }),
  result: listOf(plane).extend({ abilities: z.object({ create: z.boolean() }) }),
  errors: ['group-unknown'],
});

export const createPlane = operation({
  name: 'createPlane',
  summary: 'Creates a plane.',
  access: change,
  effect: 'account',
  payload: planeForm.extend({ uid }),
  result: z.object({ planeId: id, suggestedTracker }),
  errors: ['plane-limit', ...FORM_ERRORS],
});

export const editPlane = operation({
  name: 'editPlane',
  summary: 'Replaces the details of a plane. Another device, or none, ends the binding of the former one.',
  access: change,
  effect: 'account',
  payload: planeForm.extend({ uid, planeId: id }),
  result: z.object({ suggestedTracker }),
  errors: ['plane-unknown', ...FORM_ERRORS],
});

export const deletePlanes = operation({
  name: 'deletePlanes',
  summary:
    'Deletes planes with the history of their bindings: all of them, or none. Devices and tracks stay.',
  access: change,
  effect: 'account',
  bodyBytes: 32_768,
  payload: z.object({ uid, planeIds: z.array(id).min(1).max(LIMITS.planesPerCall) }),
  result: emptyResult,
  errors: ['plane-unknown'],
});

export const queryPlaneBindings = operation({
  name: 'queryPlaneBindings',
  summary:
    'Devices that a plane has had on board, newest first. Name and number are those at the time of the binding, also of devices that no longer exist.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, planeId: id, pageIndex, pageSize }),
  result: listOf(trackerBinding),
  errors: ['plane-unknown'],
});

export const exportPlanesExcel = operation({
  name: 'exportPlanesExcel',
  summary: 'Exports the planes that match a filter to an .xlsx or .csv file, as a batch task.',
  access: read,
  effect: 'own',
  payload: z.object({ uid, ...filter, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: ['group-unknown', 'task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});
