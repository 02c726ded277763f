import { VIDEO_STATES } from '@wakeline/domain/races/video-state';
import { z } from 'zod';
import { id, instant } from '../fields.ts';

export const recordingFields = {
  recordingId: id,
  startTime: instant,
  seconds: z.number().nonnegative().describe('length'),
  bytes: z.int().nonnegative(),
  url: z.string().describe('FLV, with ranges'),
};

export const videoStateFields = {
  state: z.enum(VIDEO_STATES),
  since: instant.nullable().describe('start of the video if live, otherwise of the state; null: waiting'),
};

/** The video of a public event: its state, and what viewers need to play it. */
export const eventVideo = z.object({
  ...videoStateFields,
  streamUrl: z.string().describe('HTTP-FLV'),
  hlsUrl: z.string().nullable().describe('HLS; null: not offered'),
  viewers: z.int().nonnegative().describe('of the live stream'),
  recordings: z
    .array(z.object(recordingFields))
    .describe('public ones after the end, in the order of their time'),
});
export type EventVideo = z.output<typeof eventVideo>;
