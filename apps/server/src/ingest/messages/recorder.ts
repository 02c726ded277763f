import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import { asBuffer } from '@wakeline/protocols/as-buffer';
import type { IngestLimits } from '../limits.ts';
import type { RegisteredTracker } from '../registry.ts';

/** A connection of devices, or one HTTP request. */
export interface DeviceConnection {
  readonly protocol: string;
  readonly transport: 'tcp' | 'udp' | 'http';
  readonly address: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** When it was closed; null: it is open. */
  closedAt: number | null;
}

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
  /** One character per byte: a short string needs less memory than a short Buffer, and keeps no larger one alive. */
  readonly content: string;
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

interface MutableRecord {
  accountId: number;
  connection: DeviceConnection;
  lastAt: number;
  login: RecordedBytes | null;
  messages: RecordedBytes[];
  bytes: number;
}

/** Bytes of memory that a message and a device need besides the content. */
const MESSAGE_OVERHEAD = 96;
const DEVICE_OVERHEAD = 256;

type Limits = Pick<IngestLimits, 'messages' | 'messageBytes' | 'messageLength' | 'messageTotalBytes'>;

/**
 * Keeps the last messages of each registered device in memory, within a total budget. While the budget suffices, each
 * device has up to `messageBytes`; otherwise all have an equal share, so that a busy device displaces no quiet one.
 */
export class MessageRecorder {
  readonly since: number;
  readonly #limits: Limits;
  /** In the order in which their size was last checked. */
  readonly #devices = new Map<number, MutableRecord>();
  #bytes = 0;
  #lastNumber = 0;

  constructor(limits: Limits, now: number) {
    this.#limits = limits;
    this.since = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  record({ trackerId, account }: RegisteredTracker, connection: DeviceConnection, input: MessageInput): void {
    const { at, direction, bytes } = input;
    const content = asBuffer(bytes).toString('latin1', 0, this.#limits.messageLength);
    const message: RecordedBytes = {
      number: ++this.#lastNumber,
      direction,
      at,
      connection,
      content,
      length: bytes.length,
      instruction: input.instruction ?? null,
    };
    const device = this.#deviceOf(trackerId, account.accountId, connection);
    device.connection = connection;
    device.lastAt = at;
    device.messages.push(message);
    this.#grow(device, content.length + MESSAGE_OVERHEAD);
    if (input.isLogin) {
      this.#grow(device, content.length - (device.login?.content.length ?? 0));
      device.login = message;
    }
    this.#trim(device);
    this.#keepBudget();
  }

  find(trackerId: number): DeviceRecord | null {
    return this.#devices.get(trackerId) ?? null;
  }

  /** Drops what is kept of a removed tracker. */
  remove(trackerId: number): void {
    this.#bytes -= this.#devices.get(trackerId)?.bytes ?? 0;
    this.#devices.delete(trackerId);
  }

  #deviceOf(trackerId: number, accountId: number, connection: DeviceConnection): MutableRecord {
    const known = this.#devices.get(trackerId);
    if (known?.accountId === accountId) return known;
    // It has moved to another account, whose users must not see what it sent before.
    this.remove(trackerId);
    const device = { accountId, connection, lastAt: 0, login: null, messages: [], bytes: 0 };
    this.#devices.set(trackerId, device);
    this.#grow(device, DEVICE_OVERHEAD);
    return device;
  }

  #grow(device: MutableRecord, bytes: number): void {
    device.bytes += bytes;
    this.#bytes += bytes;
  }

  #trim(device: MutableRecord): void {
    const { messages, messageBytes, messageTotalBytes } = this.#limits;
    const share = Math.min(messageBytes, messageTotalBytes / this.#devices.size);
    while (device.messages.length > messages || (device.bytes > share && device.messages.length > 0)) {
      const dropped = device.messages.shift();
      if (dropped !== undefined) this.#grow(device, -(dropped.content.length + MESSAGE_OVERHEAD));
    }
  }

  /** More devices have smaller shares: the ones checked longest ago may still have more. */
  #keepBudget(): void {
    if (this.#bytes <= this.#limits.messageTotalBytes) return;
    for (const [trackerId, device] of this.#devices) {
      if (this.#bytes <= this.#limits.messageTotalBytes) return;
      this.#trim(device);
      this.#devices.delete(trackerId);
      // With nothing left to drop, its own entry exceeds its share.
      if (device.messages.length === 0) this.#bytes -= device.bytes;
      else this.#devices.set(trackerId, device);
    }
  }
}
