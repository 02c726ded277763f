import { ERRORS, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type Operation, operationPath } from '@wakeline/contract/operation';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { checkAccess } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import { findCaller } from '../identity/find-caller.ts';
import { limitKey } from '../identity/limit-key.ts';
import { SESSION_TTL_MS } from '../identity/session.ts';
import { addressOf } from './address.ts';
import type { BoundOperation, CallBody } from './bind.ts';
import { acceptBodies } from './body-parsers.ts';
import { BytesInFlight } from './bytes-in-flight.ts';
import type { Call } from './call.ts';
import { compressBytes } from './compress-bytes.ts';
import { type ActiveCall, ConcurrentCalls } from './concurrent-calls.ts';
import { credentialOf, SESSION_COOKIE } from './credential.ts';
import { errorMessageOf, failureEnvelope } from './envelope.ts';
import { classifyFailure } from './failures.ts';
import { ByteChunks } from './handler.ts';
import { type Hosts, hostnameOf, isSameHost } from './hosts.ts';
import { languageOf } from './language.ts';
import { acceptMultipart } from './multipart.ts';
import { onRequestEnd } from './on-request-end.ts';
import { isCrossSite } from './origin.ts';
import type { CheckRate } from './rate.ts';
import { type ResponseSlot, StreamedResponses } from './streamed-responses.ts';
import { createUploadLimiter, MAX_DRAINED_BYTES } from './uploads.ts';

/** A call whose body makes no progress for this time is ended, milliseconds. */
export const BODY_TIMEOUT_MS = 10_000;

/** RFC 6585, section 4. */
const TOO_MANY_REQUESTS = 429;

const BYTES_TYPE = 'application/octet-stream';
const JSON_TYPE = 'application/json; charset=utf-8';

export interface ServiceOptions {
  readonly prefix: string;
  readonly operations: readonly BoundOperation[];
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Folder for uploaded files while their calls run. */
  readonly uploadFolder: string;
  readonly hosts: Hosts;
  /** Whether users reach the console over TLS: browsers then send the cookie over TLS only. */
  readonly tls: boolean;
  /** Ends a call whose body makes no progress for this time, milliseconds; 10 s by default. */
  readonly bodyTimeoutMs?: number | undefined;
  readonly checkRate: CheckRate;
}

/** Serves `POST {prefix}/{operation}` for every operation. */
export function serveOperations(fastify: FastifyInstance, options: ServiceOptions): void {
  const streamedResponses = new StreamedResponses();
  const calls = new ConcurrentCalls();
  const inFlight = new BytesInFlight();
  const activeCalls = new WeakMap<FastifyRequest, ActiveCall>();

  /** Runs a call and starts sending its response. Does not wait until the client has read it. */
  async function respond(bound: BoundOperation, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = { caller: null as Caller | null };
    const { operation } = bound;
    let slot: ResponseSlot | null = null;
    try {
      const now = options.clock.now();
      session.caller = await callerOf(options.db, request, now);
      const reader = { user: session.caller?.userId ?? null, address: addressOf(request) };
      if (operation.heavy) {
        // Callers without access must not take up slots.
        checkAccess(operation.access, session.caller);
        slot = streamedResponses.acquire(reader);
      }
      const call: Call = {
        access: operation.access,
        now,
        address: addressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
        isOwnHost: (hostname) => options.hosts.isOwn(hostname) || isSameHost(hostname, request.headers.host),
        hostname: hostnameOf(request.headers.host ?? ''),
        language: session.caller?.language ?? languageOf(request.headers['accept-language']),
        signedInCaller: session.caller,
        usesCookie: request.headers.authorization === undefined,
        setSessionCookie: (token) => setCookie(reply, token, options.tls),
      };
      const response = await bound.run(readBody(request), session.caller, call);
      const bytes = response instanceof ByteChunks;
      reply.type(bytes ? BYTES_TYPE : JSON_TYPE).header('cache-control', 'no-store');
      if (typeof response === 'string') {
        slot?.release();
        reply.send(response);
        return;
      }
      slot ??= streamedResponses.acquire(reader);
      const body = slot.send(bytes ? response.chunks : response);
      reply.send(bytes ? compressBytes(body, request, reply) : body);
    } catch (thrown) {
      slot?.release();
      sendFailure(thrown, request, reply, { log: options.log, caller: session.caller });
    }
  }

  const { bodyTimeoutMs = BODY_TIMEOUT_MS } = options;
  /** From here on the body is awaited: Node closes a connection that is idle for this time. Injected calls have no socket. */
  const startBodyTimeout = (request: FastifyRequest): void => {
    request.raw.socket.setTimeout?.(bodyTimeoutMs);
  };
  /** Callers identified before their body is read, so that a refusal of the body is in their language. */
  const knownCallers = new WeakMap<FastifyRequest, Caller>();
  const findCaller = async (request: FastifyRequest) => {
    const caller = await callerOf(options.db, request, options.clock.now());
    if (caller !== null) knownCallers.set(request, caller);
    return caller;
  };
  const admitUpload = createUploadLimiter(findCaller, startBodyTimeout);
  acceptBodies(fastify);
  acceptMultipart(fastify, {
    folder: options.uploadFolder,
    onCallEnd: (request, listener) => activeCalls.get(request)?.onEnd(listener),
  });

  for (const bound of options.operations) {
    const { operation } = bound;
    const maxBodyBytes = maxBodyBytesOf(operation);
    const multipart = {
      takesFile: operation.uploadBytes !== undefined,
      bodyBytes: operation.uploadBytes ?? maxBodyBytes,
      fieldBytes: maxBodyBytes,
    };
    fastify.route({
      method: 'POST',
      url: `${options.prefix}/${operationPath(operation)}`,
      bodyLimit: maxBodyBytes,
      config: { multipart },
      // Bytes have their own compression (`compressBytes`).
      ...(operation.responseType === 'bytes' && { compress: false as const }),
      errorHandler: (error, request, reply) =>
        void sendFailure(error, request, reply, {
          log: options.log,
          caller: knownCallers.get(request) ?? null,
        }),
      onRequest: async (request, reply) => {
        const call = calls.acquire(limitKey(addressOf(request)));
        activeCalls.set(request, call);
        onRequestEnd(request, reply, call.abandon);
        // A body whose declared length is too large is refused before it is read, whatever its type.
        const bytes = declaredLength(request);
        const hasFile = multipart.takesFile && isMultipart(request);
        const maxRequestBytes = hasFile ? multipart.bodyBytes : maxBodyBytes;
        const hasTooLargeError = hasFile && operation.uploadTooLarge !== undefined;
        if (bytes > maxRequestBytes && bytes < Number.POSITIVE_INFINITY && !hasTooLargeError)
          throw new NamedError('body-too-large');
        if (isCrossSite(request.headers, options.tls)) throw new NamedError('origin-refused');
        await options.checkRate(request);
        if (hasFile) await admitUpload(operation, request, reply);
        // A large body is read only from a caller with access.
        else if (bytes > LIMITS.bodyBytes) {
          const caller = await findCaller(request);
          checkAccess(operation.access, caller);
          if (caller !== null) call.onEnd(inFlight.acquire(caller.userId, Math.min(bytes, maxBodyBytes)));
        }
        startBodyTimeout(request);
      },
      handler: async (request, reply) => {
        request.raw.socket.setTimeout?.(0);
        const call = activeCalls.get(request);
        call?.start();
        // Returning the promise of `reply` would wait until the last byte is sent.
        await respond(bound, request, reply).finally(() => call?.end());
        return reply;
      },
    });
  }
}

