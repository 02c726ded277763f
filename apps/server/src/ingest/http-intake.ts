import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '@wakeline/contract/limits';
import type { DeviceRequest, RequestProtocol } from '@wakeline/protocols/protocol';
import { isDeeperThan } from '../http/json-depth.ts';
import type { LinkServices } from './link-services.ts';
import { recordRequest } from './messages/request-messages.ts';
import type { PendingHolder } from './pending-bytes.ts';
import { refusalReason } from './refused-devices.ts';
import type { RegisteredTracker } from './registry.ts';
import { secretsMatch } from './secrets-match.ts';
import { lastPositionOf } from './unregistered.ts';

/** Seconds after which the sender may retry. */
const RETRY_AFTER = '5';
/** Response texts for a device that may not report this way. */
const REFUSAL_TEXTS = {
  'no-proof': 'the account of this device requires authentication, which this protocol does not support',
  'not-proved': 'the account of this device requires authentication: send its key over HTTPS',
  'other-protocol': 'this device may report only over another protocol',
} as const;

/** Handles the requests of devices until it is stopped. */
export interface HttpIntake {
  /** Answers a request. Rejects when the sender disconnects before the end, and on an internal error. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Refuses all further requests; senders retry them. */
  stop(): void;
}

/** A request that has been received completely. */
interface CompleteRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly address: string;
  readonly holder: PendingHolder;
}

/** The result of `decode` for a request with reports. */
type DecodedReports = Exclude<ReturnType<RequestProtocol['decode']>, { readonly type: 'decode-error' }>;

/**
 * Responses have an empty body except for errors: 200 when the reports are committed; 400 for an invalid request; 403
 * if the account requires authentication, or the device may only report over another protocol; 404 for an
 * unregistered device; 413 for a body that is too long; 503 while too many requests wait, or the account of the device exceeds
 * its limit of positions.
 */
