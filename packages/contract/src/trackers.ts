import { z } from 'zod';
import { tracker, trackerForm } from './entities/tracker.ts';
import { id, listOf, nothing, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';

const ROLE = 'eob_plugin_device_mg';

export const queryAllTrackers = operation({
  name: 'queryAllTrackers',
  summary: 'Every tracker that the user may see, with its latest state.',
  access: { permission: 'viewer', role: 'eob_plugin_loc_monitor' },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(tracker).extend({
    abilities: z.object({ add: z.boolean().describe('whether the reader may register devices') }),
  }),
  errors: [],
});

export const queryTrackerById = operation({
  name: 'queryTrackerById',
  summary: 'One tracker with its latest state.',
  access: { permission: 'viewer', role: 'eob_plugin_loc_monitor' },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: tracker,
  errors: ['tracker-unknown'],
});

export const addTracker = operation({
  name: 'addTracker',
  summary: 'Registers a device.',
  access: { permission: 'editor', role: ROLE },
  effect: 'account',
  payload: trackerForm.extend({ uid }),
  result: z.object({ trackerId: id }),
  errors: ['imei-taken', 'group-unknown', 'tracker-limit'],
});

export const batchAddTrackers = operation({
  name: 'batchAddTrackers',
  summary: 'Registers many devices. Each row that cannot be is answered with its reason; the others are.',
  access: { permission: 'editor', role: ROLE },
  effect: 'account',
  payload: z.object({
    uid,
    trackers: z
      .array(
        z
          .record(z.string(), z.unknown())
          .refine((row) => Object.keys(row).length <= LIMITS.fieldsOfRow)
          .meta({ maxProperties: LIMITS.fieldsOfRow }),
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
  access: { permission: 'editor', role: ROLE },
  effect: 'account',
  payload: trackerForm.partial().extend({ uid, trackerId: id }),
  result: nothing,
  errors: ['tracker-unknown', 'imei-taken', 'group-unknown'],
});

export const removeTracker = operation({
  name: 'removeTracker',
  summary: 'Removes a device at once; its history is erased behind it, as a batch task.',
  access: { permission: 'editor', role: ROLE },
  effect: 'account',
  payload: z.object({ uid, trackerId: id }),
  result: nothing,
  errors: ['tracker-unknown'],
});

export const queryUnregisteredDevices = operation({
  name: 'queryUnregisteredDevices',
  summary:
    'Devices that reported and are registered with no account. Only people of the operator’s own account see them.',
  access: { permission: 'administrator', role: ROLE },
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
