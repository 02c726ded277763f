import { z } from 'zod';
import { color, id, instant } from '../fields.ts';

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
  label: z.string().describe('what stands beside it: the name of the device and, in brackets, its number'),
  color: color.describe('of its status: #d30d0d SOS, #20c023 moving, #2398f3 standing or not known'),
  info: z
    .array(z.object({ key: z.string(), value: z.string() }))
    .describe('everything else that the device sent'),
});
export type TrackPoint = z.infer<typeof trackPoint>;

/** A time during which a device did not leave a place. */
export const stayPoint = z.object({
  startTime: instant,
  endTime: instant,
  duration: z.int().describe('milliseconds'),
  lng: z.number(),
  lat: z.number(),
  gDeviceStatus: z
    .int()
    .min(1)
    .max(15)
    .describe(
      'what is said of the stay and chooses its icon: see the stay points of docs/development/replay.md',
    ),
});
export type StayPoint = z.infer<typeof stayPoint>;

/** Figures of a whole track. What is not known is null. */
export const trackSummary = z.object({
  points: z.int(),
  distance: z.number().describe('metres'),
  movingTime: z.int().describe('milliseconds'),
  stopTime: z.int().describe('milliseconds within stay points'),
  unknownTime: z.int().describe('milliseconds of silence: neither moving nor stopped is known'),
  maxSpeed: z.number().nullable().describe('km/h'),
  meanSpeed: z.number().nullable().describe('km/h while moving'),
  climb: z.number().nullable().describe('metres up'),
  descent: z.number().nullable().describe('metres down'),
  minHeight: z.number().nullable().describe('metres above mean sea level'),
  maxHeight: z.number().nullable(),
});
export type TrackSummary = z.infer<typeof trackSummary>;
