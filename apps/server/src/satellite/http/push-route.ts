import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteTools } from '../../http/routes.ts';
import { isAuthentic } from '../../messages/inbound-request.ts';
import type { CountReceived } from '../count-received.ts';
import type { AddressList } from './address-list.ts';

/** An address to which a service of a satellite network posts messages. */
export interface PushRoute {
  /** After the prefix of the API. */
  readonly path: string;
  readonly secret: string;
  /** Header with the secret; services that set no header append the secret to the path. */
  readonly header: string;
  /** Addresses of the service; null: any. */
  readonly senders: AddressList | null;
  readonly maxBytes: number;
  readonly count: CountReceived;
  readonly log: FastifyBaseLogger;
  /** Stores the messages of a request. `malformed`: it has none; rejects if they could not be stored. */
  readonly receive: (body: Buffer, contentType: string) => Promise<'stored' | 'malformed'>;
}

/**
 * Registers such an address. Responds 200 after the commit, 401 and 403 to others than the service, 400 to what cannot be
 * read, 413 above the limit, and 503 if the messages could not be stored: the service then repeats them.
 */
export async function registerPushRoute(
  fastify: FastifyInstance,
  { prefix, checkRate, refuse }: RouteTools,
  { path, secret, header, senders, maxBytes, count, log, receive }: PushRoute,
): Promise<void> {
  const givenSecret = (request: FastifyRequest) =>
    String((request.params as { secret?: string }).secret ?? request.headers[header] ?? '');

  function findRefusal(
    request: FastifyRequest,
  ): { readonly status: number; readonly outcome: string } | null {
    if (senders !== null && !senders.has(request.ip)) return { status: 403, outcome: 'sender-refused' };
    const isKnown = isAuthentic({ auth: 'token', secret }, givenSecret(request), Buffer.alloc(0));
    return isKnown ? null : { status: 401, outcome: 'forged' };
  }

  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // A service reads the status, not the named failures of operations.
    scope.setErrorHandler<FastifyError>((error, _request, reply) => {
      if (error.statusCode === undefined) log.warn({ err: error }, 'storing satellite messages failed');
      count(error.statusCode === undefined ? 'failed' : 'malformed');
      return reply.code(error.statusCode ?? 503).send();
    });
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) =>
      done(null, body),
    );
    for (const url of [`${prefix}/${path}`, `${prefix}/${path}/:secret`]) {
      scope.post(url, { bodyLimit: maxBytes }, async (request, reply) => {
        const refusal = findRefusal(request);
        if (refusal !== null) {
          count(refusal.outcome);
          // Only refused requests count: a service sends the messages of all terminals from one address.
          await checkRate(request).catch((error: unknown) => refuse(error, request, reply, null));
          return reply.sent ? reply : reply.code(refusal.status).send();
        }
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const outcome = await receive(body, request.headers['content-type'] ?? '');
        if (outcome === 'malformed') count(outcome);
        return reply.code(outcome === 'malformed' ? 400 : 200).send();
      });
    }
  });
}
