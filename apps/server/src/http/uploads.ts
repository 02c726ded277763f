import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Operation } from '@wakeline/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkAccess } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import { onRequestEnd } from './on-request-end.ts';

/** Uploads in the works at once, of all callers: each takes room on the disk, and memory while its file is decoded. */
const MAX_CONCURRENT_UPLOADS = 4;
/** After that time an upload is through, or stopped. */
const RETRY_AFTER_SECONDS = 10;
/**
 * A body that is too large is read to its end up to here, or up to four times what its operation takes, and thrown away, so that
 * its sender hears why; above, the connection ends.
 */
export const MAX_DRAINED_BYTES = 32 * 1_048_576;

/** Lets a request with a file pass to where its body is read. */
export type UploadLimiter = (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

/**
 * Makes the gate before bodies of megabytes: who is not allowed the operation is refused before a byte is read.
 *
 * The gate throws NamedError `session-gone`, `not-allowed`, `too-many-requests` when the account uploads already, `overloaded`
 * when others do, and the operation's own
 * failure, or `body-too-large`, for a body that is said to be longer than it takes.
 */
export function createUploadLimiter(
  findCaller: (request: FastifyRequest) => Promise<Caller | null>,
  startBodyTimeout: (request: FastifyRequest) => void,
): UploadLimiter {
  /** Accounts that upload, one picture each: nobody takes the places of all others. */
  const uploading = new Set<number>();
  return async (operation, request, reply) => {
    const caller = await findCaller(request);
    checkAccess(operation.access, caller);
    // An upload that nobody has to be signed in for shares one place.
    const account = caller?.accountId ?? 0;
    if (uploading.has(account)) throw new NamedError('too-many-requests', { seconds: RETRY_AFTER_SECONDS });
    if (uploading.size >= MAX_CONCURRENT_UPLOADS) throw new NamedError('overloaded');
    uploading.add(account);
    onRequestEnd(request, reply, () => uploading.delete(account));
    startBodyTimeout(request);
    const length = Number(request.headers['content-length']);
    if (!(length > (operation.uploadBytes ?? LIMITS.bodyBytes))) return;
    const maxDrained = Math.max(MAX_DRAINED_BYTES, 4 * (operation.uploadBytes ?? 0));
    if (operation.uploadTooLarge === undefined || length > maxDrained) {
      throw new NamedError('body-too-large');
    }
    await drain(request);
    throw new NamedError(operation.uploadTooLarge);
  };
}

/** Reads a body to its end and keeps nothing of it. Rejects when it breaks off, or does not arrive in the server's time. */
async function drain({ raw }: FastifyRequest): Promise<void> {
  for await (const chunk of raw) void chunk;
}
