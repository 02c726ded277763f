import { z } from 'zod';
import { notice } from './entities/notice.ts';
import { tracker, trackerStatusDto } from './entities/tracker.ts';
import { id, instant } from './fields.ts';

/**
 * Messages of the live socket `{prefix}/socket`, JSON text frames. The session cookie opens it.
 *
 *     console                                server
 *     hello {cursor, refresh}            ->
 *                                        <-  welcome {cursor, serverTime}
 *                                        <-  log {entries}            what was missed, in order, in parts
 *                                        <-  states {states, full}    every visible tracker, then differences
 *                                        <-  live {cursor}            from here on it is the present
 *                                        <-  log / states / trackers / beat, as things happen
 *     refresh {refresh}                  ->
 */
export const consoleMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    cursor: z.int().nonnegative().nullable().describe('last log number seen; null: start at the present'),
    refresh: z
      .int()
      .min(0)
      .max(3_600_000)
      .describe('least milliseconds between two `states`; 0: as they come'),
  }),
  z.object({ type: z.literal('refresh'), refresh: z.int().min(0).max(3_600_000) }),
]);
export type ConsoleMessage = z.infer<typeof consoleMessage>;

/** Latest state of one tracker. */
export const liveState = z.object({ trackerId: id, status: trackerStatusDto });
export type LiveState = z.infer<typeof liveState>;

/** One entry of the account's log. Numbers grow by one within an account; rights may hide some of them. */
export const logEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notice'), seq: id, notice }),
]);
export type LogEntry = z.infer<typeof logEntry>;

export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), cursor: z.int().nonnegative(), serverTime: instant }),
  z.object({
    type: z.literal('log'),
    entries: z.array(logEntry),
    cursor: z.int().nonnegative().describe('last number covered by this message, also when rights hid it'),
  }),
  z.object({
    type: z.literal('states'),
    full: z.boolean().describe('true: every visible tracker; those not in it are not visible'),
    states: z.array(liveState),
    sentAt: instant,
  }),
  z.object({ type: z.literal('live'), cursor: z.int().nonnegative() }),
  /** Trackers that were added or changed, and ids that were removed or withdrawn from the user. */
  z.object({ type: z.literal('trackers'), changed: z.array(tracker), removed: z.array(id) }),
  /** Groups changed: the console asks for them again. */
  z.object({ type: z.literal('groups') }),
  /** Proof of life every 10 s: the picture is as fresh as this. */
  z.object({ type: z.literal('beat'), serverTime: instant, cursor: z.int().nonnegative() }),
  /** The socket closes after this: the session ended, or the cursor is older than the log reaches back. */
  z.object({
    type: z.literal('refused'),
    error: z.enum(['session-gone', 'cursor-too-old', 'message-malformed']),
  }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
