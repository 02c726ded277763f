import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import { z } from 'zod';
import { tracker } from '../entities/tracker.ts';
import { id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';

const ROLE = 'eob_plugin_device_mg';

/** One or more values of a choice; each device has one of them. */
const oneOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(100).optional();

/** Selects devices of the account; a missing field does not restrict. Also used by changes of all matching devices. */
export const deviceFilter = z.object({
  keywords: text.trim().max(100).optional().describe('substring of name, IMEI, label or card number'),
  groupId: id.nullable().optional().describe('including subgroups; null: devices without a group'),
  models: oneOf(text.max(64)).describe('compared without case; empty text: devices without a model'),
  protocols: oneOf(z.enum(PROTOCOL_NAMES).nullable()).describe('the protocol setting; null: any protocol'),
  statuses: oneOf(z.enum(TRACKER_STATUSES)),
  activations: oneOf(tracker.shape.activation),
  validBefore: instant.optional().describe('the validity ends before this time'),
  reportedBefore: instant.optional().describe('the last report is older than this time, or there is none'),
});
export type DeviceFilter = z.output<typeof deviceFilter>;

/** Columns by which the device table can be sorted. Unknown values come last in both directions. */
export const DEVICE_SORTS = [
  'trackerName',
  'imei',
  'label',
  'iotCard',
  'groupName',
  'model',
  'protocol',
  'status',
  'validUntil',
  'createdTime',
  'latestCommTime',
  'electricity',
  'mileage',
] as const;
export type DeviceSort = (typeof DEVICE_SORTS)[number];

/** A row of the device table. */
export const device = tracker.extend({
  groupName: z.string().describe('empty: no group'),
  protocol: z
    .enum(PROTOCOL_NAMES)
    .nullable()
    .describe('the only protocol with which the device may report; null: any'),
  createdTime: instant.describe('time of the registration'),
});
export type Device = z.output<typeof device>;

export const queryDeviceDtosByPage = operation({
  name: 'queryDeviceDtosByPage',
  summary: 'A page of the devices that match a filter, sorted by a column, with the number of all of them.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  bodyBytes: 81_920,
  payload: z.object({
    uid,
    deviceFilter: deviceFilter.default({}),
    sort: z.enum(DEVICE_SORTS).default('trackerName'),
    direction: z.enum(['ascending', 'descending']).default('ascending'),
    pageIndex,
    pageSize,
  }),
  result: listOf(device).extend({
    abilities: z.object({
      add: z.boolean().describe('whether the reader may register devices'),
      transfer: z
        .boolean()
        .describe('whether the reader may transfer devices, and there is an account for it'),
    }),
  }),
  errors: ['group-unknown'],
});
