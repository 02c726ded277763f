import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import { z } from 'zod';
import { FLIGHT_STATES } from '../aviation/flights.ts';
import { id, instant, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

const place = z.object({ ident: z.string().nullable(), fieldName: z.string() });

const terminalPlane = z.object({
  bdUserId: id,
  planeId: id,
  trackerId: id.describe('the device that carries the terminal; its live state has phase and height'),
  tailNumber: z.string(),
  icon: z.enum(ICON_NAMES),
  flight: z
    .object({
      flightNumber: z.string(),
      state: z.enum(FLIGHT_STATES),
      departure: place,
      arrival: place,
      alternate: z.string().nullable(),
      takeoffTime: instant.describe('planned off-block time'),
      arrivalTime: instant.describe('estimated arrival'),
    })
    .nullable()
    .describe('the flight under way, otherwise an overdue one, otherwise the next one; null: none'),
});
export type TerminalPlane = z.infer<typeof terminalPlane>;

export const queryTerminalPlanes = operation({
  name: 'queryTerminalPlanes',
  summary:
    'The planes on which these terminals are, with their current or next flight. Terminals that are not on a plane are left out.',
  access: { permission: 'viewer', roles: ['eob_plugin_flight_msg'] },
  effect: 'none',
  payload: z.object({ uid, bdUserIds: z.array(id).min(1).max(LIMITS.satelliteReceivers) }),
  result: z.object({ list: z.array(terminalPlane).describe('by tail number') }),
  errors: ['communication-account-unknown'],
});
