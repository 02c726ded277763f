import type { FastifyBaseLogger, FastifyError, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { Routes } from '../../http/routes.ts';
import { type Settlement, settleOrder } from '../../live-events/gift-orders.ts';
import { isAuthenticNotice, type PaymentService, readNotice } from '../../live-events/payment-provider.ts';

const MAX_BODY_BYTES = 16_384;
/** HTTP status of what became of a notice. */
const STATUSES: Readonly<Record<Settlement, number>> = {
  stored: 200,
  repeated: 200,
  unknown: 404,
  'wrong-total': 409,
};

export interface PaymentNoticeOptions {
  /** Null: none is configured. */
  readonly service: PaymentService | null;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/**
 * Serves `POST {prefix}/live/payment-notice`, to which the payment provider reports paid orders (docs/operating/payments.md).
 * Without a provider the address does not exist.
 */
export function servePaymentNotice({ service, db, clock, log }: PaymentNoticeOptions): Routes {
  return async (fastify, { prefix, checkRate, refuse }) => {
    if (service === null) return;
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // A provider reads the status, not the named failures of operations.
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        if (error.statusCode === undefined) log.error({ err: error }, 'a payment notice failed');
        return reply.code(error.statusCode ?? 503).send();
      });
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
        done(null, body),
      );
      scope.post(`${prefix}/live/payment-notice`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        if (!isAuthenticNotice(service, { ...signatureOf(request), body }, clock.now())) {
          log.warn({ address: request.ip }, 'a payment notice with a wrong or old signature was refused');
          await checkRate(request).catch((error: unknown) => refuse(error, request, reply, null));
          return reply.sent ? reply : reply.code(401).send();
        }
        const notice = readNotice(body);
        if (notice === null) return reply.code(400).send();
        const settlement = await settleOrder(db, notice, clock.now());
        if (settlement === 'wrong-total')
          log.error({ notice }, 'a payment notice has another total than its order');
        return reply.code(STATUSES[settlement]).send();
      });
    });
  };
}

function signatureOf({ headers }: FastifyRequest) {
  return {
    key: String(headers['webhook-id'] ?? ''),
    timestamp: String(headers['webhook-timestamp'] ?? ''),
    signature: String(headers['webhook-signature'] ?? ''),
  };
}
