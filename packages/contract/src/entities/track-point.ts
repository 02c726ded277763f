import { z } from 'zod';
import { color, id, instant } from '../fields.ts';

/** A point of a track, for replay. Unknown values are null. */
export const trackPoint = z.object({
  id: id.describe('number of the point in this response, from 1'),
  lng: z.number(),
  lat: z.number(),
  time: instant,
  dir: z.number().nullable().describe('course over ground, degrees'),
  speed: z.number().nullable().describe('km/h'),
  power: z.number().nullable().describe('battery, percent'),
  gsm: z.number().nullable().describe('mobile signal, percent'),
  gps: z.int().nullable().describe('satellites used'),
  height: z.number().nullable().describe('metres above mean sea level'),
  distant: z.number().describe('metres travelled since the first point of the response'),
  label: z.string().describe('label text: the name of the device and, in brackets, its number'),
  color: color.describe('colour of its status: #d30d0d SOS, #20c023 moving, #2398f3 stationary or unknown'),
  info: z
    .array(z.object({ key: z.string(), value: z.string() }))
    .describe('all other values that the device sent'),
});
export type TrackPoint = z.infer<typeof trackPoint>;

/** A period during which a device stayed in one position. */
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
      'status of the stay, which determines its icon: see the stay points in docs/development/replay.md',
    ),
});
export type StayPoint = z.infer<typeof stayPoint>;

/** Statistics of a complete track. Unknown values are null. */
export const trackSummary = z.object({
  points: z.int(),
  distance: z.number().describe('metres'),
  movingTime: z.int().describe('milliseconds'),
  stopTime: z.int().describe('milliseconds in stay points'),
  unknownTime: z.int().describe('milliseconds without reports: whether the device moved is unknown'),
  maxSpeed: z.number().nullable().describe('km/h'),
  meanSpeed: z.number().nullable().describe('km/h while moving'),
  climb: z.number().nullable().describe('total ascent in metres'),
  descent: z.number().nullable().describe('total descent in metres'),
  minHeight: z.number().nullable().describe('metres above mean sea level'),
  maxHeight: z.number().nullable(),
});
export type TrackSummary = z.infer<typeof trackSummary>;
