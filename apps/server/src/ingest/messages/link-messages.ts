import type { SessionEvent } from '@wakeline/protocols/protocol';
import type { RegisteredTracker } from '../registry.ts';
import type { DeviceConnection } from './connection-table.ts';
import type { MessageRecorder, SentInstruction } from './recorder.ts';

interface ReceivedFrame {
  readonly bytes: Uint8Array;
  readonly events: readonly SessionEvent[];
  readonly at: number;
}

/** A message to a device. */
export interface OutgoingMessage {
  /** Null: not registered. */
  readonly tracker: RegisteredTracker | null;
  readonly bytes: Uint8Array;
  /** Null: a reply. */
  readonly instruction: SentInstruction | null;
}

/** Passes the messages of one connection to the recorder. */
export class LinkMessages {
  readonly #recorder: MessageRecorder;
  readonly #connection: DeviceConnection;
  /** Frames whose senders have not been looked up yet. */
  #frames: ReceivedFrame[] = [];
  /** Sender of the last frame that names one; null: not registered. */
  #lastSender: RegisteredTracker | null = null;

  constructor(recorder: MessageRecorder, connection: Omit<DeviceConnection, 'closedAt'>) {
    this.#recorder = recorder;
    this.#connection = { ...connection, closedAt: null };
  }

  addReceived(bytes: Uint8Array, events: readonly SessionEvent[], at: number): void {
    this.#frames.push({ bytes, events, at });
  }

  /** Records the received frames of registered devices. `find` must have been resolved for all of them. */
  recordReceived(find: (deviceId: string) => RegisteredTracker | null | undefined): void {
    const frames = this.#frames;
    if (frames.length === 0) return;
    this.#frames = [];
    for (const { bytes, events, at } of frames) {
      const [first] = events;
      const deviceId = first?.deviceId ?? null;
      // A damaged frame names no device: it is shown with the one that sent before it.
      const sender = deviceId === null ? this.#lastSender : (find(deviceId) ?? null);
      this.#lastSender = sender;
      if (sender === null) continue;
      const isLogin = first?.type === 'login' && first.purpose !== 'authenticate';
      this.#recorder.record(sender, this.#connection, { direction: 'received', bytes, at, isLogin });
    }
  }

  recordSent({ tracker, bytes, instruction }: OutgoingMessage, at: number): void {
    if (tracker === null) return;
    const sent = { direction: 'sent', bytes, at, isLogin: false, instruction } as const;
    this.#recorder.record(tracker, this.#connection, sent);
  }

  close(now: number): void {
    this.#connection.closedAt ??= now;
    this.#frames = [];
  }
}
