import { z } from 'zod';
import { LIMITS } from '../limits.ts';

/** How the race of a match is evaluated and published. */
export const raceSettings = z.object({
  maxAccuracy: z
    .number()
    .min(5)
    .max(1_000)
    .default(50)
    .describe('metres: fixes with a greater error are not used'),
  maxSpeed: z
    .number()
    .min(5)
    .max(1_500)
    .default(90)
    .describe('km/h: what is faster between two fixes is an error of the receiver'),
  sendInterval: z
    .int()
    .min(1)
    .max(3_600)
    .default(5)
    .describe('seconds between two positions; a participant without any for four of them is stale'),
  tailSeconds: z.int().min(0).max(1_800).default(60).describe('length of the trails of the public page'),
  delay: z
    .int()
    .min(0)
    .max(LIMITS.matchDelay)
    .default(0)
    .describe('seconds by which the public page is behind'),
  hideUntilStart: z
    .boolean()
    .default(true)
    .describe('maps, courses and positions are not public before the start of the match'),
});
export type RaceSettings = z.output<typeof raceSettings>;

export const DEFAULT_RACE_SETTINGS: RaceSettings = raceSettings.parse({});
