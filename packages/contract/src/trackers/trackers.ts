import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import { z } from 'zod';
import { tracker, trackerForm, trackerTable } from '../entities/tracker.ts';
import { emptyResult, id, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { DEVICE_ROLES } from '../roles.ts';

const ROLE = 'eob_plugin_device_mg';

export const queryAllTrackers = operation({
  name: 'queryAllTrackers',
  summary: 'Every tracker that the user may see, with its latest state.',
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
  summary: 'The same as columns, in parts and a third of the bytes: for accounts with very many trackers.',
  access: queryAllTrackers.access,
  effect: 'none',
  payload: z.object({
    uid,
    after: id.optional().describe('`next` of the part before; left out for the first one'),
  }),
  result: trackerTable.extend({
    next: id.nullable().describe('ask with it for the next part; null: this was the last'),
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
  summary: 'What a person reads of one tracker: with its group and where it is in words.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: tracker.extend({
    groupName: z.string().describe('empty: in no group'),
    address: z.string().describe('empty: it has no place, or nothing is near'),
  }),
  errors: ['tracker-unknown'],
});

export const queryTrackerListData = operation({
  name: 'queryTrackerListData',
  summary: 'A page of the trackers by name, as filtered, and how many there are of each status.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    keywords: text.trim().max(100).optional().describe('part of name, IMEI or label'),
    status: z.enum(TRACKER_STATUSES).optional(),
    groupId: id.nullable().optional().describe('with the groups below it; null: those in no group'),
    pageIndex,
    pageSize,
  }),
  result: listOf(tracker).extend({
    counts: z
      .object({ RUNNING: z.int(), STOP: z.int(), SOS: z.int(), OFFLINE: z.int() })
      .describe('as filtered, whatever the status'),
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
  summary: 'Registers many devices. Each row that cannot be is answered with its reason; the others are.',
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
      .describe('rows of the fields of addTracker; each is judged on its own'),
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
  summary: 'Changes the given fields of a device; the others stay.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 32_768,
  payload: trackerForm.partial().extend({ uid, trackerId: id }),
  result: emptyResult,
  errors: ['tracker-unknown', 'imei-taken', 'group-unknown', 'icon-unknown'],
});

export const queryTrackerProtocol = operation({
  name: 'queryTrackerProtocol',
  summary: 'The only protocol by which a device may report, for who may change it (`editTracker`).',
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
    'The key by which a device proves who it is where its protocol has no other proof (OsmAnd over HTTPS).',
  access: { permission: 'editor', roles: [ROLE], person: true },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: trackerKey,
  errors: ['tracker-unknown'],
});

export const renewTrackerKey = operation({
  name: 'renewTrackerKey',
  summary: 'Gives a device another key; the one before proves nothing from then on.',
  access: { permission: 'editor', roles: [ROLE], person: true },
  effect: 'account',
  payload: z.object({ uid, trackerId: id }),
  result: trackerKey,
  errors: ['tracker-unknown'],
});

export const removeTracker = operation({
  name: 'removeTracker',
  summary: 'Removes a device at once; its history is erased behind it, as a batch task.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, trackerId: id }),
  result: emptyResult,
  errors: ['tracker-unknown'],
});

export const queryUnregisteredDevices = operation({
  name: 'queryUnregisteredDevices',
  summary:
    'Devices that reported and are registered with no account. Only people of the operator’s own account see them.',
  access: { permission: 'administrator', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(
    z.object({
      imei: z.string(),
      protocol: z.string(),
      firstTime: z.int(),
      lastTime: z.int(),
      address: z.string(),
      count: z.int(),
    }),
  ),
  errors: [],
});
