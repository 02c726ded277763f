import type { Refusal } from '@wakeline/contract/live/messages';
import type { WebSocket } from 'ws';
import type { Caller } from '../identity/caller.ts';
import { refuseSocket } from './console.ts';

/** A console says hello, and perhaps how often it wants news, before it is known who it is; more than that is abuse. */
const MAX_EARLY_MESSAGES = 2;

/**
 * Waits until it is known who opened a socket, and keeps what it says meanwhile.
 *
 * @param onCaller is given both; null: nobody. Not called for a socket that has closed.
 * @param toRefusal the caller could not be looked up
 */
export function awaitCaller(
  socket: WebSocket,
  caller: Promise<Caller | null>,
  onCaller: (caller: Caller | null, early: readonly unknown[]) => void,
  toRefusal: (error: unknown) => Refusal,
): void {
  const early: unknown[] = [];
  const bufferMessage = (data: unknown): void => {
    early.push(data);
    if (early.length > MAX_EARLY_MESSAGES) refuseSocket(socket, 'message-malformed');
  };
  socket.on('message', bufferMessage);
  caller.then(
    (resolvedCaller) => {
      socket.off('message', bufferMessage);
      if (socket.readyState === socket.OPEN) onCaller(resolvedCaller, early);
    },
    (error: unknown) => refuseSocket(socket, toRefusal(error)),
  );
}
