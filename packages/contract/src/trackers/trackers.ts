import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import { z } from 'zod';
import { tracker, trackerForm, trackerTable } from '../entities/tracker.ts';
import { emptyResult, id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { DEVICE_ROLES } from '../roles.ts';

const ROLE = 'eob_plugin_device_mg';

export const queryAllTrackers = operation({
  name: 'queryAllTrackers',
  summary: 'All trackers visible to the user, with their latest state.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(tracker).extend({
    abilities: z.object({ add: z.boolean().describe('whether the reader may register devices') }),
  }),
  errors: [],
});

export const queryTrackerTable = operation({
  name: 'queryTrackerTable',
  summary:
    'All trackers as columns, page by page and in a third of the bytes, for accounts with very many trackers.',
  access: queryAllTrackers.access,
  effect: 'none',
  payload: z.object({
    uid,
    after: id.optional().describe('`next` of the previous page; unset for the first page'),
    states: z
      .boolean()
      .optional()
      .describe('false: without `states`, in larger pages, for a console that receives them from the socket'),
  }),
  result: trackerTable.extend({
    next: id.nullable().describe('pass it as `after` for the next page; null: this was the last one'),
    abilities: queryAllTrackers.result.shape.abilities,
  }),
  errors: [],
});

export const queryTrackerById = operation({
  name: 'queryTrackerById',
  summary: 'One tracker with its latest state.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: tracker,
  errors: ['tracker-unknown'],
});

export const queryTrackerData = operation({
  name: 'queryTrackerData',
  summary: 'One tracker with the name of its group and its address.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: tracker.extend({
    groupName: z.string().describe('empty: no group'),
    address: z.string().describe('empty: no position, or no named place nearby'),
    lastReport: z
      .object({
        time: instant.describe('by the device clock'),
        attributes: z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
          .describe('all values that have no field of their own; `docs/protocols/` describes them'),
      })
      .nullable()
      .describe('the newest stored report; null: none, or the device has expired'),
  }),
  errors: ['tracker-unknown'],
});

export const queryTrackerListData = operation({
  name: 'queryTrackerListData',
  summary: 'A page of the filtered trackers, sorted by name, with counts per status.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    keywords: text.trim().max(100).optional().describe('substring of name, IMEI or label'),
    status: z.enum(TRACKER_STATUSES).optional(),
    groupId: id.nullable().optional().describe('including subgroups; null: trackers without a group'),
    pageIndex,
    pageSize,
  }),
  result: listOf(tracker).extend({
    counts: z
      .object({ RUNNING: z.int(), STOP: z.int(), SOS: z.int(), OFFLINE: z.int() })
      .describe('with the same filter, except for the status'),
  }),
  errors: ['group-unknown'],
});

export const addTracker = operation({
  name: 'addTracker',
  summary: 'Registers a device.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 32_768,
  payload: trackerForm.extend({ uid }),
  result: z.object({ trackerId: id }),
  errors: ['imei-taken', 'group-unknown', 'tracker-limit', 'icon-unknown'],
});

export const batchAddTrackers = operation({
  name: 'batchAddTrackers',
  summary: 'Registers several devices. Invalid rows are returned with the reason; the others are registered.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 1_048_576,
  payload: z.object({
    uid,
    trackers: z
      .array(
        z
          .record(z.string(), z.unknown())
          .refine((row) => Object.keys(row).length <= LIMITS.fieldsPerRow)
          .meta({ maxProperties: LIMITS.fieldsPerRow }),
      )
      .min(1)
      .max(LIMITS.batchTrackers)
      .describe('rows with the fields of addTracker; each is validated separately'),
  }),
  result: z.object({
    added: z.array(z.object({ row: z.int(), trackerId: id })),
    failed: z.array(
      z.object({ row: z.int().describe('from 1'), imei: z.string(), error: z.string(), message: z.string() }),
    ),
  }),
  errors: [],
});

export const editTracker = operation({
  name: 'editTracker',
  summary: 'Changes the given fields of a device.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 32_768,
  payload: trackerForm.partial().extend({ uid, trackerId: id }),
  result: emptyResult,
  errors: ['tracker-unknown', 'imei-taken', 'group-unknown', 'icon-unknown'],
});

export const queryTrackerProtocol = operation({
  name: 'queryTrackerProtocol',
  summary:
    'The only protocol with which a device may report. For users who may change it with `editTracker`.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: z.object({ protocol: z.enum(PROTOCOL_NAMES).nullable().describe('null: any') }),
  errors: ['tracker-unknown'],
});

const trackerKey = z.object({
  key: z.string().describe('what the device sends as `key` with each report, over HTTPS'),
});

export const queryTrackerKey = operation({
  name: 'queryTrackerKey',
  summary:
    'The key with which a device authenticates if its protocol has no other means (OsmAnd over HTTPS).',
  access: { permission: 'editor', roles: [ROLE], person: true },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: trackerKey,
  errors: ['tracker-unknown'],
});

export const renewTrackerKey = operation({
  name: 'renewTrackerKey',
  summary: 'Gives a device a new key and invalidates the old one.',
  access: { permission: 'editor', roles: [ROLE], person: true },
  effect: 'account',
  payload: z.object({ uid, trackerId: id }),
  result: trackerKey,
  errors: ['tracker-unknown'],
});

export const removeTracker = operation({
  name: 'removeTracker',
  summary: 'Removes a device immediately; a batch task then deletes its history.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, trackerId: id }),
  result: emptyResult,
  errors: ['tracker-unknown'],
});
