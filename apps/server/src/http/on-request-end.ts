import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Listeners for the end of a connection: one `close` listener per socket, however many requests use it at once. */
const endListeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `listener` once: when the response is sent or the connection closes, or immediately if it is already closed.
 *
 * Both events are needed: a response that was never sent, because the connection closed before its turn (pipelining,
 * RFC 9112, section 9.3.2), emits no event; and a connection outlives its requests.
 */
export function onRequestEnd(request: FastifyRequest, reply: FastifyReply, listener: () => void): void {
  const { socket } = request.raw;
  if (socket.destroyed || reply.raw.closed) {
    listener();
    return;
  }
  const listeners = listenersOf(socket);
  const handleEnd = (): void => {
    if (!listeners.delete(handleEnd)) return;
    reply.raw.off('close', handleEnd);
    listener();
  };
  listeners.add(handleEnd);
  reply.raw.once('close', handleEnd);
}

function listenersOf(socket: Socket): Set<() => void> {
  const known = endListeners.get(socket);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  endListeners.set(socket, listeners);
  socket.once('close', () => {
    for (const listener of [...listeners]) listener();
  });
  return listeners;
}
