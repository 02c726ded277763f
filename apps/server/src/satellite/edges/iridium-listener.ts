import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { DirectIpFramer } from '@wakeline/protocols/satellite/iridium/framing';
import { encodeMoConfirmation } from '@wakeline/protocols/satellite/iridium/mo-confirmation';
import { decodeMoMessage } from '@wakeline/protocols/satellite/iridium/mo-message';
import type { MobileOriginated } from '@wakeline/protocols/satellite/iridium/mobile-originated';
import type { FastifyBaseLogger } from 'fastify';
import type { CountReceived } from '../count-received.ts';
import { checkAddress } from '../gateways/check-address.ts';
import { type AddressList, plainAddress } from '../http/address-list.ts';
import type { SessionOutcome } from '../receive/iridium-session.ts';
import type { Edge } from './run-edges.ts';

/** The gateway opens one connection a message. */
const MAX_CONNECTIONS = 50;
/** Milliseconds for a complete message, and after which a confirmed connection is closed. */
const MESSAGE_TIMEOUT = 20_000;
const CLOSE_TIMEOUT = 5_000;

export interface IridiumListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Of the gateway; null: any. */
  readonly senders: AddressList | null;
  /** Stores a session; resolves after the commit. */
  readonly store: (session: MobileOriginated) => Promise<SessionOutcome>;
  readonly count: CountReceived;
  readonly log: FastifyBaseLogger;
}

/**
 * Receives sessions of Iridium devices by DirectIP (docs/protocols/iridium.md): one message a connection, confirmed with 0x05
 * after it is stored. The gateway repeats what is not confirmed.
 */
export function createIridiumListener({
  host,
  port,
  senders,
  store,
  count,
  log,
}: IridiumListenerOptions): Edge {
  const sockets = new Set<Socket>();
  const storing = new Set<Promise<void>>();
  let server: Server | null = null;

  function accept(socket: Socket): void {
    socket.on('error', () => undefined);
    const address = plainAddress(socket.remoteAddress);
    const isAllowed = senders === null || senders.has(address);
    if (!isAllowed || sockets.size >= MAX_CONNECTIONS) {
      count(isAllowed ? 'too-many-connections' : 'sender-refused');
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    read(socket);
  }

  function read(socket: Socket): void {
    const framer = new DirectIpFramer();
    const end = (reason: string) => {
      stopReading();
      count(reason);
      log.warn({ address: plainAddress(socket.remoteAddress), reason }, 'refused an Iridium message');
      socket.destroy();
    };
    const incomplete = () => (framer.pendingBytes > 0 ? end('incomplete') : socket.destroy());
    // Also for one that sends a byte now and then.
    const deadline = setTimeout(incomplete, MESSAGE_TIMEOUT);
    const stopReading = () => {
      clearTimeout(deadline);
      socket.off('data', onData).off('end', incomplete);
    };
    const onData = (chunk: Buffer) => {
      framer.feed(chunk);
      const bytes = framer.next();
      if (bytes === null) return;
      const session = typeof bytes === 'string' ? bytes : decodeMoMessage(bytes);
      if (typeof session === 'string') {
        end(session);
        return;
      }
      stopReading();
      const work = confirm(socket, session).finally(() => storing.delete(work));
      storing.add(work);
    };
    socket.on('data', onData).on('end', incomplete);
    socket.on('close', () => clearTimeout(deadline));
  }

  async function confirm(socket: Socket, session: MobileOriginated): Promise<void> {
    // What follows the message is ignored.
    socket.resume();
    try {
      const outcome = await store(session);
      count(outcome);
      if (outcome === 'unknown-terminal') log.warn({ imei: session.imei }, 'no terminal has this IMEI');
      socket.setTimeout(CLOSE_TIMEOUT, () => socket.destroy());
      socket.end(encodeMoConfirmation(true));
    } catch (error) {
      count('failed');
      log.warn({ err: error }, 'storing an Iridium message failed');
      // Without a confirmation the gateway sends it again.
      socket.destroy();
    }
  }

  return {
    name: 'iridium-directip-listener',
    async start() {
      // The gateway may close its side after the message, and still waits for the confirmation.
      const opening = createServer({ allowHalfOpen: true }, accept);
      opening.listen({ host, port });
      await once(opening, 'listening');
      server = opening;
    },
    async stop() {
      const closing = server;
      server = null;
      if (closing === null) return;
      const closed = once(closing, 'close');
      closing.close();
      await Promise.allSettled(storing);
      for (const socket of sockets) socket.destroySoon();
      setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, CLOSE_TIMEOUT).unref();
      await closed;
    },
    async check() {
      return checkAddress(`tcp://${host.includes(':') ? `[${host}]` : host}:${port}`);
    },
  };
}
