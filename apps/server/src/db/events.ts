import type { ChangedResource } from '@wakeline/contract/live/messages';

/**
 * What one part of the server tells the others: a row changed that they hold in memory. An event is sent in the
 * transaction that makes the change (pg_notify) and arrives after its commit, in every server on the database,
 * the sender included.
 */
export type ServerEvent =
  | {
      readonly type: 'trackers';
      readonly accountId: number;
      /** Added or changed. */
      readonly changed: readonly number[];
      readonly removed: readonly number[];
    }
  /** A group was made, renamed or deleted. */
  | { readonly type: 'groups'; readonly accountId: number; readonly groupId: number }
  /** Settings of the account: those that the engine heeds (device_auth, time zone), its looks and its functions. */
  | { readonly type: 'account'; readonly accountId: number }
  /** A user's rights changed: open sockets ask again. */
  | { readonly type: 'rights'; readonly userId: number }
  /** Sessions ended; `tokenHash` is hexadecimal, null for all of the user's. */
  | { readonly type: 'session-ended'; readonly userId: number; readonly tokenHash: string | null }
  /** Something that consoles ask for again: of one user, of all of an account, or (both null) of everybody. */
  | {
      readonly type: 'changed';
      readonly what: ChangedResource;
      readonly accountId: number | null;
      readonly userId: number | null;
    }
  /** A person ended the SOS of a tracker, at epoch milliseconds `at`: a row of `sos_lift` says the same until the engine has done it. */
  | {
      readonly type: 'sos-lifted';
      readonly accountId: number;
      readonly trackerId: number;
      readonly at: number;
    }
  /** Entries were put into the log by a server that is not the engine, or by the engine for others. */
  | { readonly type: 'log'; readonly accountId: number; readonly seq: number };

export type ServerEventOf<Type extends ServerEvent['type']> = Extract<ServerEvent, { type: Type }>;

/** Hearing them. Sending is `sendEvent(tx, event)` in `db/notify.ts`: it needs a transaction. */
export interface EventSource {
  on<Type extends ServerEvent['type']>(
    type: Type,
    listener: (event: ServerEventOf<Type>) => void,
  ): () => void;
  /** Called after the connection to the database was lost and is there again: events may have been missed. */
  onGap(listener: () => void): () => void;
}
