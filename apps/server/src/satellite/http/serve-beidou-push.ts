import { type OperatorPush, readPush } from '@wakeline/protocols/satellite/beidou/push';
import type { FastifyBaseLogger, FastifyError, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { addressOf } from '../../http/address.ts';
import type { Routes } from '../../http/routes.ts';
import { isAuthentic } from '../../messages/inbound-request.ts';
import type { CountReceived } from '../count-received.ts';
import type { BeidouPushSettings } from '../edges/beidou-operator/settings.ts';
import { createAddressList } from './address-list.ts';

/** 1,000 items of usual length. */
const MAX_BODY_BYTES = 1_048_576;
/** Milliseconds by which the signed time may differ from the clock of the server. */
const REPLAY_WINDOW_MS = 5 * 60_000;

export interface BeidouPushOptions {
  readonly settings: BeidouPushSettings;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly count: CountReceived;
  /** Stores the items of a push; false: the platform is to repeat it. */
  readonly store: (push: OperatorPush) => Promise<boolean>;
}

/**
 * Serves `POST {prefix}/satellite/beidou-push`, to which the platform of a BeiDou operator pushes messages, positions and
 * receipts (docs/operating/beidou-operator.md). Responds after the commit.
 */
export function serveBeidouPush({ settings, clock, log, count, store }: BeidouPushOptions): Routes {
  const senders = settings.networks === null ? null : createAddressList(settings.networks);

  function findRefusal(
    request: FastifyRequest,
    body: Buffer,
  ): readonly [status: number, outcome: string] | null {
    if (senders !== null && !senders.has(addressOf(request))) return [403, 'sender-refused'];
    const given = String(request.headers[settings.header] ?? '');
    if (settings.auth === 'token') return isAuthentic(settings, given, body) ? null : [401, 'forged'];
    const time = String(request.headers[settings.timeHeader] ?? '');
    if (!isAuthentic(settings, given, Buffer.concat([Buffer.from(`${time}.`), body]))) return [401, 'forged'];
    return isRecent(time, clock.now()) ? null : [401, 'replayed'];
  }

  return async (fastify, { prefix, checkRate, refuse }) => {
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // A platform reads the status, not the named failures of operations.
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        if (error.statusCode === undefined) log.warn({ err: error }, 'storing a BeiDou push failed');
        count(error.statusCode === undefined ? 'failed' : 'malformed');
        return reply.code(error.statusCode ?? 503).send();
      });
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
        done(null, body),
      );
      scope.post(`${prefix}/satellite/beidou-push`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const refusal = findRefusal(request, body);
        if (refusal !== null) {
          const [status, outcome] = refusal;
          count(outcome);
          // Only refused requests count: a platform pushes the messages of all cards from one address.
          await checkRate(request).catch((error: unknown) => refuse(error, request, reply, null));
          return reply.sent ? reply : reply.code(status).send();
        }
        const push = readPush(body.toString());
        if (typeof push === 'string') {
          log.warn({ reason: push }, 'refused a BeiDou push');
          count('malformed');
          return reply.code(400).send({ error: push });
        }
        const isStored = await store(push);
        return isStored ? reply.type('text/plain').send('OK') : reply.code(503).send();
      });
    });
  };
}

/** @param text epoch seconds, or milliseconds */
function isRecent(text: string, now: number): boolean {
  if (!/^(\d{10}|\d{13})$/.test(text)) return false;
  const time = text.length === 10 ? Number(text) * 1_000 : Number(text);
  return Math.abs(now - time) <= REPLAY_WINDOW_MS;
}
