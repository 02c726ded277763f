import { INSTRUCTION_NAMES, type InstructionName } from '@wakeline/domain/instructions/catalogue';
import { TrackerRows } from '@wakeline/domain/tracker-state/tracker-rows';
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

/** What is kept of a device, besides its two queues: a row of numbers. */
const COLUMN = { trackerId: 0, accountId: 1, connection: 2, lastAt: 3, messages: 4 } as const;
const ROW_LENGTH = 5;

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
const DEVICE_OVERHEAD = 112;

type Limits = Pick<IngestLimits, 'messages' | 'messageBytes' | 'messageLength' | 'messageTotalBytes'>;

/**
 * Keeps the last messages of each registered device in memory, within a total budget. While the budget suffices, each
 * device has up to `messageBytes`; otherwise all have an equal share, so that a busy device displaces no quiet one.
 */
export class MessageRecorder {
  readonly since: number;
  readonly #limits: Limits;
  readonly #devices = new TrackerRows(ROW_LENGTH);
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
    const slot = this.#slotOf(trackerId, account.accountId, connection);
    this.#setConnection(slot, connection);
    this.#write(slot, COLUMN.lastAt, input.at);
    this.#lastNumber += 1;
    this.#push(messagesOf(slot), slot, input);
    this.#write(slot, COLUMN.messages, this.#read(slot, COLUMN.messages) + 1);
    if (input.isLogin) {
      this.#clear(loginOf(slot));
      this.#push(loginOf(slot), slot, input);
    }
    this.#trim(slot);
    this.#keepBudget();
  }

  find(trackerId: number): DeviceRecord | null {
    const slot = this.#devices.slotOf(trackerId);
    if (slot === undefined) return null;
    return {
      accountId: this.#read(slot, COLUMN.accountId),
      lastAt: this.#read(slot, COLUMN.lastAt),
      connection: this.#connections.get(this.#read(slot, COLUMN.connection)),
      login: this.#readMessages(loginOf(slot))[0] ?? null,
      messages: this.#readMessages(messagesOf(slot)),
    };
  }

  /** Drops what is kept of a removed tracker. */
  remove(trackerId: number): void {
    const slot = this.#devices.remove(trackerId);
    if (slot === undefined) return;
    this.#clear(messagesOf(slot));
    this.#clear(loginOf(slot));
    this.#connections.release(this.#read(slot, COLUMN.connection));
  }

  #read(slot: number, column: number): number {
    return this.#devices.chunkOf(slot)[this.#devices.offsetOf(slot) + column] ?? Number.NaN;
  }

  #write(slot: number, column: number, value: number): void {
    this.#devices.chunkOf(slot)[this.#devices.offsetOf(slot) + column] = value;
  }

  #slotOf(trackerId: number, accountId: number, connection: DeviceConnection): number {
    const known = this.#devices.slotOf(trackerId);
    if (known !== undefined && this.#read(known, COLUMN.accountId) === accountId) return known;
    // It has moved to another account, whose users must not see what it sent before.
    this.remove(trackerId);
    const slot = this.#devices.reserve(trackerId);
    this.#write(slot, COLUMN.trackerId, trackerId);
    this.#write(slot, COLUMN.accountId, accountId);
    this.#write(slot, COLUMN.connection, this.#connections.use(connection));
    this.#write(slot, COLUMN.messages, 0);
    return slot;
  }

  #setConnection(slot: number, connection: DeviceConnection): void {
    const before = this.#read(slot, COLUMN.connection);
    const last = this.#connections.get(before);
    if (last === connection) return;
    if (isNextRequest(last, connection)) {
      last.since = connection.since;
      last.closedAt = connection.closedAt;
      return;
    }
    this.#write(slot, COLUMN.connection, this.#connections.use(connection));
    this.#connections.release(before);
  }

  #push(queue: number, slot: number, { direction, bytes, at, instruction }: MessageInput): void {
    const header = this.#header;
    const length = Math.min(bytes.length, this.#limits.messageLength);
    header.writeUIntLE(this.#lastNumber, HEADER.number, LONG_BYTES);
    header.writeUIntLE(at, HEADER.at, LONG_BYTES);
    header.writeUInt32LE(bytes.length, HEADER.length);
    header.writeUInt32LE(this.#connections.useAgain(this.#read(slot, COLUMN.connection)), HEADER.connection);
    header.writeUInt16LE(length, HEADER.content);
    header[HEADER.flags] =
      (direction === 'sent' ? FLAG.sent : 0) | (instruction?.isSecret === true ? FLAG.secret : 0);
    header[HEADER.instruction] = instruction ? INSTRUCTION_NAMES.indexOf(instruction.name) + 1 : 0;
    this.#queues.push(queue, header);
    this.#queues.push(queue, bytes, length);
  }

  #readMessages(queue: number): readonly RecordedBytes[] {
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

  #bytesOf(slot: number): number {
    return DEVICE_OVERHEAD + this.#queues.bytesOf(messagesOf(slot)) + this.#queues.bytesOf(loginOf(slot));
  }

  #trim(slot: number): void {
    const { messages, messageBytes, messageTotalBytes } = this.#limits;
    const share = Math.min(messageBytes, messageTotalBytes / this.#devices.size);
    let count = this.#read(slot, COLUMN.messages);
    while (count > messages || (count > 0 && this.#bytesOf(slot) > share)) {
      this.#shift(messagesOf(slot));
      count -= 1;
    }
    this.#write(slot, COLUMN.messages, count);
  }

  /** More devices have smaller shares: the ones checked longest ago may still have more. */
  #keepBudget(): void {
    while (this.bytes > this.#limits.messageTotalBytes) {
      this.#checkedSlot = (this.#checkedSlot + 1) % this.#devices.capacity;
      const trackerId = this.#read(this.#checkedSlot, COLUMN.trackerId);
      const isFree = this.#devices.slotOf(trackerId) !== this.#checkedSlot;
      if (isFree) continue;
      this.#trim(this.#checkedSlot);
      // With nothing left to drop, its own entry exceeds its share.
      if (this.#read(this.#checkedSlot, COLUMN.messages) === 0) this.remove(trackerId);
    }
  }
}

function messagesOf(slot: number): number {
  return slot * 2;
}

function loginOf(slot: number): number {
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
