import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Report } from '@wakeline/domain/reports/report';
import type {
  StreamProtocol,
  Terminal,
  TerminalFrame,
  TerminalInstruction,
  TerminalReply,
} from '@wakeline/protocols/protocol';

/** A device with a real connection: sends frames and records the replies. */
export class TestDevice {
  readonly socket: Socket;
  readonly terminal: Terminal;
  readonly replies: TerminalReply[] = [];
  readonly instructions: TerminalInstruction[] = [];
  /** Bytes as received. */
  readonly received: Buffer[] = [];
  #waiters: (() => void)[] = [];

  private constructor(socket: Socket, terminal: Terminal) {
    this.socket = socket;
    this.terminal = terminal;
    socket.on('data', (bytes) => {
      this.received.push(bytes);
      this.replies.push(...terminal.receive(bytes));
      this.instructions.push(...terminal.takeInstructions());
      this.#wakeWaiters();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#wakeWaiters());
  }

  static async connect(protocol: StreamProtocol, port: number, deviceId: string): Promise<TestDevice> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new TestDevice(socket, protocol.terminal(deviceId));
  }

  send(frame: TerminalFrame): TerminalFrame {
    this.socket.write(frame.bytes);
    return frame;
  }

  report(...reports: readonly Report[]): TerminalFrame {
    return this.send(this.terminal.report(reports));
  }

  /** Sends a login and the frames that the device sends after it. Resolves with the last reply. */
  async logIn(): Promise<TerminalReply | null> {
    let frame = this.terminal.login();
    let reply: TerminalReply | null = null;
    while (frame !== null) {
      this.send(frame);
      if (frame.key === null) return null;
      reply = await this.reply(frame);
      frame = reply.next;
    }
    return reply;
  }

  /** Resolves with the reply to `frame`. Rejects when the connection ends first. */
  async reply(frame: TerminalFrame): Promise<TerminalReply> {
    for (;;) {
      const reply = this.replies.find(({ key }) => key === frame.key);
      if (reply !== undefined) return reply;
      if (this.socket.closed) throw new Error(`closed before ${frame.key} received a reply`);
      await this.#nextEvent();
    }
  }

  /** Resolves with the instruction of this index, from 0, when it has arrived. */
  async instruction(index: number): Promise<TerminalInstruction> {
    for (;;) {
      const instruction = this.instructions[index];
      if (instruction !== undefined) return instruction;
      if (this.socket.closed) throw new Error(`closed before instruction ${index} arrived`);
      await this.#nextEvent();
    }
  }

  /** Sends the receipts of an instruction. */
  respond(instruction: TerminalInstruction, outcome: 'accept' | 'reject' | 'wrong-key' = 'accept'): void {
    for (const bytes of instruction.receipts(outcome)) this.socket.write(bytes);
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    while (!this.socket.closed) await this.#nextEvent();
  }

  close(): void {
    this.socket.destroy();
  }

  #nextEvent(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #wakeWaiters(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
