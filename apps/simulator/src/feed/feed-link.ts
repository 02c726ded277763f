import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Target } from '../link/wire.ts';

/** Takes the lines of a feed. */
export interface FeedLink {
  /** Resolves when the peer has taken enough of what was sent. */
  send(lines: readonly string[]): Promise<void>;
  close(): void;
}

/** Connects to the port for AIS senders and identifies itself with the token of a feed. Rejects if that fails. */
export async function connectFeed({ host, port }: Target, token: string | null): Promise<FeedLink> {
  const socket = connect({ host, port });
  await once(socket, 'connect');
  if (token !== null) socket.write(`$WLFEED,${token}\r\n`);
  const refusal = new Promise<never>((_resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection: is the token right?')));
  });
  // Also handled while nothing is sent.
  refusal.catch(() => undefined);
  return {
    send: (lines) => Promise.race([write(socket, lines), refusal]),
    close: () => socket.end(),
  };
}

/** Serves lines to every server that connects, like an ADS-B receiver on port 30003. Resolves when the first has. */
export async function serveFeed({ host, port }: Target, signal: AbortSignal): Promise<FeedLink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen({ host, port });
  try {
    await once(server, 'connection', { signal });
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    async send(lines) {
      await Promise.all([...sockets].map((socket) => write(socket, lines)));
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroySoon();
    },
  };
}

async function write(socket: Socket, lines: readonly string[]): Promise<void> {
  if (lines.length === 0 || socket.write(lines.map((line) => `${line}\r\n`).join(''))) return;
  await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}
