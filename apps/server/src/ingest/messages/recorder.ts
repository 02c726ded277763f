import { INSTRUCTION_NAMES, type InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { IngestLimits } from '../limits.ts';
import type { RegisteredTracker } from '../registry.ts';
import { ByteQueues } from './byte-queues.ts';
import { ConnectionTable, type DeviceConnection } from './connection-table.ts';

/** An instruction as far as its message shows it. */
export interface SentInstruction {
  readonly name: InstructionName;
  /** Whether its bytes contain a password that a user entered. */
  readonly isSecret: boolean;
}

/** A message to keep. */
export interface MessageInput {
  readonly direction: 'received' | 'sent';
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether the decoding of what follows on the connection depends on it. */
  readonly isLogin: boolean;
  /** Unset: another message. */
  readonly instruction?: SentInstruction | null;
}

/** A message that was kept. */
export interface RecordedBytes {
  /** Increases with each message of all devices. */
  readonly number: number;
  readonly direction: 'received' | 'sent';
  readonly at: number;
  readonly connection: DeviceConnection;
  readonly content: Buffer;
  /** Length of the message; `content` may be only its start. */
  readonly length: number;
  /** Null: another message. */
  readonly instruction: SentInstruction | null;
}

/** What is kept of a device. */
export interface DeviceRecord {
  readonly accountId: number;
  readonly connection: DeviceConnection;
  readonly lastAt: number;
  /** The last login of the device, also if it is no longer among `messages`. */
  readonly login: RecordedBytes | null;
  /** Oldest first. */
  readonly messages: readonly RecordedBytes[];
}

/** What is kept of a device, besides its two queues. */
interface Device {
  readonly trackerId: number;
  readonly slot: number;
  readonly accountId: number;
  connection: number;
  lastAt: number;
  messages: number;
}

/** Where the fields of a message are in its header, and the bytes of a header. */
const HEADER = {
  number: 0,
  at: 6,
  length: 12,
  connection: 16,
  content: 20,
  flags: 22,
  instruction: 23,
} as const;
const HEADER_BYTES = 24;
/** Bytes of a number up to 2^48. */
const LONG_BYTES = 6;
const FLAG = { sent: 1, secret: 2 } as const;
/** Bytes of memory that a device needs besides its messages. */
const DEVICE_OVERHEAD = 192;

type Limits = Pick<IngestLimits, 'messages' | 'messageBytes' | 'messageLength' | 'messageTotalBytes'>;

/**
 * Keeps the last messages of each registered device in memory, within a total budget. While the budget suffices, each
 * device has up to `messageBytes`; otherwise all have an equal share, so that a busy device displaces no quiet one.
 */
export class MessageRecorder {
  readonly since: number;
  readonly #limits: Limits;
  readonly #devices = new Map<number, Device>();
  /** Of each slot; undefined: free. */
  readonly #slots: (Device | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  /** Two for each slot: messages, and the last login. A message is its header and its content. */
  readonly #queues = new ByteQueues();
  readonly #connections = new ConnectionTable();
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #lastNumber = 0;
  /** The slot whose size was checked last. */
  #checkedSlot = 0;

  constructor(limits: Limits, now: number) {
    this.#limits = limits;
    this.since = now;
  }

  /** Bytes of memory that are used. */
  get bytes(): number {
    return this.#queues.bytes + this.#devices.size * DEVICE_OVERHEAD;
  }

  record({ trackerId, account }: RegisteredTracker, connection: DeviceConnection, input: MessageInput): void {
    const device = this.#deviceOf(trackerId, account.accountId, connection);
    this.#setConnection(device, connection);
    device.lastAt = input.at;
    this.#lastNumber += 1;
    this.#push(messagesOf(device), device, input);
    device.messages += 1;
    if (input.isLogin) {
      this.#clear(loginOf(device));
      this.#push(loginOf(device), device, input);
    }
    this.#trim(device);
    this.#keepBudget();
  }

  find(trackerId: number): DeviceRecord | null {
    const device = this.#devices.get(trackerId);
    if (device === undefined) return null;
    const { accountId, connection, lastAt } = device;
    return {
      ...{ accountId, lastAt },
      connection: this.#connections.get(connection),
      login: this.#read(loginOf(device))[0] ?? null,
      messages: this.#read(messagesOf(device)),
    };
  }

  /** Drops what is kept of a removed tracker. */
  remove(trackerId: number): void {
    const device = this.#devices.get(trackerId);
    if (device === undefined) return;
    this.#clear(messagesOf(device));
    this.#clear(loginOf(device));
    this.#connections.release(device.connection);
    this.#devices.delete(trackerId);
    this.#slots[device.slot] = undefined;
    this.#freeSlots.push(device.slot);
  }

  #deviceOf(trackerId: number, accountId: number, connection: DeviceConnection): Device {
    const known = this.#devices.get(trackerId);
    if (known?.accountId === accountId) return known;
    // It has moved to another account, whose users must not see what it sent before.
    this.remove(trackerId);
    const slot = this.#freeSlots.pop() ?? this.#slots.length;
    const number = this.#connections.use(connection);
    const device = { trackerId, slot, accountId, connection: number, lastAt: 0, messages: 0 };
    this.#slots[slot] = device;
    this.#devices.set(trackerId, device);
    return device;
  }

  #setConnection(device: Device, connection: DeviceConnection): void {
    const last = this.#connections.get(device.connection);
    if (last === connection) return;
    if (isNextRequest(last, connection)) {
      last.since = connection.since;
      last.closedAt = connection.closedAt;
      return;
    }
    const before = device.connection;
    device.connection = this.#connections.use(connection);
    this.#connections.release(before);
  }

  #push(queue: number, { connection }: Device, { direction, bytes, at, instruction }: MessageInput): void {
    const header = this.#header;
    const length = Math.min(bytes.length, this.#limits.messageLength);
    header.writeUIntLE(this.#lastNumber, HEADER.number, LONG_BYTES);
    header.writeUIntLE(at, HEADER.at, LONG_BYTES);
    header.writeUInt32LE(bytes.length, HEADER.length);
    header.writeUInt32LE(this.#connections.useAgain(connection), HEADER.connection);
    header.writeUInt16LE(length, HEADER.content);
    header[HEADER.flags] =
      (direction === 'sent' ? FLAG.sent : 0) | (instruction?.isSecret === true ? FLAG.secret : 0);
    header[HEADER.instruction] = instruction ? INSTRUCTION_NAMES.indexOf(instruction.name) + 1 : 0;
    this.#queues.push(queue, header);
    this.#queues.push(queue, bytes, length);
  }

  #read(queue: number): readonly RecordedBytes[] {
    const bytes = Buffer.alloc(this.#queues.lengthOf(queue));
    this.#queues.read(queue, bytes);
    const messages: RecordedBytes[] = [];
    for (let at = 0; at < bytes.length; ) {
      const header = bytes.subarray(at, at + HEADER_BYTES);
      at += HEADER_BYTES + header.readUInt16LE(HEADER.content);
      messages.push({
        ...this.#readHeader(header),
        content: bytes.subarray(header.byteOffset - bytes.byteOffset + HEADER_BYTES, at),
      });
    }
    return messages;
  }

  #readHeader(header: Buffer): Omit<RecordedBytes, 'content'> {
    const flags = header.readUInt8(HEADER.flags);
    const name = INSTRUCTION_NAMES[header.readUInt8(HEADER.instruction) - 1];
    return {
      number: header.readUIntLE(HEADER.number, LONG_BYTES),
      direction: (flags & FLAG.sent) === 0 ? 'received' : 'sent',
      at: header.readUIntLE(HEADER.at, LONG_BYTES),
      connection: this.#connections.get(header.readUInt32LE(HEADER.connection)),
      length: header.readUInt32LE(HEADER.length),
      instruction: name === undefined ? null : { name, isSecret: (flags & FLAG.secret) !== 0 },
    };
  }

  /** Drops the oldest message of a queue. */
  #shift(queue: number): void {
    const header = this.#header;
    this.#queues.read(queue, header);
    this.#connections.release(header.readUInt32LE(HEADER.connection));
    this.#queues.shift(queue, HEADER_BYTES + header.readUInt16LE(HEADER.content));
  }

  #clear(queue: number): void {
    while (this.#queues.lengthOf(queue) > 0) this.#shift(queue);
  }

  #bytesOf(device: Device): number {
    return DEVICE_OVERHEAD + this.#queues.bytesOf(messagesOf(device)) + this.#queues.bytesOf(loginOf(device));
  }

  #trim(device: Device): void {
    const { messages, messageBytes, messageTotalBytes } = this.#limits;
    const share = Math.min(messageBytes, messageTotalBytes / this.#devices.size);
    while (device.messages > messages || (device.messages > 0 && this.#bytesOf(device) > share)) {
      this.#shift(messagesOf(device));
      device.messages -= 1;
    }
  }

  /** More devices have smaller shares: the ones checked longest ago may still have more. */
  #keepBudget(): void {
    while (this.bytes > this.#limits.messageTotalBytes) {
      this.#checkedSlot = (this.#checkedSlot + 1) % this.#slots.length;
      const device = this.#slots[this.#checkedSlot];
      if (device === undefined) continue;
      this.#trim(device);
      // With nothing left to drop, its own entry exceeds its share.
      if (device.messages === 0) this.remove(device.trackerId);
    }
  }
}

function messagesOf({ slot }: Device): number {
  return slot * 2;
}

function loginOf({ slot }: Device): number {
  return slot * 2 + 1;
}

/** Whether both are HTTP requests between the same two addresses: one connection of its own for each would need more memory. */
function isNextRequest(last: DeviceConnection, { protocol, transport, address }: DeviceConnection): boolean {
  return (
    transport === 'http' &&
    last.transport === 'http' &&
    last.protocol === protocol &&
    last.address === address
  );
}
