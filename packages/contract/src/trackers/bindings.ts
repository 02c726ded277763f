import { z } from 'zod';
import { id, instant } from '../fields.ts';

/** A device that a plane or person has or had. */
export const trackerBinding = z.object({
  trackerId: id.nullable().describe('null: the device no longer exists'),
  trackerName: z.string(),
  imei: z.string(),
  boundTime: instant,
  boundBy: z.string().describe('login'),
  unboundTime: instant.nullable().describe('null: still bound'),
  unboundBy: z.string().nullable().describe('login; empty: not known'),
});
export type TrackerBinding = z.infer<typeof trackerBinding>;
