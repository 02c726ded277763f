import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What waits for the end of a connection: one listener each, however many requests come on it at once. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `then` once: when the answer to a request is sent, or its connection gone, and at once where it is gone already.
 *
 * Neither is enough: an answer that never went out, as the connection closed before its turn came (pipelining, RFC 9112,
 * section 9.3.2), says nothing of its end; and a connection outlives its requests.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, then: () => void): void {
  const { socket } = request.raw;
  if (socket.destroyed || reply.raw.closed) {
    then();
    return;
  }
  const ends = endsOf(socket);
  const end = (): void => {
    if (!ends.delete(end)) return;
    reply.raw.off('close', end);
    then();
  };
  ends.add(end);
  reply.raw.once('close', end);
}

function endsOf(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const ends = new Set<() => void>();
  waiting.set(socket, ends);
  socket.once('close', () => {
    for (const end of [...ends]) end();
  });
  return ends;
}
