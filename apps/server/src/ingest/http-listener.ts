import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestProtocol } from '@wakeline/protocols/protocol';
import { createHttpIntake } from './http-intake.ts';
import type { LinkServices } from './link-services.ts';
import type { Listener } from './listener.ts';

/** Milliseconds within which the head, and all of a request, must be there: slow senders hold a connection, not more. */
const HEAD_WAIT = 10_000;
const REQUEST_WAIT = 30_000;
const KEEP_ALIVE = 60_000;
const MOST_HEAD_BYTES = 16 * 1024;

/**
 * Listens for devices that send HTTP requests; `createHttpIntake` answers them. Traccar Client keeps what was not answered by 2xx, and
 * sends it again. Rejects when the port cannot be had.
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
  let open = 0;

  const server = createServer(
    {
      headersTimeout: HEAD_WAIT,
      requestTimeout: REQUEST_WAIT,
      keepAliveTimeout: KEEP_ALIVE,
      maxHeaderSize: MOST_HEAD_BYTES,
    },
    (request, response) => {
      intake.take(request, response).catch((error: unknown) => {
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
      intake.stop();
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
