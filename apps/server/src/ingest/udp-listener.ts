import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { StreamProtocol } from '@wakeline/protocols/protocol';
import { DeviceLink } from './device-link.ts';
import type { LinkServices } from './link-services.ts';
import type { Listener } from './listener.ts';

/** Milliseconds between two checks for inactive peers. */
const EXPIRY_INTERVAL = 5_000;
/** Queued events per peer during a look-up, because UDP has no flow control. */
const MAX_QUEUED_EVENTS = 100;

/**
 * Listens for devices of a protocol over UDP. Each peer has a link, like a connection, which is closed after
 * inactivity. When there are too many peers, the one last seen longest ago is removed. Reading cannot be paused:
 * while the queue of the engine is full, or the account of the device is over its limit, datagrams are dropped, and devices
 * send again what is not acknowledged.
 * Rejects when the port is not available.
 */
export async function listenUdp(
  protocol: StreamProtocol,
  host: string,
  port: number,
  services: LinkServices,
): Promise<Listener> {
  const { limits, metrics, clock } = services;
  const peers = new Map<string, DeviceLink>();
  const connections = metrics.connections.labels(protocol.name, 'udp');
  const dropped = metrics.dropped.labels(protocol.name);
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
  let full = services.writer.full;
  let stopped = false;

  function linkOf(address: string, remotePort: number): DeviceLink {
    const key = `${address} ${remotePort}`;
    const known = peers.get(key);
    peers.delete(key);
    const link = known ?? newLink(key, address, remotePort);
    // Moves it to the end of the map: the most recently seen.
    peers.set(key, link);
    for (const [oldest, oldestLink] of peers) {
      if (peers.size <= limits.udpPeers) break;
      oldestLink.handleClosed();
      peers.delete(oldest);
    }
    connections.set(peers.size);
    return link;
  }

  function newLink(key: string, address: string, remotePort: number): DeviceLink {
    return new DeviceLink(
      protocol,
      {
        address,
        transport: 'udp',
        send: (bytes) => socket.send(bytes, remotePort, address, () => undefined),
        pause: () => undefined,
        resume: () => undefined,
        close: () => void peers.delete(key),
      },
      services,
    );
  }

  socket.on('message', (bytes, from) => {
    if (stopped) return;
    // Port 0 means that the sender wants no reply (RFC 768); no real device uses it.
    if (from.port === 0) {
      dropped.inc();
      return;
    }
    const link = linkOf(from.address, from.port);
    if (full || link.isHeld || link.queuedEvents > MAX_QUEUED_EVENTS) dropped.inc();
    else link.receive(bytes);
  });
  // An error of one datagram (such as a closed peer) does not affect the others.
  socket.bind({ address: host, port });
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  const stopExpiring = clock.every(EXPIRY_INTERVAL, () => {
    const now = clock.now();
    for (const link of peers.values()) link.expire(now);
    connections.set(peers.size);
  });

  return {
    protocol: protocol.name,
    transport: 'udp',
    port: socket.address().port,
    setEngineFull(isFull) {
      full = isFull;
    },
    async stopReading() {
      stopped = true;
      stopExpiring();
    },
    async close() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
