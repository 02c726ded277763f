import { z } from 'zod';
import { id, instant } from '../fields.ts';

/** One place of a track, for replay. A value that is not known is null. */
export const trackPoint = z.object({
  id: id.describe('number of the point in this answer, from 1'),
  lng: z.number(),
  lat: z.number(),
  time: instant,
  dir: z.number().nullable().describe('course over ground, degrees'),
  speed: z.number().nullable().describe('km/h'),
  power: z.number().nullable().describe('battery, percent'),
  gsm: z.number().nullable().describe('mobile signal, percent'),
  gps: z.int().nullable().describe('satellites used'),
  height: z.number().nullable().describe('metres above mean sea level'),
  distant: z.number().describe('metres travelled since the first point of the answer'),
  info: z
    .array(z.object({ key: z.string(), value: z.string() }))
    .describe('everything else that the device sent'),
});
export type TrackPoint = z.infer<typeof trackPoint>;
