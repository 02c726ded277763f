import { connect, type Socket } from 'node:net';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import type { Terminal, TerminalInstruction } from '@wakeline/protocols/protocol';
import { localAddressOf } from './local-address.ts';

const RECONNECT_DELAY_MS = 100;

export interface InstructedDeviceOptions {
  readonly imei: string;
  readonly port: number;
  /** Number of the device, from 0: chooses its local address. */
  readonly index: number;
  /** Milliseconds between an instruction and its receipt; default: at once. */
  readonly responseDelay?: () => number;
  readonly onInstruction?: (instruction: TerminalInstruction) => void;
}

/** A JT/T 808 device that accepts instructions, and reconnects when its connection ends. */
export class InstructedDevice {
  /** Instructions in the order of their arrival, as `TerminalInstruction.description`. */
  readonly received: string[] = [];
  reconnects = 0;
  readonly #options: InstructedDeviceOptions;
  readonly #terminal: Terminal;
  #socket: Socket | null = null;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: InstructedDeviceOptions) {
    this.#options = options;
    this.#terminal = jt808.terminal(options.imei);
  }

  /** Resolves when the server has acknowledged its first heartbeat. */
  connect(): Promise<void> {
    return new Promise((resolve) => this.#open(resolve));
  }

  heartbeat(): void {
    const heartbeat = this.#terminal.heartbeat();
    if (heartbeat !== null) this.#socket?.write(heartbeat.bytes);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    this.#socket?.destroy();
  }

  #open(onReply: () => void): void {
    const { port, index } = this.#options;
    const localAddress = localAddressOf(index);
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    this.#socket = socket;
    // The server is killed on purpose; 'close' follows.
    socket.on('error', () => undefined);
    socket.on('connect', () => this.heartbeat());
    socket.on('data', (bytes) => {
      if (this.#terminal.receive(bytes).length > 0) onReply();
      for (const instruction of this.#terminal.takeInstructions()) this.#receive(instruction);
    });
    socket.on('close', () => {
      if (this.#isClosed) return;
      this.#reconnectTimer = setTimeout(() => {
        this.reconnects++;
        this.#open(onReply);
      }, RECONNECT_DELAY_MS);
    });
  }

  #receive(instruction: TerminalInstruction): void {
    this.received.push(instruction.description);
    this.#options.onInstruction?.(instruction);
    const delay = this.#options.responseDelay?.() ?? 0;
    if (delay === 0) this.#respond(instruction, this.#socket);
    else setTimeout(() => this.#respond(instruction, this.#socket), delay);
  }

  /** Over the current connection, so that a receipt can come after a reconnection. */
  #respond(instruction: TerminalInstruction, socket: Socket | null): void {
    if (this.#isClosed || socket?.writable !== true) return;
    for (const receipt of instruction.receipts('accept')) socket.write(receipt);
  }
}
