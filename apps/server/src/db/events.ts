import type { ChangedResource, ServerMessage } from '@wakeline/contract/live/messages';

type CoursesMessage = Extract<ServerMessage, { type: 'courses' }>;

/**
 * A notification between servers that rows have changed which they cache. An event is sent with pg_notify in the
 * transaction that makes the change, and arrives after its commit in every server on the database, including the
 * sender.
 */
export type ServerEvent =
  | {
      readonly type: 'trackers';
      readonly accountId: number;
      /** Added or changed. */
      readonly changed: readonly number[];
      readonly removed: readonly number[];
    }
  /** Trackers moved to another account with their history. */
  | {
      readonly type: 'transferred';
      readonly from: number;
      readonly to: number;
      readonly trackerIds: readonly number[];
    }
  /** A group was created, renamed or deleted. */
  | { readonly type: 'groups'; readonly accountId: number; readonly groupId: number }
  /**
   * Settings of the account changed: those that the engine applies (device_auth, time zone), its branding or its
   * functions.
   */
  | { readonly type: 'account'; readonly accountId: number }
  /** A user's rights changed: open sockets check them again. */
  | { readonly type: 'rights'; readonly userId: number }
  /** Sessions ended; `tokenHash` is hexadecimal, null for all sessions of the user. */
  | { readonly type: 'session-ended'; readonly userId: number; readonly tokenHash: string | null }
  /** An orienteering event changed; `overwritten`: the change of another user that was replaced. */
  | {
      readonly type: 'courses';
      readonly accountId: number;
      readonly eventId: number;
      readonly revision: number;
      readonly userName: string;
      readonly overwritten: CoursesMessage['overwritten'];
    }
  /** A match, or something in it, changed or was deleted. */
  | { readonly type: 'match'; readonly accountId: number; readonly matchId: number }
  /** Positions of devices in a match were stored: for each device the times of the oldest and newest one, epoch milliseconds. */
  | {
      readonly type: 'race-positions';
      readonly accountId: number;
      readonly times: readonly (readonly [trackerId: number, oldest: number, newest: number])[];
    }
  /** Comments, gifts or moderation of a live event changed. */
  | { readonly type: 'live-event'; readonly matchId: number }
  /** A resource changed that consoles reload: of one user, of an account, or (both null) of everybody. */
  | {
      readonly type: 'changed';
      readonly what: ChangedResource;
      readonly accountId: number | null;
      readonly userId: number | null;
    }
  /**
   * A person cleared the SOS of a tracker, at epoch milliseconds `at`. A row of `sos_lift` records it until the
   * engine has processed it.
   */
  | {
      readonly type: 'sos-lifted';
      readonly accountId: number;
      readonly trackerId: number;
      readonly at: number;
    }
  /** A person acknowledged a notice of a task, which ends its repetition. */
  | { readonly type: 'task-notice-acknowledged'; readonly accountId: number }
  /** Instructions were stored that wait to be sent. */
  | { readonly type: 'instructions'; readonly accountId: number }
  /** Messages to recipients outside the console were stored. */
  | { readonly type: 'deliveries'; readonly accountId: number }
  /** Satellite messages wait to be sent or answered: of an account, or (null) of any. */
  | { readonly type: 'satellite-messages'; readonly accountId: number | null }
  /** Satellite messages were received with positions of devices. */
  | { readonly type: 'satellite-positions'; readonly accountId: number }
  /** What is forwarded to other systems changed. */
  | { readonly type: 'forward-targets'; readonly accountId: number }
  /** Entries were added to the log, by a server that is not the engine or by the engine for others. */
  | { readonly type: 'log'; readonly accountId: number; readonly seq: number };

export type ServerEventOf<Type extends ServerEvent['type']> = Extract<ServerEvent, { type: Type }>;

/** Receives events. They are sent by `sendEvent(tx, event)` in `db/notify.ts`, which needs a transaction. */
export interface EventSource {
  on<Type extends ServerEvent['type']>(
    type: Type,
    listener: (event: ServerEventOf<Type>) => void,
  ): () => void;
  /** Called when a lost database connection is restored: events may have been missed. */
  onGap(listener: () => void): () => void;
}