export function createHttpIntake(protocol: RequestProtocol, services: LinkServices): HttpIntake {
  const { limits, metrics, writer, pending, rates } = services;
  const frames = metrics.frames.labels(protocol.name);
  let pendingRequests = 0;
  let stopped = false;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = request.socket.remoteAddress ?? '';
    if (stopped || writer.full || pendingRequests >= limits.httpRequests) {
      refuse(request, response, 503, 'busy, try again');
      return;
    }
    pendingRequests++;
    const holder: PendingHolder = {
      isKnown: false,
      dropPending() {
        metrics.refused.inc({ protocol: protocol.name, reason: 'no-room' });
        refuse(request, response, 503, 'busy, try again');
      },
    };
    try {
      const onLength = (length: number) => {
        pending.set(holder, length);
        return !response.headersSent;
      };
      const body = hasBody(request) ? await readBody(request, protocol.maxBodyLength, onLength) : NO_BODY;
      if (body === 'too-long') refuse(request, response, 413, 'body too long');
      else if (body !== 'dropped') await handleComplete({ request, response, body, address, holder });
    } finally {
      pending.release(holder);
      pendingRequests--;
    }
  }

  async function handleComplete(complete: CompleteRequest): Promise<void> {
    const { request, response, body, address, holder } = complete;
    const { key, target } = protocol.extractKey(request.url ?? '/');
    const receivedAt = services.clock.now();
    const method = request.method ?? 'GET';
    const contentType = request.headers['content-type'] ?? null;
    const received = { method, target, contentType, body, receivedAt };
    const decoded = decode(complete, received);
    if (decoded === null) return;
    frames.inc();
    const { deviceId } = decoded;
    if (services.lookup.find(deviceId) === undefined && !(await services.lookup.load(deviceId))) {
      refuse(request, response, 503, 'busy, try again');
      return;
    }
    if (response.headersSent) return;
    // From here on the writer counts the bytes.
    pending.release(holder);
    const tracker = services.lookup.find(deviceId);
    if (tracker === undefined || tracker === null) {
      const position = lastPositionOf(decoded.reports, receivedAt);
      services.unregistered.record(deviceId, { protocol: protocol.name, address, now: receivedAt, position });
      metrics.refused.inc({ protocol: protocol.name, reason: 'unknown-device' });
      respond(response, 404, 'no such device');
      return;
    }
    if (isRefused(complete, tracker, key, received)) return;
    if (decoded.reports.length > 0 && isOverLimit(complete, tracker, received)) return;
    if (decoded.reports.length === 0) respondTo(complete, tracker, received, 200, '');
    else await store(complete, tracker, decoded, received);
  }

  /** Responds to a registered device, and keeps both messages. */
  function respondTo(
    { response, address }: CompleteRequest,
    tracker: RegisteredTracker,
    request: DeviceRequest,
    status: number,
    text: string,
  ): void {
    if (response.headersSent || response.destroyed) return;
    const at = services.clock.now();
    recordRequest(services.messages, tracker, {
      protocol: protocol.name,
      address,
      request,
      status,
      text,
      at,
    });
    respond(response, status, text);
  }

  /** Returns null when the request is invalid; the response has been sent then. */
  function decode(complete: CompleteRequest, received: DeviceRequest): DecodedReports | null {
    const { response, body } = complete;
    // Checked before parsing, because the sender is not known yet.
    if (isDeeperThan(body.toString('latin1'), LIMITS.bodyDepth)) {
      metrics.decodeErrors.inc({ protocol: protocol.name, fault: 'malformed' });
      respond(response, 400, 'nested too deeply');
      return null;
    }
    const outcome = protocol.decode(received);
    if (outcome.type !== 'decode-error') return outcome;
    metrics.decodeErrors.inc({ protocol: protocol.name, fault: 'malformed' });
    // Not looked up: invalid requests must not cost queries.
    const tracker = outcome.deviceId === null ? undefined : services.lookup.find(outcome.deviceId);
    if (tracker) respondTo(complete, tracker, received, 400, outcome.detail);
    else respond(response, 400, outcome.detail);
    return null;
  }

  /** Whether the device may not report this way; the response has been sent then. */
  function isRefused(
    complete: CompleteRequest,
    tracker: RegisteredTracker,
    key: string | null,
    received: DeviceRequest,
  ): boolean {
    const { request, address } = complete;
    const hasValidKey = key !== null && services.isHttps(request) && isKeyOf(tracker, key);
    const reason =
      refusalReason(tracker, protocol) ?? (tracker.account.deviceAuth && !hasValidKey ? 'not-proved' : null);
    if (reason === null) return false;
    services.refused.record(tracker.trackerId, {
      reason,
      protocol: protocol.name,
      address,
      now: received.receivedAt,
    });
    const label = reason === 'not-proved' && key !== null ? 'credential' : 'not-authenticated';
    metrics.refused.inc({ protocol: protocol.name, reason: label });
    respondTo(complete, tracker, received, 403, REFUSAL_TEXTS[reason]);
    return true;
  }

  /** Whether the account of the device has to wait; the response has been sent then. */
  function isOverLimit(
    complete: CompleteRequest,
    tracker: RegisteredTracker,
    received: DeviceRequest,
  ): boolean {
    const { account } = tracker;
    if (!rates.isOver(account)) return false;
    rates.countPause(account);
    complete.response.setHeader('retry-after', String(rates.secondsToWait(account)));
    respondTo(complete, tracker, received, 503, 'the account exceeds its limit of positions, try again');
    return true;
  }

  function isKeyOf({ trackerId, keyVersion }: RegisteredTracker, key: string): boolean {
    return secretsMatch(key, services.reportKey(trackerId, keyVersion));
  }

  /** Resolves when the reports are committed, or the sender has disconnected. */
  function store(
    complete: CompleteRequest,
    tracker: RegisteredTracker,
    { reports, unreadable }: DecodedReports,
    received: DeviceRequest,
  ): Promise<void> {
    const { method, target, body, receivedAt } = received;
    rates.take(tracker.account, reports.length);
    return new Promise<void>((resolve) => {
      const finish = (status: number, text: string) => {
        respondTo(complete, tracker, received, status, text);
        resolve();
      };
      complete.response.on('close', () => resolve());
      writer.add({
        protocol: protocol.name,
        tracker,
        reports,
        unreadable,
        raw: Buffer.concat([Buffer.from(`${method} ${target}\r\n\r\n`), body]),
        receivedAt,
        source: {
          onStored: () => finish(200, ''),
          onRefused: () => finish(404, 'no such device'),
          flush: () => undefined,
        },
        reply: null,
        refused: null,
      });
    });
  }

  return {
    handle,
    stop() {
      stopped = true;
    },
  };
}

const NO_BODY = Buffer.alloc(0);

/** Whether a body follows the headers (RFC 9112, section 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Reads the body while it is at most `limit` bytes long and `shouldContinue`, called with its length so far, returns
 * true.
 */
async function readBody(
  request: IncomingMessage,
  limit: number,
  shouldContinue: (length: number) => boolean,
): Promise<Buffer | 'too-long' | 'dropped'> {
  const chunks: Buffer[] = [];
  let length = 0;
  // A sender of too much must receive the response, so leaving the loop must not close the connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return 'too-long';
    if (!shouldContinue(length)) return 'dropped';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function respond(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Responds without having read the request, so the connection is closed afterwards. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close');
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER);
  respond(response, status, text);
  response.on('finish', () => request.destroy());
}
