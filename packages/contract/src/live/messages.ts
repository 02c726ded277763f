import { OBJECT_KINDS } from '@wakeline/domain/courses/event';
import { z } from 'zod';
import { alarmHandling } from '../entities/alarm.ts';
import { notice } from '../entities/notice.ts';
import { tracker, trackerStatusDto } from '../entities/tracker.ts';
import { id, instant, logNumber } from '../fields.ts';
import { feedArea, trafficObject } from '../trackers/feeds.ts';

/**
 * Messages of the live socket `{prefix}/socket`, JSON text frames; `states` are binary frames (`state-frame.ts`) for a
 * console that requests them. The session cookie opens it.
 *
 *     console                                server
 *     hello {cursor, refresh}            ->
 *                                        <-  welcome {cursor, serverTime}
 *                                        <-  log {entries}            missed entries, in order, in batches
 *                                        <-  states {states, full}    every visible tracker, then changes
 *                                        <-  live {cursor}            everything after this is live
 *                                        <-  log / states / trackers / beat, as they occur
 *     refresh {refresh}                  ->
 *     traffic {area}                     ->
 *                                        <-  traffic {objects, full}  objects of feeds in this area, then changes
 *
 * Changes of trackers and groups during a disconnection are not sent again. After each `welcome` the console refetches
 * them if it has loaded them before (`queryTrackerTable` or `queryAllTrackers`, `queryAllGroups`). With
 * `picture: false` it gets the states only from these calls.
 */
const refresh = z
  .int()
  .min(0)
  .max(3_600_000)
  .describe('minimum milliseconds between two `states`; 0: no limit');

export const consoleMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    cursor: z.int().nonnegative().nullable().describe('last log number received; null: start at the present'),
    refresh,
    picture: z
      .boolean()
      .optional()
      .describe(
        'false: no full `states`, only changes after the welcome; the console calls `queryTrackerTable`',
      ),
    binary: z
      .boolean()
      .optional()
      .describe('true: `states` as binary frames (`contract/live/state-frame.ts`) instead of JSON'),
  }),
  z.object({ type: z.literal('refresh'), refresh }),
  z.object({
    type: z.literal('traffic'),
    area: feedArea.nullable().describe('visible area of the map; null: draw no traffic'),
  }),
]);
export type ConsoleMessage = z.infer<typeof consoleMessage>;

/** Latest state of one tracker. */
export const liveState = z.object({ trackerId: id, status: trackerStatusDto });
export type LiveState = z.infer<typeof liveState>;

/**
 * One entry of the account's log. Numbers increase by one within an account; some may be hidden by the user's rights.
 */
export const logEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notice'), seq: logNumber, notice }),
  /** The handling of an alarm changed. `messageId`: its notice. */
  z.object({
    kind: z.literal('alarm'),
    seq: logNumber,
    messageId: logNumber,
    trackerId: id.nullable(),
    handling: alarmHandling,
  }),
]);
export type LogEntry = z.infer<typeof logEntry>;

/**
 * Why the server closes the socket.
 *
 * - `session-gone`: sign in again.
 * - `cursor-unknown`: the log no longer contains the cursor, or has not reached it: reload everything and send hello
 *   with null.
 * - `too-many-sockets`: close another socket first.
 * - `too-many-consoles`: the account has the number of open consoles that the operator permits.
 * - `origin-refused`: a page of another site opened the socket.
 * - `message-malformed`, `hello-late`: the console violated this protocol.
 * - `connect-again`: the server is stopping, or may have missed changes: reconnect.
 */
export const REFUSALS = [
  'session-gone',
  'cursor-unknown',
  'too-many-sockets',
  'too-many-consoles',
  'origin-refused',
  'message-malformed',
  'hello-late',
  'connect-again',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Resources that are refetched completely when they change. */
export const CHANGED_RESOURCES = [
  'tasks',
  'updates',
  'panels',
  'fences',
  'labelPoints',
  'routes',
  'rules',
  'watchTasks',
  'icons',
  'instructions',
  'photos',
  'recordings',
  'models',
  'feeds',
  'display',
  'shares',
  'screens',
  'layers',
  'notices',
  'deliveries',
  'satellite',
  'planes',
  'matches',
  'legs',
  'flights',
  'landingPlaces',
  'people',
  'reportSchedules',
  'courseEvents',
] as const;
export type ChangedResource = (typeof CHANGED_RESOURCES)[number];

export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), cursor: z.int().nonnegative(), serverTime: instant }),
  z.object({
    type: z.literal('log'),
    entries: z.array(logEntry),
    cursor: z
      .int()
      .nonnegative()
      .describe('last number covered by this message, even if it is hidden from the user'),
  }),
  z.object({
    type: z.literal('states'),
    full: z
      .boolean()
      .describe(
        'true: clear all cached states; those of every visible tracker follow, starting with this message',
      ),
    states: z.array(liveState),
    sentAt: instant,
  }),
  z.object({ type: z.literal('live'), cursor: z.int().nonnegative() }),
  /**
   * Trackers that were added or changed, and ids of trackers that were removed or are no longer visible to the user.
   */
  z.object({ type: z.literal('trackers'), changed: z.array(tracker), removed: z.array(id) }),
  /** Groups changed: the console refetches them. */
  z.object({ type: z.literal('groups') }),
  /** The user's rights or settings, or the account's branding, changed: the console refetches `queryUserConfig`. */
  z.object({ type: z.literal('rights') }),
  /**
   * Another resource changed: the console refetches it. `tasks`: batch tasks; `updates`: the update log; `notices`: one
   * was deleted; `display`: what this user hides.
   */
  z.object({ type: z.literal('changed'), what: z.enum(CHANGED_RESOURCES) }),
  /**
   * An orienteering event changed: consoles that display it call `queryCourseChanges`. For users with the function of race
   * layers.
   */
  z.object({
    type: z.literal('courses'),
    eventId: id,
    revision: z.int(),
    userName: z.string().describe('login of the user who changed it'),
    overwritten: z
      .object({
        kind: z.enum(['settings', ...OBJECT_KINDS]),
        objectId: z.string().nullable().describe('null: the settings'),
        userName: z.string(),
      })
      .nullable()
      .describe('the change of another user that was replaced, and its author'),
  }),
  /**
   * Objects of feeds that are no devices, in the area that the console draws. At most `LIMITS.trafficObjects`; `total` is
   * the number of objects in the area.
   */
  z.object({
    type: z.literal('traffic'),
    full: z.boolean().describe('true: clear all objects that were received before'),
    objects: z.array(trafficObject),
    removed: z.array(z.string()),
    total: z.int().nullable().describe('with `full` only'),
  }),
  /** Heartbeat every 10 s: the displayed data is as current as this message. */
  z.object({ type: z.literal('beat'), serverTime: instant, cursor: z.int().nonnegative() }),
  /** The socket closes after this. */
  z.object({ type: z.literal('refused'), error: z.enum(REFUSALS) }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
