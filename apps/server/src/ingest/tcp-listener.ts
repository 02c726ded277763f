import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { StreamProtocol } from '@wakeline/protocols/protocol';
import { ConnectionCounter } from './connection-counter.ts';
import { DeviceLink } from './device-link.ts';
import type { LinkServices } from './link-services.ts';
import { BACKLOG, type Listener } from './listener.ts';
import type { Peer } from './peer.ts';

/** Milliseconds between two checks for inactive connections. */
const EXPIRY_INTERVAL = 5_000;

/** Listens for devices of a protocol over TCP. Rejects when the port is not available. */
export async function listenTcp(
  protocol: StreamProtocol,
  host: string,
  port: number,
  services: LinkServices,
): Promise<Listener> {
  const { limits, metrics, clock, writer } = services;
  const links = new Map<Socket, DeviceLink>();
  const connections = new ConnectionCounter(protocol.name, 'tcp', services);

  let stopped = false;

  function accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    if (!connections.add(address)) {
      socket.destroy();
      return;
    }
    socket.setNoDelay(true);
    const disconnectUnread = () => {
      metrics.closed.inc({ protocol: protocol.name, reason: 'unread' });
      socket.destroy();
    };
    const link = new DeviceLink(
      protocol,
      peerOf(socket, address, limits.unreadBytes, disconnectUnread),
      services,
    );
    links.set(socket, link);
    socket.on('data', (bytes) => {
      // Moves it to the end of the map: resuming all links starts with the one that was read longest ago.
      links.delete(socket);
      links.set(socket, link);
      link.receive(bytes);
    });
    // A broken connection needs no handling here: 'close' always follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      link.handleClosed();
      links.delete(socket);
      connections.remove(address);
    });
    if (writer.full) link.setEngineFull(true);
    if (stopped) link.stopReading();
  }

  const server = createServer({ allowHalfOpen: false }, accept);
  server.listen({ host, port, backlog: BACKLOG });
  await once(server, 'listening');
  const stopExpiring = clock.every(EXPIRY_INTERVAL, () => {
    const now = clock.now();
    for (const link of links.values()) link.expire(now);
  });

  return {
    protocol: protocol.name,
    transport: 'tcp',
    port: (server.address() as AddressInfo).port,
    setEngineFull(full) {
      for (const link of links.values()) link.setEngineFull(full);
    },
    async stopReading() {
      stopExpiring();
      server.close();
      stopped = true;
      for (const link of links.values()) link.stopReading();
    },
    async close() {
      // Pending acknowledgements are sent before the connection ends; devices that do not read them are cut off.
      for (const socket of links.keys()) {
        socket.resume();
        socket.removeAllListeners('data');
        socket.end(() => socket.destroy());
      }
      const closeTimer = setTimeout(() => {
        for (const socket of links.keys()) socket.destroy();
      }, CLOSE_TIMEOUT);
      if (server.listening) server.close();
      // Not with `once` of node:events, which would reject when a connection breaks meanwhile.
      await Promise.all(
        [...links.keys()].map((socket) => new Promise((closed) => socket.once('close', closed))),
      );
      clearTimeout(closeTimer);
    },
  };
}

/** Milliseconds that a device has for reading its last acknowledgements. */
const CLOSE_TIMEOUT = 1_000;

function peerOf(socket: Socket, address: string, unreadBytes: number, onUnread: () => void): Peer {
  return {
    address,
    transport: 'tcp',
    send(bytes) {
      socket.write(bytes);
      // A device that sends without reading: its acknowledgements must not fill our memory.
      if (socket.writableLength > unreadBytes) onUnread();
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close() {
      socket.end(() => socket.destroy());
      socket.resume();
    },
  };
}
