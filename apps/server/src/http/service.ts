import { ERRORS, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Operation } from '@wakeline/contract/operation';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { addressOf } from './address.ts';
import { failureEnvelope, sentenceOf } from './answer.ts';
import type { Body, Bound } from './bind.ts';
import type { Call, Caller } from './caller.ts';
import { credentialOf, SESSION_COOKIE } from './credential.ts';
import { judge } from './failures.ts';
import { findCaller } from './find-caller.ts';
import { languageOf } from './language.ts';
import { LongAnswers } from './long-answers.ts';
import { isForeign } from './origin.ts';
import { SESSION_LIFE_MS } from './session.ts';
import { uploadGate } from './uploads.ts';

/** Calls in the works at once, until their answer is there; those above are told to come again, before they cost anything. */
const MOST_CALLS_AT_ONCE = 500;
/** A console makes a few calls a second at its busiest; several may share an address. */
export const CALLS_PER_MINUTE = 6_000;

const JSON_TYPE = 'application/json; charset=utf-8';

export interface ServiceOptions {
  readonly prefix: string;
  readonly operations: readonly Bound[];
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Whether browsers may send the cookie over TLS only. */
  readonly secureCookies: boolean;
}

/** Answers `POST {prefix}/{operation}` for every operation. */
export function serveOperations(fastify: FastifyInstance, options: ServiceOptions): void {
  const rate = fastify.createRateLimit({ max: CALLS_PER_MINUTE, timeWindow: 60_000 });
  const longAnswers = new LongAnswers();
  let atOnce = 0;

  /** Carries a call out, and puts its answer on the way: how long the caller takes to read it is another matter. */
  async function answer(bound: Bound, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = { caller: null as Caller | null };
    try {
      const now = options.clock.now();
      session.caller = await callerOf(options.db, request, now);
      const call: Call = {
        now,
        address: addressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
        host: request.headers.host ?? '',
        language: session.caller?.language ?? languageOf(request.headers['accept-language']),
        signedIn: session.caller,
        setSessionCookie: (token) => setCookie(reply, token, options.secureCookies),
      };
      const text = await bound.run(readBody(request, bound.operation), session.caller, call);
      const reader = String(session.caller?.userId ?? addressOf(request));
      const body = typeof text === 'string' ? text : longAnswers.send(text, reader);
      reply.type(JSON_TYPE).header('cache-control', 'no-store').send(body);
    } catch (thrown) {
      sendFailure(thrown, request, reply, { log: options.log, caller: session.caller });
    }
  }

  const admitUpload = uploadGate((request) => callerOf(options.db, request, options.clock.now()));

  for (const bound of options.operations) {
    const mostBytes = bound.operation.uploadBytes ?? LIMITS.bodyBytes;
    fastify.route({
      method: 'POST',
      url: `${options.prefix}/${bound.operation.name}`,
      bodyLimit: mostBytes,
      errorHandler: (error, request, reply) =>
        void sendFailure(error, request, reply, { log: options.log, caller: null }),
      onRequest: async (request, reply) => {
        if (atOnce >= MOST_CALLS_AT_ONCE) throw new NamedError('overloaded');
        // A body whose length is said is refused before a byte of it is read, whatever its kind.
        const tooLarge = Number(request.headers['content-length']) > mostBytes;
        if (tooLarge && bound.operation.uploadTooLarge === undefined) throw new NamedError('body-too-large');
        if (isForeign(request.headers)) throw new NamedError('origin-refused');
        const allowed = await rate(request);
        if (!allowed.isAllowed && allowed.isExceeded)
          throw new NamedError('too-many-requests', { seconds: allowed.ttlInSeconds });
        if (bound.operation.uploadBytes !== undefined) await admitUpload(bound.operation, request, reply);
      },
      handler: async (request, reply) => {
        atOnce += 1;
        // `reply` itself would be awaited until the last byte is sent.
        await answer(bound, request, reply).finally(() => {
          atOnce -= 1;
        });
        return reply;
      },
    });
  }
}

/** Who a request comes from; null without a session or a token that is still good. */
export async function callerOf(db: Db, request: FastifyRequest, now: number): Promise<Caller | null> {
  const credential = credentialOf(request);
  return credential === null ? null : findCaller(db, credential, now);
}

function readBody(request: FastifyRequest, { uploadBytes }: Operation): Body {
  const { body } = request;
  if (body === undefined || body === null) return { fields: {}, encoding: 'form' };
  if (typeof body !== 'object' || Array.isArray(body)) throw new NamedError('body-malformed');
  if (uploadBytes === undefined) {
    const file = Object.entries(body).find(([, value]) => value instanceof File);
    if (file !== undefined) throw new NamedError('field-invalid', { field: file[0], reason: 'file' });
  }
  const json = request.headers['content-type']?.includes('json') === true;
  return { fields: body as Record<string, unknown>, encoding: json ? 'json' : 'form' };
}

function setCookie(reply: FastifyReply, token: string | null, secure: boolean): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  if (token === null) reply.clearCookie(SESSION_COOKIE, attributes);
  else reply.setCookie(SESSION_COOKIE, token, { ...attributes, maxAge: SESSION_LIFE_MS / 1000 });
}

interface FailureContext {
  readonly log: FastifyBaseLogger;
  readonly caller: Caller | null;
  /** Outside of the operations there is no envelope: the HTTP status of a failure that has none of its own. */
  readonly plainStatus?: number;
}

/** Answers a failure by its name: in the envelope, or as `{error, message}` with a status where HTTP has to say it. */
export function sendFailure(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, caller, plainStatus }: FailureContext,
): FastifyReply {
  const { error, cause } = judge(thrown);
  const entry = ERRORS[error.errorName];
  if (entry.log) {
    const facts = { error: error.errorName, ...error.details, url: request.url, address: addressOf(request) };
    log.warn({ ...facts, user: caller?.userId, ...(cause === null ? {} : { err: cause }) }, 'a call failed');
  }
  const language = caller?.language ?? languageOf(request.headers['accept-language']);
  reply.type(JSON_TYPE).header('cache-control', 'no-store');
  const status = 'status' in entry ? entry.status : plainStatus;
  if (status === undefined) return reply.code(200).send(JSON.stringify(failureEnvelope(error, language)));
  // The rest of a body that nobody will read must not be taken for the next request.
  if (status === 413) reply.header('connection', 'close');
  return reply
    .code(status)
    .send(JSON.stringify({ error: error.errorName, message: sentenceOf(error, language) }));
}
