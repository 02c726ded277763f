import { z } from 'zod';
import { trackerForm } from '../entities/tracker.ts';
import { id, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { deviceFilter } from './devices.ts';

const ROLE = 'eob_plugin_device_mg';

/** The devices of a batch change: ticked ones, or all that match a filter. */
export const deviceSelection = z.object({
  trackerIds: z.array(id).max(LIMITS.tickedTrackers).optional().describe('the ticked devices'),
  deviceFilter: deviceFilter.optional().describe('instead of `trackerIds`: all devices that match'),
  count: z
    .int()
    .nonnegative()
    .optional()
    .describe('required with `deviceFilter`: the number of devices that the user confirmed'),
});
export type DeviceSelectionPayload = z.output<typeof deviceSelection>;

export const SELECTION_ERRORS = [
  'devices-unticked',
  'selection-changed',
  'tracker-unknown',
  'group-unknown',
] as const;

/** Bytes of the longest `trackerIds` and filter as form fields. */
export const SELECTION_BYTES = 393_216;

const count = z.int().nonnegative().describe('the number of devices');

const { model, validUntil, password, groupId, iconDto, note, protocol } = trackerForm.shape;

/** Fields that several devices can have in common. */
const deviceChange = z.object({ model, validUntil, password, groupId, iconDto, note, protocol });
export type DeviceChange = z.output<typeof deviceChange>;

export const batchRemoveTracker = operation({
  name: 'batchRemoveTracker',
  summary:
    'Removes several devices: up to 2000 immediately, more in a batch task. The batch task then deletes their history.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: SELECTION_BYTES,
  payload: deviceSelection.extend({ uid }),
  result: z.object({ count }),
  errors: [...SELECTION_ERRORS],
});

export const batchEditGroupAndIcon = operation({
  name: 'batchEditGroupAndIcon',
  summary: 'Moves several devices to a group, and gives them an icon.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: SELECTION_BYTES,
  payload: deviceSelection.extend({ uid, groupId, iconDto }),
  result: z.object({ count }),
  errors: [...SELECTION_ERRORS, 'icon-unknown'],
});

export const batchEditTrackers = operation({
  name: 'batchEditTrackers',
  summary: 'Changes the given fields of several devices, of all or of none.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: SELECTION_BYTES,
  payload: deviceSelection.extend({ uid, change: deviceChange }),
  result: z.object({ count }),
  errors: [...SELECTION_ERRORS, 'icon-unknown'],
});
