import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Operation } from '@wakeline/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkAccess } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import { onRequestEnd } from './on-request-end.ts';

/** Maximum concurrent uploads of all callers: each takes disk space, and memory while its file is decoded. */
const MAX_CONCURRENT_UPLOADS = 4;
/** By then, another upload has usually finished or was stopped. */
const RETRY_AFTER_SECONDS = 10;
/**
 * The rest of a refused body is read and dropped up to this size, or up to four times the operation's limit, so that the
 * sender receives the response. For larger bodies the connection is closed.
 */
export const MAX_DRAINED_BYTES = 32 * 1_048_576;

/** Admits a request with a file before its body is read. */
export type UploadLimiter = (
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

/**
 * Creates the check before large bodies: callers without access are refused before a byte is read.
 *
 * It throws NamedError `session-gone`, `not-allowed`, `too-many-requests` if the account is already uploading, `overloaded`
 * if too many others are, and `body-too-large` or the operation's own error for a declared length above its limit.
 */
export function createUploadLimiter(
  findCaller: (request: FastifyRequest) => Promise<Caller | null>,
  startBodyTimeout: (request: FastifyRequest) => void,
): UploadLimiter {
  /** Accounts with an upload in progress: one each, so that no account takes all slots. */
  const uploading = new Set<number>();
  return async (operation, request, reply) => {
    const caller = await findCaller(request);
    checkAccess(operation.access, caller);
    // All anonymous uploads share one slot.
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

/** Reads and drops a body. Rejects if it ends early or does not arrive within the request timeout. */
async function drain({ raw }: FastifyRequest): Promise<void> {
  for await (const chunk of raw) void chunk;
}
