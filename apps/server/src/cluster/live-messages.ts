import { Packr } from 'msgpackr';
import type { StateChange } from '../live/feed.ts';

/** States per message: 200 KB at most, a fifth of what a NATS server accepts by default. */
export const STATES_PER_LIVE_MESSAGE = 500;

/** The names of the properties are in a message once. */
const packr = new Packr({ useRecords: true });

/** Changes of an account that an engine has committed. */
export interface LiveMessage {
  /** A process since its start. */
  readonly publisher: string;
  /** Counts the messages of the publisher for the account, from 1. */
  readonly number: number;
  readonly states: readonly Omit<StateChange, 'accountId'>[];
  /** The number that the account log has reached; null: it has not changed. */
  readonly logSeq: number | null;
}

export function encodeLiveMessage({ publisher, number, states, logSeq }: LiveMessage): Buffer {
  const columns = states.map(({ trackerId, version, status }) => [trackerId, version, status]);
  return packr.pack([publisher, number, logSeq, columns]);
}

/** @throws Error for bytes that are no such message */
export function decodeLiveMessage(bytes: Uint8Array): LiveMessage {
  const [publisher, number, logSeq, columns] = packr.unpack(bytes) as [
    string,
    number,
    number | null,
    [number, number, StateChange['status']][],
  ];
  if (typeof publisher !== 'string' || typeof number !== 'number')
    throw new Error('no message of a live publisher');
  return {
    publisher,
    number,
    logSeq,
    states: columns.map(([trackerId, version, status]) => ({ trackerId, version, status })),
  };
}
