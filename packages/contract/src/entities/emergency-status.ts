import { EMERGENCIES } from '@wakeline/domain/aviation/emergency';
import { z } from 'zod';
import { instant } from '../fields.ts';

/** See `packages/domain/src/aviation/emergency.ts`. */
export const emergencyStatus = z
  .object({
    kind: z.enum(EMERGENCIES).nullable().describe('null: the device says no more than that there is one'),
    squawk: z.string().nullable().describe('7500, 7600 or 7700, if that says it'),
    since: instant,
  })
  .describe('that an aircraft reports; omitted: none');
