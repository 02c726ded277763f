import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestProtocol } from '@wakeline/protocols/protocol';
import { ConnectionCounter } from './connection-counter.ts';
import { createHttpIntake } from './http-intake.ts';
import type { LinkServices } from './link-services.ts';
import { BACKLOG, type Listener } from './listener.ts';

/**
 * Milliseconds within which the headers, and the complete request, must arrive. Slow senders occupy a connection,
 * nothing else.
 */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
const KEEP_ALIVE_TIMEOUT = 60_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Listens for devices that send HTTP requests, which `createHttpIntake` answers. Traccar Client stores what was not
 * answered with 2xx and sends it again. Rejects when the port is not available.
 */
export async function listenHttp(
  protocol: RequestProtocol,
  host: string,
  port: number,
  services: LinkServices,
): Promise<Listener> {
  const { log } = services;
  const intake = createHttpIntake(protocol, services);
  const connections = new ConnectionCounter(protocol.name, 'http', services);

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Most clients send a position without a body: such requests need no stream.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      intake.handle(request, response).catch((error: unknown) => {
        // A sender that disconnects during its request is not an error; everything else is a defect of ours.
        if (!request.destroyed)
          log.error(
            { err: error, target: protocol.extractKey(request.url ?? '/').target },
            'handling a device request failed',
          );
        response.destroy();
      });
    },
  );
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (connections.add(address)) socket.on('close', () => connections.remove(address));
    else socket.destroy();
  });
  server.listen({ host, port, backlog: BACKLOG });
  await once(server, 'listening');

  return {
    protocol: protocol.name,
    transport: 'http',
    port: (server.address() as AddressInfo).port,
    // Requests are refused one by one instead.
    setEngineFull: () => undefined,
    async stopReading() {
      intake.stop();
      server.close();
      server.closeIdleConnections();
    },
    async close() {
      const closeTimer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT);
      server.closeIdleConnections();
      if (connections.total > 0) await once(server, 'close');
      clearTimeout(closeTimer);
    },
  };
}

/** Milliseconds that open requests have for reading their responses. */
const CLOSE_TIMEOUT = 1_000;
