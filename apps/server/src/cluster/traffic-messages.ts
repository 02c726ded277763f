import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import { Packr } from 'msgpackr';
import type { TrafficChanges } from '../live/feed.ts';

/** Objects per message: 250 KB at most, a quarter of what a NATS server accepts by default. */
export const OBJECTS_PER_MESSAGE = 1_000;
/** Milliseconds after which a watched account must be requested again, and how often it is. */
export const WATCH_TTL_MS = 6_000;
export const WATCH_INTERVAL_MS = 1_000;

const packr = new Packr({ useRecords: true });

/** Position in the changes of an account's traffic. */
export interface TrafficPosition {
  /** A process while it receives the feeds and the account is watched. */
  readonly publisher: string;
  /** Counts the messages of the publisher for the account. */
  readonly number: number;
}

export interface WatchRequest {
  readonly accountId: number;
  /** What the requester has; null: nothing. */
  readonly known: TrafficPosition | null;
}

export interface WatchResponse {
  readonly position: TrafficPosition;
  /** All objects at this position, the most recent first; null: the requester has those of this publisher. */
  readonly objects: readonly TrafficObject[] | null;
}

export interface TrafficMessage extends TrafficPosition {
  readonly changes: TrafficChanges;
}

export function encodeTrafficMessage({ publisher, number, changes }: TrafficMessage): Buffer {
  return packr.pack([publisher, number, changes.changed, changes.removed]);
}

/** The bytes are of `encodeTrafficMessage`. */
export function decodeTrafficMessage(bytes: Uint8Array): TrafficMessage {
  const [publisher, number, changed, removed] = packr.unpack(bytes) as [
    string,
    number,
    TrafficObject[],
    string[],
  ];
  return { publisher, number, changes: { changed, removed } };
}