/** Maximum bytes of a call's body without its file. */
function maxBodyBytesOf({ bodyBytes }: Operation): number {
  return bodyBytes ?? LIMITS.bodyBytes;
}

/** RFC 9110, section 8.3.1: media types are case-insensitive. */
function isMultipart({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.trimStart().toLowerCase().startsWith('multipart/form-data') === true;
}

/** Declared length of a request's body in bytes; infinity for chunked bodies. */
function declaredLength({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;
}

/** The caller of a request; null without a valid session or token. */
export async function callerOf(db: Db, request: FastifyRequest, now: number): Promise<Caller | null> {
  const credential = credentialOf(request);
  return credential === null ? null : findCaller(db, credential, now);
}

function readBody(request: FastifyRequest): CallBody {
  const { body } = request;
  if (body === undefined || body === null) return { fields: {}, encoding: 'form' };
  if (typeof body !== 'object' || Array.isArray(body)) throw new NamedError('body-malformed');
  const json = request.headers['content-type']?.includes('json') === true;
  return { fields: body as Record<string, unknown>, encoding: json ? 'json' : 'form' };
}

function setCookie(reply: FastifyReply, token: string | null, secure: boolean): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  if (token === null) reply.clearCookie(SESSION_COOKIE, attributes);
  else reply.setCookie(SESSION_COOKIE, token, { ...attributes, maxAge: SESSION_TTL_MS / 1000 });
}

interface FailureContext {
  readonly log: FastifyBaseLogger;
  readonly caller: Caller | null;
  /** Outside of operations there is no envelope: the HTTP status of failures that define none. */
  readonly defaultStatus?: number;
}

/** Sends a failure: in the envelope, or as `{error, message}` with an HTTP status. */
export function sendFailure(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, caller, defaultStatus }: FailureContext,
): FastifyReply {
  const requestError = request.raw.errored ?? null;
  if (requestError !== null)
    log.debug({ err: requestError, url: request.url }, 'client disconnected while sending');
  const { error, cause } = classifyFailure(thrown, requestError);
  const entry = ERRORS[error.errorName];
  if (entry.log) {
    const details = {
      error: error.errorName,
      ...error.details,
      url: request.url,
      address: addressOf(request),
    };
    log.warn(
      { ...details, user: caller?.userId, ...(cause === null ? {} : { err: cause }) },
      'a call failed',
    );
  }
  const language = caller?.language ?? languageOf(request.headers['accept-language']);
  reply.type(JSON_TYPE).header('cache-control', 'no-store');
  // The unread rest of a body is drained only up to a limit.
  if (!request.raw.complete && declaredLength(request) > MAX_DRAINED_BYTES)
    reply.header('connection', 'close');
  const statusWithoutEnvelope = error.errorName === 'too-many-requests' ? TOO_MANY_REQUESTS : defaultStatus;
  const status = 'status' in entry ? entry.status : defaultStatus && statusWithoutEnvelope;
  if (status === undefined) return reply.code(200).send(JSON.stringify(failureEnvelope(error, language)));
  return reply
    .code(status)
    .send(JSON.stringify({ error: error.errorName, message: errorMessageOf(error, language) }));
}
