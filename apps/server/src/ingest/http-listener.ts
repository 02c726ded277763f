import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@wakeline/contract/limits';
import type { RequestProtocol } from '@wakeline/protocols/protocol';
import { isDeeperThan } from '../http/json-depth.ts';
import type { LinkServices } from './link-services.ts';
import type { Listener } from './listener.ts';
import type { PendingHolder } from './pending-bytes.ts';
import { obstacleTo } from './refused-devices.ts';
import type { RegisteredTracker } from './registry.ts';
import { sameSecret } from './same-secret.ts';

/** Milliseconds within which the head, and all of a request, must be there: slow senders hold a connection, not more. */
const HEAD_WAIT = 10_000;
const REQUEST_WAIT = 30_000;
const KEEP_ALIVE = 60_000;
const MOST_HEAD_BYTES = 16 * 1024;
/** Seconds after which a phone may try again. */
const RETRY_AFTER = '5';
/** What a device is told that may not report in this way. */
const REFUSED = {
  'no-proof': 'the account of this device demands proof, and the protocol has none',
  'not-proved': 'the account of this device demands proof: send its key, over HTTPS',
  'other-protocol': 'this device may report by another protocol alone',
} as const;

/**
 * Listens for devices that send HTTP requests. Answers, all with an empty body but for errors: 200 when the reports are
 * committed; 400 for a request that makes no sense; 403 where its account demands proof, or it may report by another protocol alone; 404 for a device that is not registered; 413 for a body that is
 * too long; 503 while too many requests wait. Traccar Client keeps what was not answered by 2xx, and sends it again.
 * Rejects when the port cannot be had.
 */
