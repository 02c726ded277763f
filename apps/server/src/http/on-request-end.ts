import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What waits for the end of a connection: one listener each, however many requests come on it at once. */
const endListeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `then` once: when the answer to a request is sent, or its connection gone, and at once where it is gone already.
 *
 * Neither is enough: an answer that never went out, as the connection closed before its turn came (pipelining, RFC 9112,
 * section 9.3.2), says nothing of its end; and a connection outlives its requests.
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
