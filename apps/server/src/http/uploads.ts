import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Operation } from '@wakeline/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkAccess } from './access.ts';
import type { Caller } from './caller.ts';

/** Uploads in the works at once, of all callers: each is held in memory whole, and costs as much again to decode. */
const MOST_UPLOADS_AT_ONCE = 4;
/** A body that is too large is read to its end up to here and thrown away, so that its sender hears why; above, the connection ends. */
const MOST_BYTES_PASSED_OVER = 32 * 1_048_576;

/** Lets a request with a file pass to where its body is read. */
export type UploadGate = (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

/**
 * Makes the gate before bodies of megabytes: who is not allowed the operation is refused before a byte is read.
 *
 * The gate throws NamedError `session-gone`, `not-allowed`, `overloaded` when others upload, and the operation's own
 * failure, or `body-too-large`, for a body that is said to be longer than it takes.
 */
export function uploadGate(findCaller: (request: FastifyRequest) => Promise<Caller | null>): UploadGate {
  let atOnce = 0;
  return async (operation, request, reply) => {
    checkAccess(operation.access, await findCaller(request));
    if (atOnce >= MOST_UPLOADS_AT_ONCE) throw new NamedError('overloaded');
    atOnce += 1;
    reply.raw.once('close', () => {
      atOnce -= 1;
    });
    const length = Number(request.headers['content-length']);
    if (!(length > (operation.uploadBytes ?? LIMITS.bodyBytes))) return;
    if (operation.uploadTooLarge === undefined || length > MOST_BYTES_PASSED_OVER) {
      throw new NamedError('body-too-large');
    }
    await passOver(request);
    throw new NamedError(operation.uploadTooLarge);
  };
}

/** Reads a body to its end and keeps nothing of it. Rejects when it breaks off, or does not arrive in the server's time. */
async function passOver({ raw }: FastifyRequest): Promise<void> {
  for await (const piece of raw) void piece;
}
