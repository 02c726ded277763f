import type { Refusal } from '@wakeline/contract/live/messages';
import type { WebSocket } from 'ws';
import type { Caller } from '../identity/caller.ts';
import { refuseSocket } from './console.ts';

/** A console says hello, and perhaps how often it wants news, before it is known who it is; more than that is abuse. */
const MOST_EARLY = 2;

/**
 * Waits until it is known who opened a socket, and keeps what it says meanwhile.
 *
 * @param then is given both; null: nobody. Not called for a socket that has closed.
 * @param failed the caller could not be looked up
 */
export function whenKnown(
  socket: WebSocket,
  caller: Promise<Caller | null>,
  then: (caller: Caller | null, early: readonly unknown[]) => void,
  failed: (error: unknown) => Refusal,
): void {
  const early: unknown[] = [];
  const keep = (data: unknown): void => {
    early.push(data);
    if (early.length > MOST_EARLY) refuseSocket(socket, 'message-malformed');
  };
  socket.on('message', keep);
  caller.then(
    (known) => {
      socket.off('message', keep);
      if (socket.readyState === socket.OPEN) then(known, early);
    },
    (error: unknown) => refuseSocket(socket, failed(error)),
  );
}
