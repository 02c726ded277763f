import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';
import type { FeedReader } from '@wakeline/protocols/feeds/feed-message';
import type { Clock } from '../../clock.ts';
import type { IngestLimits } from '../limits.ts';
import type { Listener } from '../listener.ts';
import type { FeedRun } from './feed-run.ts';
import { readTokenLine } from './token-line.ts';

/** Bytes before the end of the first line, and milliseconds for it, after which an unknown sender is disconnected. */
const MAX_TOKEN_LINE = 128;
const TOKEN_TIMEOUT = 10_000;
/** Milliseconds without data after which a sender is disconnected: a quiet coast can be silent for minutes. */
const IDLE_TIMEOUT = 15 * 60_000;
/** Milliseconds for which a token in a datagram applies to the following ones of its sender. */
const DATAGRAM_TOKEN_TTL = 10 * 60_000;
/** Open connections of senders that are not known yet: in total, and from one address. */
const MAX_WAITING = 200;
const MAX_WAITING_PER_ADDRESS = 10;
/** Senders of one feed. */
const MAX_SENDERS = 100;
const EXPIRY_INTERVAL = 5_000;

export interface SenderRegistry {
  findByToken(token: string): FeedRun | null;
  findByAddress(address: string): FeedRun | null;
}

export interface AisListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly senders: SenderRegistry;
  readonly limits: IngestLimits;
  readonly clock: Clock;
  readonly isFull: () => boolean;
}

/** A listener for senders of AIS feeds, which can also disconnect the senders of a feed. */
export interface SenderListener extends Listener {
  /** The feed was changed or removed: its senders must identify themselves again. */
  disconnect(run: FeedRun): void;
}

/** Accepts senders over TCP: with an allowed address, or the token in their first line. */
export async function listenAisTcp({
  host,
  port,
  senders,
  limits,
  isFull,
}: AisListenerOptions): Promise<SenderListener> {
  const sockets = new Map<Socket, FeedRun | null>();
  let stopped = false;

  function isFullFor(run: FeedRun | null, address: string): boolean {
    if (run !== null) return run.senders >= MAX_SENDERS;
    const waiting = [...sockets].filter(([, of]) => of === null).map(([other]) => other);
    const sameAddress = waiting.filter(({ remoteAddress }) => plainAddress(remoteAddress) === address);
    return waiting.length >= MAX_WAITING || sameAddress.length >= MAX_WAITING_PER_ADDRESS;
  }

  function accept(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const known = senders.findByAddress(address);
    if (stopped || sockets.size >= limits.connections || isFullFor(known, address)) {
      socket.destroy();
      return;
    }
    let reader: FeedReader | null = null;
    let firstLine = '';

    function identify(run: FeedRun): FeedReader {
      sockets.set(socket, run);
      socket.setTimeout(IDLE_TIMEOUT);
      run.addSender();
      reader = run.createReader();
      return reader;
    }

    sockets.set(socket, null);
    socket.setTimeout(TOKEN_TIMEOUT);
    if (known !== null) identify(known);
    // Also for one that sends a byte now and then.
    const deadline = setTimeout(() => sockets.get(socket) === null && socket.destroy(), TOKEN_TIMEOUT);
    deadline.unref();
    socket.on('data', (bytes: Buffer) => {
      const run = sockets.get(socket);
      if (run && reader !== null) {
        run.receive(reader, bytes);
        return;
      }
      firstLine += bytes.toString('latin1');
      const end = firstLine.indexOf('\n');
      if (end < 0 && firstLine.length <= MAX_TOKEN_LINE) return;
      const token = readTokenLine(firstLine.slice(0, Math.max(0, end)));
      const found = token === null ? null : senders.findByToken(token);
      if (found === null || found.senders >= MAX_SENDERS) {
        socket.end('$WLFEED,refused\r\n', () => socket.destroy());
        return;
      }
      found.receive(identify(found), Buffer.from(firstLine.slice(end + 1), 'latin1'));
      firstLine = '';
    });
    socket.on('timeout', () => socket.destroy());
    // A broken connection needs no handling here: 'close' always follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(deadline);
      sockets.get(socket)?.removeSender();
      sockets.delete(socket);
    });
    if (isFull()) socket.pause();
  }

  const server = createServer(accept);
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    protocol: 'ais',
    transport: 'tcp',
    port: (server.address() as AddressInfo).port,
    setEngineFull(full) {
      for (const socket of sockets.keys()) {
        if (full) socket.pause();
        else socket.resume();
      }
    },
    disconnect(run) {
      for (const [socket, of] of sockets) if (of === run) socket.destroy();
    },
    async stopReading() {
      stopped = true;
      server.close();
      for (const socket of sockets.keys()) socket.pause();
    },
    async close() {
      const closed = server.listening ? once(server, 'close') : null;
      if (closed !== null) server.close();
      for (const socket of sockets.keys()) socket.destroy();
      await closed;
    },
  };
}

interface DatagramSender {
  readonly run: FeedRun;
  readonly reader: FeedReader;
  expiresAt: number;
}

/** Accepts datagrams with one or several lines: from an allowed address, or with the token in their first line. */
export async function listenAisUdp({
  host,
  port,
  senders,
  limits,
  clock,
  isFull,
}: AisListenerOptions): Promise<SenderListener> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
  const known = new Map<string, DatagramSender>();
  let stopped = false;

  function forget(key: string, sender: DatagramSender): void {
    known.delete(key);
    sender.run.removeSender();
  }

  function identify(key: string, run: FeedRun): DatagramSender {
    const sender = { run, reader: run.createReader(), expiresAt: 0 };
    known.set(key, sender);
    run.addSender();
    for (const [oldest, one] of known) {
      if (known.size <= limits.udpPeers) break;
      forget(oldest, one);
    }
    return sender;
  }

  socket.on('message', (bytes, from) => {
    if (stopped || isFull()) return;
    const key = `${from.address} ${from.port}`;
    const end = bytes.indexOf(0x0a);
    const token =
      bytes[0] === 0x24 ? readTokenLine(bytes.toString('latin1', 0, end < 0 ? bytes.length : end)) : null;
    const run =
      token === null ? senders.findByAddress(plainAddress(from.address)) : senders.findByToken(token);
    let sender = known.get(key);
    if (sender === undefined || (token !== null && sender.run !== run)) {
      if (run === null || run.senders >= MAX_SENDERS) return;
      if (sender !== undefined) forget(key, sender);
      sender = identify(key, run);
    }
    sender.expiresAt = clock.now() + DATAGRAM_TOKEN_TTL;
    const content = token === null ? bytes : bytes.subarray(end < 0 ? bytes.length : end + 1);
    // The last line of a datagram may have no line end.
    sender.run.receive(sender.reader, Buffer.concat([content, LINE_END]));
  });
  socket.bind({ address: host, port });
  await once(socket, 'listening');
  socket.on('error', () => undefined);
  const stopExpiring = clock.every(EXPIRY_INTERVAL, () => {
    for (const [key, sender] of known) if (sender.expiresAt < clock.now()) forget(key, sender);
  });
  return {
    protocol: 'ais',
    transport: 'udp',
    port: socket.address().port,
    // Datagrams are dropped meanwhile.
    setEngineFull: () => undefined,
    disconnect(run) {
      for (const [key, sender] of known) if (sender.run === run) forget(key, sender);
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

const LINE_END = Buffer.from('\n');

/** `::ffff:192.0.2.1` of a socket that accepts both families is `192.0.2.1`. */
function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');
}
