import type { StateBatch } from './state-table.ts';

/** What the page gets of binary messages. */
export interface ReceivedStates {
  readonly batch: StateBatch;
  /** Server clock minus this machine's clock when the newest of them arrived, milliseconds. */
  readonly clockOffset: number;
}

/** Messages from the page to the socket worker. */
export type SocketRequest =
  | { readonly type: 'open'; readonly url: string }
  | { readonly type: 'send'; readonly text: string }
  /** The page has applied the last batch of states. */
  | { readonly type: 'next' }
  | { readonly type: 'close' };

/** Messages from the socket worker to the page. */
export type SocketEvent =
  | { readonly type: 'open' }
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'states' } & ReceivedStates)
  | { readonly type: 'close' };
