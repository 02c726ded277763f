import rateLimit from '@fastify/rate-limit';
import { NamedError } from '@wakeline/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitKey } from '../identity/limit-key.ts';
import { addressOf } from './address.ts';

/** Calls, sockets and files of one address together. A console makes a few calls per second at most; several can share an address. */
export const MAX_CALLS_PER_MINUTE = 6_000;

/** Counts a request for its address. Rejects with NamedError `too-many-requests` above the limit per minute. */
export type CheckRate = (request: FastifyRequest) => Promise<void>;

export async function createRateCheck(fastify: FastifyInstance): Promise<CheckRate> {
  await fastify.register(rateLimit, { global: false });
  const rate = fastify.createRateLimit({
    max: MAX_CALLS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => limitKey(addressOf(request)),
  });
  return async (request) => {
    const allowed = await rate(request);
    if (!allowed.isAllowed && allowed.isExceeded)
      throw new NamedError('too-many-requests', { seconds: allowed.ttlInSeconds });
  };
}
