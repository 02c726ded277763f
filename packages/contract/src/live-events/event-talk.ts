import { z } from 'zod';
import { id, instant } from '../fields.ts';
import { liveComment } from './comments.ts';

/**
 * Comments and gifts of a public page: `GET {prefix}/live/event/{code}/talk`. Compressed, with an entity tag; made again only when
 * something changed.
 */
export const eventTalk = z.object({
  comments: z.array(liveComment).describe('the last ones, in the order of their numbers'),
  lastNumber: z.int().nonnegative().describe('of the newest comment; 0: none'),
  removed: z.array(z.int()).describe('numbers of the comments that were deleted last'),
  likes: z.int().nonnegative().describe('of all comments'),
  announcement: liveComment.nullable(),
  votes: z.array(z.tuple([id, z.int()])).describe('participant and votes, the most votes first'),
  gifts: z
    .array(
      z.object({
        number: z.int(),
        giftName: z.string(),
        pictureUrl: z.string(),
        count: z.int().positive(),
        votes: z.int().nonnegative(),
        giver: z.string(),
        participantId: id.nullable(),
        time: instant,
      }),
    )
    .describe('the last ones, the newest first'),
});
export type EventTalk = z.output<typeof eventTalk>;