export async function listenHttp(
  protocol: RequestProtocol,
  host: string,
  port: number,
  services: LinkServices,
): Promise<Listener> {
  const { limits, metrics, writer, pending, log } = services;
  const frames = metrics.frames.labels(protocol.name);
  const connections = metrics.connections.labels(protocol.name, 'http');
  const perAddress = new Map<string, number>();
  let open = 0;
  let waiting = 0;
  let stopped = false;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = request.socket.remoteAddress ?? '';
    if (stopped || writer.full || waiting >= limits.httpRequests) {
      refuse(request, response, 503, 'busy, try again');
      return;
    }
    waiting++;
    const holder: PendingHolder = {
      isKnown: false,
      dropPending() {
        metrics.refused.inc({ protocol: protocol.name, reason: 'no-room' });
        refuse(request, response, 503, 'busy, try again');
      },
    };
    try {
      const body = await readBody(request, protocol.maxBodyLength, (length) => {
        pending.hold(holder, length);
        return !response.headersSent;
      });
      if (body === 'too-long') refuse(request, response, 413, 'body too long');
      else if (body !== 'dropped') await takeWhole(request, body, address, response, holder);
    } finally {
      pending.release(holder);
      waiting--;
    }
  }

  async function takeWhole(
    request: IncomingMessage,
    body: Buffer,
    address: string,
    response: ServerResponse,
    holder: PendingHolder,
  ): Promise<void> {
    const { key, target } = protocol.takeKey(request.url ?? '/');
    const receivedAt = services.clock.now();
    // What nobody has to be known for is looked at before it is parsed.
    if (isDeeperThan(body.toString('latin1'), LIMITS.bodyDepth)) {
      metrics.faults.inc({ protocol: protocol.name, fault: 'malformed' });
      answer(response, 400, 'nested too deeply');
      return;
    }
    const outcome = protocol.decode({
      method: request.method ?? 'GET',
      target,
      contentType: request.headers['content-type'] ?? null,
      body,
      receivedAt,
    });
    if (outcome.type === 'fault') {
      metrics.faults.inc({ protocol: protocol.name, fault: 'malformed' });
      answer(response, 400, outcome.detail);
      return;
    }
    frames.inc();
    const { deviceId, reports, unreadable } = outcome;
    if (services.lookup.find(deviceId) === undefined && !(await services.lookup.ask(deviceId))) {
      refuse(request, response, 503, 'busy, try again');
      return;
    }
    if (response.headersSent) return;
    // From here on the writer counts it.
    pending.release(holder);
    const tracker = services.lookup.find(deviceId);
    if (tracker === undefined || tracker === null) {
      services.unregistered.see(deviceId, protocol.name, address, receivedAt);
      metrics.refused.inc({ protocol: protocol.name, reason: 'unknown-device' });
      answer(response, 404, 'no such device');
      return;
    }
    const proved = key !== null && services.isHttps(request) && isKeyOf(tracker, key);
    const reason =
      obstacleTo(tracker, protocol) ?? (tracker.account.deviceAuth && !proved ? 'not-proved' : null);
    if (reason !== null) {
      services.refused.see(tracker.trackerId, { reason, protocol: protocol.name, address, now: receivedAt });
      const label = reason === 'not-proved' && key !== null ? 'credential' : 'not-authenticated';
      metrics.refused.inc({ protocol: protocol.name, reason: label });
      answer(response, 403, REFUSED[reason]);
      return;
    }
    if (reports.length === 0) {
      answer(response, 200, '');
      return;
    }
    await new Promise<void>((resolve) => {
      const finish = (status: number, text: string) => {
        answer(response, status, text);
        resolve();
      };
      response.on('close', () => resolve());
      writer.add({
        protocol: protocol.name,
        tracker,
        reports,
        unreadable,
        raw: Buffer.concat([Buffer.from(`${request.method} ${target}\r\n\r\n`), body]),
        receivedAt,
        source: {
          stored: () => finish(200, ''),
          refused: () => finish(404, 'no such device'),
          flush: () => undefined,
        },
        reply: null,
        refused: null,
      });
    });
  }

  function isKeyOf({ trackerId, keyVersion }: RegisteredTracker, key: string): boolean {
    return sameSecret(key, services.reportKey(trackerId, keyVersion));
  }

  const server = createServer(
    {
      headersTimeout: HEAD_WAIT,
      requestTimeout: REQUEST_WAIT,
      keepAliveTimeout: KEEP_ALIVE,
      maxHeaderSize: MOST_HEAD_BYTES,
    },
    (request, response) => {
      take(request, response).catch((error: unknown) => {
        // A sender that went away in the middle of its request is nothing to tell; the rest is a fault of ours.
        if (!request.destroyed)
          log.error(
            { err: error, target: protocol.takeKey(request.url ?? '/').target },
            'a device was not understood',
          );
        response.destroy();
      });
    },
  );
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const ofAddress = (perAddress.get(address) ?? 0) + 1;
    perAddress.set(address, ofAddress);
    connections.set(++open);
    socket.on('close', () => {
      connections.set(--open);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
    if (ofAddress > limits.connectionsPerAddress) {
      metrics.closed.inc({ protocol: protocol.name, reason: 'too-many' });
      socket.destroy();
    }
  });
  server.listen({ host, port, backlog: 1_024 });
  await once(server, 'listening');

  return {
    protocol: protocol.name,
    transport: 'http',
    port: (server.address() as AddressInfo).port,
    // Requests are refused one by one.
    setEngineFull: () => undefined,
    async stopReading() {
      stopped = true;
      server.close();
      server.closeIdleConnections();
    },
    async close() {
      const cutOff = setTimeout(() => server.closeAllConnections(), CLOSE_WAIT);
      server.closeIdleConnections();
      if (open > 0) await once(server, 'close');
      clearTimeout(cutOff);
    },
  };
}

/** Milliseconds that open requests get for their answers to be read. */
const CLOSE_WAIT = 1_000;

/** The body, as long as it is not longer than `limit` and `goOn`, told how long it is so far, answers true. */
async function readBody(
  request: IncomingMessage,
  limit: number,
  goOn: (length: number) => boolean,
): Promise<Buffer | 'too-long' | 'dropped'> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Who sends too much is told so: the end of the loop must not end the connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return 'too-long';
    if (!goOn(length)) return 'dropped';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Answers without having read the request: the connection ends with it. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.setHeader('connection', 'close');
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER);
  answer(response, status, text);
  response.on('finish', () => request.destroy());
}
