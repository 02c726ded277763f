import type { FastifyBaseLogger, FastifyError } from 'fastify';
import type { Counter } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Routes } from '../http/routes.ts';
import type { InboundSmsGateway } from './inbound-gateway.ts';
import { isAuthentic, readMessages } from './inbound-request.ts';
import { type InboundSmsHandler, receiveSms } from './inbound-sms.ts';

const MAX_BODY_BYTES = 65_536;

interface InboundSmsEdge {
  /** Null: none is configured. */
  readonly gateway: InboundSmsGateway | null;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** In their order. */
  readonly handlers: readonly InboundSmsHandler[];
  readonly counter: Counter<'outcome'>;
}

/**
 * Serves `POST {prefix}/inbound-sms`, to which the SMS gateway delivers messages (docs/operating/inbound-sms.md). Without a
 * gateway the address does not exist.
 */
export function serveInboundSms({ gateway, db, clock, log, handlers, counter }: InboundSmsEdge): Routes {
  return async (fastify, { prefix, checkRate, refuse }) => {
    if (gateway === null) return;
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // A gateway reads the status, not the named failures of operations.
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        if (error.statusCode === undefined) log.error({ err: error }, 'an inbound text message failed');
        return reply.code(error.statusCode ?? 503).send();
      });
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
        done(null, body),
      );
      scope.post(`${prefix}/inbound-sms`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const given = String(request.headers[gateway.header] ?? '');
        if (!isAuthentic(gateway, given, body)) {
          counter.inc({ outcome: 'forged' });
          // Only failed requests count, because a gateway delivers the messages of all phones from one address.
          await checkRate(request).catch((error: unknown) => refuse(error, request, reply, null));
          return reply.sent ? reply : reply.code(401).send();
        }
        const messages = readMessages(body, request.headers['content-type'] ?? '', gateway.fields);
        if (messages === null) {
          counter.inc({ outcome: 'malformed' });
          return reply.code(400).send();
        }
        for (const sms of messages) {
          const outcome = await receiveSms(db, handlers, sms, clock.now()).catch((error: unknown) => {
            log.warn({ err: error }, 'storing a text message failed');
            return null;
          });
          counter.inc({ outcome: outcome ?? 'failed' });
          // The gateway repeats the request; messages that were stored are recognized.
          if (outcome === null) return reply.code(503).send();
        }
        const type = gateway.reply.startsWith('{') ? 'application/json' : 'text/plain';
        return reply.type(type).send(gateway.reply);
      });
    });
  };
}
