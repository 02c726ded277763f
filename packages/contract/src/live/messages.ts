import { z } from 'zod';
import { notice } from '../entities/notice.ts';
import { tracker, trackerStatusDto } from '../entities/tracker.ts';
import { id, instant, logNumber } from '../fields.ts';

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
 *
 * Trackers and groups that changed while the socket was away are not told again: after each `welcome` the
 * console asks for them once more (`queryTrackerTable` or `queryAllTrackers`, `queryAllGroups`), if it has asked before.
 * With their states: with `picture: false` it gets these from there alone.
 */
const refresh = z
  .int()
  .min(0)
  .max(3_600_000)
  .describe('least milliseconds between two `states`; 0: as they come');

export const consoleMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    cursor: z.int().nonnegative().nullable().describe('last log number seen; null: start at the present'),
    refresh,
    picture: z
      .boolean()
      .optional()
      .describe(
        'false: no full `states`, only what changes from the welcome on: the console asks `queryTrackerTable`',
      ),
  }),
  z.object({ type: z.literal('refresh'), refresh }),
]);
export type ConsoleMessage = z.infer<typeof consoleMessage>;

/** Latest state of one tracker. */
export const liveState = z.object({ trackerId: id, status: trackerStatusDto });
export type LiveState = z.infer<typeof liveState>;

/** One entry of the account's log. Numbers grow by one within an account; rights may hide some of them. */
export const logEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notice'), seq: logNumber, notice }),
]);
export type LogEntry = z.infer<typeof logEntry>;

/**
 * Why the server closes the socket. `session-gone`: sign in again. `cursor-unknown`: the log does not reach back
 * to the cursor, or has never come so far: load everything again and say hello with null. `too-many-sockets`:
 * close another one first. `origin-refused`: a page of another site opened it. `message-malformed`, `hello-late`:
 * the console does not keep to this protocol. `connect-again`: the server stops, or cannot tell what it missed.
 */
export const REFUSALS = [
  'session-gone',
  'cursor-unknown',
  'too-many-sockets',
  'origin-refused',
  'message-malformed',
  'hello-late',
  'connect-again',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What is asked for again, whole, when it changed. */
export const CHANGED_RESOURCES = [
  'tasks',
  'updates',
  'panels',
  'fences',
  'labelPoints',
  'routes',
  'icons',
  'display',
  'shares',
  'layers',
  'notices',
] as const;
export type ChangedResource = (typeof CHANGED_RESOURCES)[number];

export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), cursor: z.int().nonnegative(), serverTime: instant }),
  z.object({
    type: z.literal('log'),
    entries: z.array(logEntry),
    cursor: z.int().nonnegative().describe('last number covered by this message, also when rights hid it'),
  }),
  z.object({
    type: z.literal('states'),
    full: z
      .boolean()
      .describe('true: forget the states held; those of every visible tracker follow, from this message on'),
    states: z.array(liveState),
    sentAt: instant,
  }),
  z.object({ type: z.literal('live'), cursor: z.int().nonnegative() }),
  /** Trackers that were added or changed, and ids that were removed or withdrawn from the user. */
  z.object({ type: z.literal('trackers'), changed: z.array(tracker), removed: z.array(id) }),
  /** Groups changed: the console asks for them again. */
  z.object({ type: z.literal('groups') }),
  /** The user's rights or settings, or the account's looks, changed: the console asks `queryUserConfig` again. */
  z.object({ type: z.literal('rights') }),
  /** Something else changed: the console asks for it again. `tasks`: batch tasks; `updates`: the update log; `notices`: one was deleted; `display`: what this user hides. */
  z.object({ type: z.literal('changed'), what: z.enum(CHANGED_RESOURCES) }),
  /** Proof of life every 10 s: the picture is as fresh as this. */
  z.object({ type: z.literal('beat'), serverTime: instant, cursor: z.int().nonnegative() }),
  /** The socket closes after this. */
  z.object({ type: z.literal('refused'), error: z.enum(REFUSALS) }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
