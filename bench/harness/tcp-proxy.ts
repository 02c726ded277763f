import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Passes TCP connections on to the first server that accepts them: a load balancer of processes, or a network that can be cut.
 * A connection ends when its server ends it.
 */
export class TcpProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #targets: () => readonly number[];
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #next = 0;

  private constructor(server: Server, targets: () => readonly number[]) {
    this.#server = server;
    this.#targets = targets;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => void this.#accept(socket));
  }

  /** @param targets ports of the servers of this machine, used in turn */
  static async open(targets: () => readonly number[]): Promise<TcpProxy> {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, targets);
  }

  /** Nothing is passed on any more; connections stay open, as behind a broken network. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Drops the connections of before, and passes on new ones. */
  restore(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #accept(socket: Socket): Promise<void> {
    this.#add(socket);
    if (this.#isCut) return;
    const target = await this.#connect();
    if (target === null || socket.destroyed) {
      socket.destroy();
      target?.destroy();
      return;
    }
    this.#add(target);
    this.#pass(socket, target);
    this.#pass(target, socket);
    if (this.#isCut) return;
    socket.resume();
  }

  async #connect(): Promise<Socket | null> {
    const ports = this.#targets();
    const first = this.#next;
    this.#next += 1;
    for (let offset = 0; offset < ports.length; offset += 1) {
      const socket = connect(ports[(first + offset) % ports.length] ?? 0, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return socket;
      } catch {
        socket.destroy();
      }
    }
    return null;
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #pass(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      if (to.write(bytes)) return;
      from.pause();
      to.once('drain', () => {
        if (!this.#isCut) from.resume();
      });
    });
    from.once('end', () => to.end());
    from.once('close', () => {
      if (!this.#isCut) to.destroy();
    });
  }
}
