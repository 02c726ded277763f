import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { deviceSelection, SELECTION_BYTES, SELECTION_ERRORS } from './batch-changes.ts';

const ROLE = 'eob_plugin_device_mg';

export const renewTrackers = operation({
  name: 'renewTrackers',
  summary: 'Extends the validity of several devices to a date or by months, of all or of none.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: SELECTION_BYTES,
  payload: deviceSelection.extend({
    uid,
    validUntil: instant.nullable().optional().describe('the end of the validity; null: unlimited'),
    months: z
      .int()
      .min(1)
      .max(LIMITS.renewalMonths)
      .optional()
      .describe(
        'instead of `validUntil`: calendar months from the end of the validity, or from the end of today if it is over; ' +
          'devices without an end stay unlimited',
      ),
  }),
  result: z.object({
    count: z.int().nonnegative().describe('the number of devices'),
    changed: z.int().nonnegative().describe('those whose validity has changed'),
  }),
  errors: [...SELECTION_ERRORS, 'validity-in-past'],
});

export const queryValidityHistory = operation({
  name: 'queryValidityHistory',
  summary: 'The changes of the validity of a device, newest first.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid, trackerId: id, pageIndex, pageSize }),
  result: listOf(
    z.object({
      changeId: id,
      changeTime: instant,
      login: z.string().describe('who changed it; empty: not known'),
      from: instant.nullable().describe('the end before; null: unlimited'),
      to: instant.nullable().describe('the end from then on; null: unlimited'),
    }),
  ),
  errors: ['tracker-unknown'],
});
