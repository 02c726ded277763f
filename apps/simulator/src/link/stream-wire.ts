import { createSocket } from 'node:dgram';
import { createConnection } from 'node:net';
import type { Terminal, TerminalFrame } from '@wakeline/protocols/protocol';
import type { Dial, Target, Wire, WireEvents } from './wire.ts';

export interface StreamTimes {
  /** Milliseconds after which an unanswered login fails. */
  readonly loginTimeout: number;
  /** Milliseconds between two heartbeats. */
  readonly heartbeat: number;
}

export const STREAM_TIMES: StreamTimes = { loginTimeout: 10_000, heartbeat: 60_000 };

/** A TCP connection or a UDP socket. */
interface Pipe {
  write(bytes: Uint8Array): void;
  destroy(): void;
}
interface PipeEvents {
  connected(): void;
  data(bytes: Uint8Array): void;
  closed(reason: Error): void;
}
type OpenPipe = (target: Target, events: PipeEvents) => Pipe;

const openTcp: OpenPipe = ({ host, port }, events) => {
  const socket = createConnection({ host, port, noDelay: true });
  let reason: Error | null = null;
  socket.on('connect', events.connected);
  socket.on('data', events.data);
  socket.on('error', (error) => {
    reason = error;
  });
  socket.on('close', () => events.closed(reason ?? new Error('the server closed the connection')));
  return {
    write: (bytes) => socket.write(bytes),
    destroy: () => socket.destroy(),
  };
};

const openUdp: OpenPipe = ({ host, port }, events) => {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let open = true;
  const end = (reason: Error) => {
    if (!open) return;
    open = false;
    socket.close();
    events.closed(reason);
  };
  socket.on('error', end);
  socket.on('message', events.data);
  socket.connect(port, host, () => {
    if (open) events.connected();
  });
  return {
    write: (bytes) => {
      if (open) socket.send(bytes);
    },
    destroy: () => {
      if (!open) return;
      open = false;
      socket.close();
    },
  };
};

/**
 * Dials a stream protocol: connects, logs in, sends heartbeats and decodes replies. The terminal outlives the wire, so
 * its frame serials continue and it keeps the code from its registration.
 */
export function dialStream(
  terminal: Terminal,
  transport: 'tcp' | 'udp',
  target: Target,
  times: StreamTimes = STREAM_TIMES,
): Dial<TerminalFrame> {
  return (events) => new StreamWire(terminal, transport === 'tcp' ? openTcp : openUdp, target, times, events);
}

class StreamWire implements Wire<TerminalFrame> {
  readonly #terminal: Terminal;
  readonly #pipe: Pipe;
  readonly #events: WireEvents;
  readonly #times: StreamTimes;
  /** Keys of unanswered login frames. */
  readonly #logins = new Set<string>();
  #ready = false;
  #open = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: Terminal, open: OpenPipe, target: Target, times: StreamTimes, events: WireEvents) {
    this.#terminal = terminal;
    this.#events = events;
    this.#times = times;
    this.#pipe = open(target, {
      connected: () => this.#login(),
      data: (bytes) => this.#handleBytes(bytes),
      closed: (reason) => this.#end(reason),
    });
  }

  send(frame: TerminalFrame): void {
    this.#pipe.write(frame.bytes);
    this.#timer?.refresh();
  }

  close(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    this.#pipe.destroy();
  }

  #end(reason: Error): void {
    if (!this.#open) return;
    this.close();
    this.#events.closed(reason);
  }

  #login(): void {
    const frame = this.#terminal.login();
    if (frame?.key == null) {
      if (frame) this.#pipe.write(frame.bytes);
      this.#becomeReady();
      return;
    }
    this.#logins.add(frame.key);
    this.#timer = setTimeout(() => this.#end(new Error('no reply to the login')), this.#times.loginTimeout);
    this.#pipe.write(frame.bytes);
  }

  #becomeReady(): void {
    clearTimeout(this.#timer);
    this.#ready = true;
    this.#timer = setTimeout(() => {
      const heartbeat = this.#terminal.heartbeat();
      if (heartbeat !== null) this.send(heartbeat);
    }, this.#times.heartbeat);
    this.#events.ready();
  }

  #handleBytes(bytes: Uint8Array): void {
    for (const { key, ok, next } of this.#terminal.receive(bytes)) {
      if (!this.#open) return;
      const isLoginReply = this.#logins.delete(key);
      if (next !== null) {
        if (!this.#ready && next.key !== null) this.#logins.add(next.key);
        this.#pipe.write(next.bytes);
      } else if (isLoginReply) {
        if (!ok) this.#end(new Error('the server rejected the login'));
        else if (!this.#ready) this.#becomeReady();
      } else this.#events.replied(key, ok);
    }
  }
}
