import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestProtocol } from '@wakeline/protocols/protocol';
import { createHttpIntake } from './http-intake.ts';
import type { LinkServices } from './link-services.ts';
import type { Listener } from './listener.ts';

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
  const { limits, metrics, log } = services;
  const intake = createHttpIntake(protocol, services);
  const connections = metrics.connections.labels(protocol.name, 'http');
  const perAddress = new Map<string, number>();
  let openConnections = 0;

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
      maxHeaderSize: MAX_HEADER_BYTES,
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
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const addressConnections = (perAddress.get(address) ?? 0) + 1;
    perAddress.set(address, addressConnections);
    connections.set(++openConnections);
    socket.on('close', () => {
      connections.set(--openConnections);
      const remaining = (perAddress.get(address) ?? 1) - 1;
      if (remaining === 0) perAddress.delete(address);
      else perAddress.set(address, remaining);
    });
    if (addressConnections > limits.connectionsPerAddress) {
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
      if (openConnections > 0) await once(server, 'close');
      clearTimeout(closeTimer);
    },
  };
}

/** Milliseconds that open requests have for reading their responses. */
const CLOSE_TIMEOUT = 1_000;
