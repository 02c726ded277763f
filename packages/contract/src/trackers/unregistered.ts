import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { z } from 'zod';
import { instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';

const ROLE = 'eob_plugin_device_mg';

const unregisteredDevice = z.object({
  imei: z.string().describe('the number as the device sends it'),
  protocol: z.string(),
  firstTime: instant,
  lastTime: instant,
  address: z.string().describe('IP address of the last connection'),
  count: z.int().describe('frames and requests that were rejected'),
  position: z
    .object({
      latitude: z.number().describe('degrees, WGS-84'),
      longitude: z.number().describe('degrees, WGS-84'),
      time: instant.describe('of the fix, by the device clock'),
    })
    .nullable()
    .describe('the last valid position in its frames; null: none'),
});
export type UnregisteredDevice = z.infer<typeof unregisteredDevice>;

export const queryUnregisteredDevices = operation({
  name: 'queryUnregisteredDevices',
  summary:
    "Devices that reported but are not registered in any account, most recent first. Only visible to users of the operator's own account.",
  access: { permission: 'administrator', roles: [ROLE] },
  effect: 'none',
  payload: z.object({
    uid,
    keywords: text.trim().max(100).optional().describe('substring of IMEI or address'),
    protocol: z.enum(PROTOCOL_NAMES).optional(),
    pageIndex,
    pageSize,
  }),
  result: listOf(unregisteredDevice),
  errors: [],
});
