import type { Refusal } from '@wakeline/contract/live/messages';
import type { WebSocket } from 'ws';
import type { Caller } from '../identity/caller.ts';
import { refuseSocket } from './console.ts';

/** A console sends a hello, and perhaps its refresh interval, before its session has been looked up; more is abuse. */
const MAX_EARLY_MESSAGES = 2;

/**
 * Waits until the caller of a socket is known, and buffers its messages until then.
 *
 * @param onCaller receives both; a null caller has no session. Not called for a socket that has closed.
 * @param toRefusal maps an error of the look-up.
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
