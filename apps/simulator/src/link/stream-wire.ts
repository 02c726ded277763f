import { createSocket } from 'node:dgram';
import { createConnection } from 'node:net';
import type { Terminal, TerminalFrame, TerminalInstruction } from '@wakeline/protocols/protocol';
import type { InstructionResponses } from './instruction-responses.ts';
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

export interface StreamOptions {
  readonly terminal: Terminal;
  readonly transport: 'tcp' | 'udp';
  readonly target: Target;
  readonly responses: InstructionResponses;
  readonly times?: StreamTimes;
}

/**
 * Dials a stream protocol: connects, logs in, sends heartbeats, decodes replies and responds to instructions. The
 * terminal outlives the wire, so its frame serials continue and it keeps the code from its registration.
 */
export function dialStream(options: StreamOptions): Dial<TerminalFrame> {
  return (events) => new StreamWire(options, events);
}

class StreamWire implements Wire<TerminalFrame> {
  readonly #terminal: Terminal;
  readonly #pipe: Pipe;
  readonly #events: WireEvents;
  readonly #times: StreamTimes;
  readonly #responses: InstructionResponses;
  /** Receipts that are sent later. */
  readonly #lateReceipts = new Set<NodeJS.Timeout>();
  /** Keys of unanswered login frames. */
  readonly #logins = new Set<string>();
  #ready = false;
  #open = true;
  #timer: NodeJS.Timeout | undefined;

  constructor({ terminal, transport, target, responses, times }: StreamOptions, events: WireEvents) {
    this.#terminal = terminal;
    this.#events = events;
    this.#times = times ?? STREAM_TIMES;
    this.#responses = responses;
    const open = transport === 'tcp' ? openTcp : openUdp;
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
    for (const timer of this.#lateReceipts) clearTimeout(timer);
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
    for (const instruction of this.#terminal.takeInstructions()) this.#respond(instruction);
  }

  /** The device keeps a lost part, and sends it when the server requests it. */
  #upload(frames: readonly TerminalFrame[]): void {
    const lost = frames.length > 1 && this.#responses.losesPart() ? Math.floor(frames.length / 2) : -1;
    for (const [index, { bytes }] of frames.entries()) if (index !== lost) this.#pipe.write(bytes);
  }

  /** A receipt that is due when the connection has ended is lost, as with a real device. */
  #respond(instruction: TerminalInstruction): void {
    const response = this.#responses.choose();
    if (response === null || !this.#open) return;
    const send = () => {
      for (const receipt of instruction.receipts(response)) this.#pipe.write(receipt);
      if (response === 'accept') this.#upload(instruction.upload?.() ?? []);
    };
    if (this.#responses.delay === 0) send();
    else {
      const timer = setTimeout(() => {
        this.#lateReceipts.delete(timer);
        send();
      }, this.#responses.delay);
      this.#lateReceipts.add(timer);
    }
  }
}
