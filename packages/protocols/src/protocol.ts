import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { InstructionCall, InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { MediaFormat, MediaKind, MediaRefusal, MediaTrigger } from '@wakeline/domain/media/media';
import type { Report } from '@wakeline/domain/reports/report';

/**
 * A device protocol: converts between bytes and reports, without sockets, clock or database. Callers pass the time and
 * send the returned bytes. They never check which protocol it is: each protocol declares its capabilities.
 */
export type Protocol = StreamProtocol | RequestProtocol;

interface ProtocolDetails {
  readonly name: ProtocolName;
  /** Whether stored reports are acknowledged. The device keeps a report until then. */
  readonly acknowledges: boolean;
  /** Whether devices can authenticate, so that an account can require it. */
  readonly authenticates: boolean;
  /** The instructions that can be encoded for at least some devices of the protocol. */
  readonly instructions: readonly InstructionName[];
  /** One sentence on how times in frames are converted to UTC. */
  readonly timeZoneRule: string;
  /**
   * Reads what a recorded message, received or sent, contains apart from reports: for people who look at it. Never
   * throws, whatever the bytes are.
   */
  inspect(raw: Uint8Array): MessageInspection;
}

export interface MessageInspection {
  /** The kind of message as the protocol's document writes it: `0x0200`. Null if it cannot be read. */
  readonly messageId: string | null;
  /** For a reply of the server: whether it accepts. Null if it says neither, and for other messages. */
  readonly accepted: boolean | null;
  /** Bytes that contain a password, key or code, and must not be shown. */
  readonly secrets: readonly ByteRange[];
}

/** Offsets from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A protocol with frames over TCP, or over UDP with complete frames in each datagram. */
export interface StreamProtocol extends ProtocolDetails {
  readonly kind: 'stream';
  readonly transports: readonly ('tcp' | 'udp')[];
  /** Whether frames have a checksum. Without one, a damaged value can decode as another one. */
  readonly hasChecksum: boolean;
  /** Maximum frame length in bytes; more bytes without an end are a decode error. */
  readonly maxFrameLength: number;
  /** Milliseconds without data after which a connection is closed. */
  readonly idleTimeout: number;
  /**
   * Transports over which replies do not name the frame that they acknowledge. A device then waits for each reply
   * before it sends the next frame.
   */
  readonly unnamedReplies?: readonly ('tcp' | 'udp')[];
  /** Of `instructions`, those of devices of this model with this id; absent: all of them. */
  readonly instructionsOf?: (model: string, deviceId: string) => readonly InstructionName[];
  session(options: SessionOptions): DeviceSession;
  /**
   * Encodes an instruction as the text of an SMS, for devices that accept the same texts by SMS. Null: the protocol has
   * no such texts.
   */
  readonly encodeSms: ((call: InstructionCall, device: SmsTarget) => string | InstructionRefusal) | null;
  /**
   * What a device says by SMS about an instruction of `encodeSms`; null: the text is no receipt. Absent: its devices send
   * none.
   */
  readonly readSmsReceipt?: (text: string) => ReceiptEvent['outcome'] | null;
  /** The device side, for the simulator, tests and load tests. */
  terminal(deviceId: string, options?: TerminalOptions): Terminal;
}

export interface TerminalOptions {
  /** For protocols whose frames differ between transports; default: TCP. */
  readonly transport?: 'tcp' | 'udp';
}

export interface SessionOptions {
  /** The secret that the server issues at registration and expects at authentication. */
  readonly authCode: (deviceId: string) => string;
  /**
   * Looks up the account's settings of a device, for frames whose meaning depends on the vendor. Null if the device is
   * not known (yet): then only unambiguous data is decoded.
   */
  readonly findDevice: (deviceId: string) => DeviceDetails | null;
  /**
   * Called by `receive` with each frame, also a damaged one, and the events that it caused. `raw` is a view of the
   * received bytes.
   */
  readonly onFrame?: (raw: Uint8Array, events: readonly SessionEvent[]) => void;
}

export interface DeviceDetails {
  /** Model as entered in the account, free text; may be empty. */
  readonly model: string;
  /** Use coordinates that a device marks as encrypted if they are plausible. */
  readonly plainCoordinates: boolean;
}

/** The protocol state of one connection or one UDP peer. */
export interface DeviceSession {
  /**
   * Decodes bytes in chunks of any size and returns the events in order. Never throws: undecodable bytes become a
   * `decode-error` event. `now` is epoch milliseconds, for timeouts of partial messages: while `pendingBytes` is above
   * 0, call it periodically, without bytes if none arrive. Otherwise missing sub-packages are never requested again.
   */
  receive(bytes: Uint8Array, now: number): readonly SessionEvent[];
  /** Bytes buffered for incomplete frames and messages; limited by the protocol. */
  readonly pendingBytes: number;
  /**
   * Drops incomplete messages of one device, or (null) of all: for devices that may not report, and if all sessions
   * together buffer too much. None of them was acknowledged, so the device sends them again.
   */
  discardPartialMessages(deviceId: string | null): void;
  /**
   * Called when the connection has ended: events of received data that waited for more. Only protocols that merge several
   * frames into one report have it.
   */
  end?(now: number): readonly SessionEvent[];
  /**
   * Encodes an instruction for a device that has sent something on this connection. Returns why not if the device has
   * no such instruction, or a value cannot be expressed.
   */
  encodeInstruction(
    call: InstructionCall,
    target: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal;
}

export interface SmsTarget {
  /** As entered in the account, free text; may be empty. */
  readonly model: string;
  /** Password of the device for instructions; empty: none. */
  readonly password: string;
}

export interface InstructionTarget extends SmsTarget {
  /** The id with which the device identified itself. */
  readonly deviceId: string;
  /** 1 to 65535: differs from that of the device's previous instructions, and stays the same when one is repeated. */
  readonly serial: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Why an instruction is not encoded.
 *
 * - `not-supported`: the device has no such instruction.
 * - `not-encodable`: a value is outside what its frames or texts can express.
 */
export type InstructionRefusal = 'not-supported' | 'not-encodable';

export interface EncodedInstruction {
  readonly bytes: Uint8Array;
  /**
   * Keys of the receipts that the device sends, in order; the last one is the result. Empty: it sends none, so the
   * instruction has succeeded when it is written.
   */
  readonly receipts: readonly string[];
  /**
   * Key of the text with which the device may answer a free text, after a receipt that has none. Absent: the text is in
   * the receipts.
   */
  readonly textReceipt?: string;
  /** Milliseconds within which the next receipt is expected. */
  readonly timeout: number;
  /** Whether the device can close the connection before the receipt, such as for a restart. */
  readonly mayDisconnect: boolean;
}

export type SessionEvent =
  | LoginEvent
  | ReportsEvent
  /** A sub-package of an incomplete message was buffered. Without a reply, the complete message acknowledges it. */
  | { readonly type: 'sub-package'; readonly deviceId: string; readonly reply?: Uint8Array }
  /** Sent immediately, because there is nothing to store. */
  | { readonly type: 'reply'; readonly deviceId: string | null; readonly reply: Uint8Array }
  | { readonly type: 'logout'; readonly deviceId: string; readonly reply: Uint8Array | null }
  | ReceiptEvent
  | MediaEvent
  | MediaRefusedEvent
  | DecodeErrorEvent;

/** A complete photo or recording of a device. It is stored before one of the replies is sent. */
export interface MediaEvent {
  readonly type: 'media';
  readonly deviceId: string;
  readonly kind: MediaKind;
  /** The number that the device gave it; null: it gives none. */
  readonly mediaId: number | null;
  /** Epoch milliseconds. */
  readonly takenAt: number;
  /** Where it was made; null: unknown. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  /** Number of the camera or microphone; null: the device does not say. */
  readonly channel: number | null;
  /** Null: the device does not say, or a cause without a name. */
  readonly trigger: MediaTrigger | null;
  readonly format: MediaFormat;
  readonly content: Uint8Array;
  /** Sent after the commit that stores it. */
  readonly reply: Uint8Array;
  /** Sent if it cannot be stored: the device may send it again later. */
  readonly rejectReply: Uint8Array;
  /** Sent if its content cannot be used: sending it again would not help. */
  readonly unreadableReply: Uint8Array;
}

/** A photo or recording that was refused before it was complete. */
export interface MediaRefusedEvent {
  readonly type: 'media-refused';
  readonly deviceId: string;
  /** Null: neither a photo nor a recording, or its first part did not arrive. */
  readonly kind: MediaKind | null;
  readonly reason: MediaRefusal;
  /** Null: its first part did not arrive. */
  readonly mediaId: number | null;
  readonly channel: number | null;
  readonly detail: string;
  readonly reply: Uint8Array | null;
}

/** The answer of a device to an instruction. Whether and which one it answers is found by the caller. */
export interface ReceiptEvent {
  readonly type: 'receipt';
  readonly deviceId: string;
  /** A key of `EncodedInstruction.receipts`. Null: the device does not say which instruction it answers. */
  readonly key: string | null;
  /**
   * - `accepted`: done, or accepted if a further receipt follows
   * - `rejected`: the device will not do it
   * - `not-supported`: the device does not know it
   * - `malformed`: the device could not read it
   */
  readonly outcome: 'accepted' | 'rejected' | 'not-supported' | 'malformed';
  /** What the device answered, readable; null: nothing but the outcome. */
  readonly text: string | null;
  /** The numbers of the photos that the device took for the instruction, and sends. */
  readonly mediaIds?: readonly number[];
  /** The received frame. */
  readonly raw: Uint8Array;
}

export interface LoginEvent {
  readonly type: 'login';
  readonly deviceId: string;
  /** `identify`: sends its id only; `register`: requests a secret; `authenticate`: sends the secret. */
  readonly purpose: 'identify' | 'register' | 'authenticate';
  readonly credential: string | null;
  /** Details of the device from the message (model, manufacturer, licence plate). */
  readonly attributes: Readonly<Record<string, string>>;
  readonly acceptReply: Uint8Array | null;
  /** Sent if the device is unknown or its credential is wrong. */
  readonly rejectReply: Uint8Array | null;
}

export interface ReportsEvent {
  readonly type: 'reports';
  readonly deviceId: string;
  readonly reports: readonly Report[];
  readonly unreadable: readonly UnreadableReport[];
  /** The received frame, stored with rejected reports. */
  readonly raw: Uint8Array;
  /** Sent after the commit that stores all of `reports`. */
  readonly reply: Uint8Array | null;
  /** Sent instead if the device may not report (unknown, not authenticated). */
  readonly rejectReply: Uint8Array | null;
}

/**
 * An undecodable item of a batch. The reply to the batch acknowledges it as well, and the device deletes it. So it is
 * stored as a rejected report with the bytes of the batch, in the same transaction. There is no separate `decode-error`
 * event.
 */
export interface UnreadableReport {
  /** Which item of the batch, and what is wrong with it. */
  readonly detail: string;
}

export interface DecodeErrorEvent {
  readonly type: 'decode-error';
  /** `checksum`: the frame is dropped; `oversize`: the connection is closed. All are counted. */
  readonly error: 'checksum' | 'oversize' | 'malformed' | 'unknown-message' | 'incomplete-package';
  readonly deviceId: string | null;
  readonly detail: string;
  readonly raw: Uint8Array;
  /** The reply of the protocol to such a frame, if any. */
  readonly reply: Uint8Array | null;
}

/** The device side: encodes the frames of a real device and decodes the replies. Without I/O. */
export interface Terminal {
  /** The first frame after connecting; null if the protocol has no login. */
  login(): TerminalFrame | null;
  /** One frame with one report, or with several if the protocol supports batches. */
  report(reports: readonly Report[]): TerminalFrame;
  heartbeat(): TerminalFrame | null;
  /** Decodes bytes from the server in chunks of any size. */
  receive(bytes: Uint8Array): readonly TerminalReply[];
  /** The instructions received since the last call. */
  takeInstructions(): readonly TerminalInstruction[];
}

/** An instruction as a device received it. */
export interface TerminalInstruction {
  /** As the protocol's document writes it: `0x8105 4`, `RESET#`. */
  readonly description: string;
  /**
   * The receipts of the device in order; none if the instruction has none. `wrong-key`: accepted, with the key of
   * another instruction.
   */
  receipts(outcome: 'accept' | 'reject' | 'wrong-key'): readonly Uint8Array[];
  /**
   * The frames that the device sends after it has accepted: the parts of a photo. It keeps them for requests of missing
   * ones.
   */
  upload?(): readonly TerminalFrame[];
}

export interface TerminalFrame {
  readonly bytes: Uint8Array;
  /** The `key` of the reply to this frame; null: no reply expected. */
  readonly key: string | null;
}

export interface TerminalReply {
  readonly key: string;
  readonly ok: boolean;
  /** The frame that a real device sends next (after registration: authentication). */
  readonly next: TerminalFrame | null;
}

/** A protocol with one HTTP request per message. */
export interface RequestProtocol extends ProtocolDetails {
  readonly kind: 'request';
  readonly transports: readonly ['http'];
  /** Maximum request body in bytes. */
  readonly maxBodyLength: number;
  /** Removes the device's authentication key from the request target, before anything is decoded or stored. */
  extractKey(target: string): { readonly key: string | null; readonly target: string };
  decode(request: DeviceRequest): RequestOutcome;
  /** The device side: the request of a device for these reports. */
  encode(deviceId: string, reports: readonly Report[]): DeviceRequest;
}

export interface DeviceRequest {
  readonly method: string;
  /** Path and query as in the request line: `/?id=1&lat=2`. */
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  /** Epoch milliseconds; the time of reports without their own time. */
  readonly receivedAt: number;
}

export type RequestOutcome =
  | {
      readonly type: 'reports';
      readonly deviceId: string;
      /** At least one. */
      readonly reports: readonly Report[];
      /** Each with the name of the field. */
      readonly unreadable: readonly UnreadableReport[];
    }
  | { readonly type: 'decode-error'; readonly deviceId: string | null; readonly detail: string };
