import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { Report } from '@wakeline/domain/reports/report';

/**
 * A device protocol: bytes <-> reports, and nothing else. No sockets, no clock, no database: time is
 * passed in, what is to be sent is returned. Who uses one never asks which one it is; what a protocol can
 * do, it declares.
 */
export type Protocol = StreamProtocol | RequestProtocol;

interface ProtocolDetails {
  readonly name: ProtocolName;
  /** Whether the device is told that a report is stored, and keeps it until then. */
  readonly acknowledges: boolean;
  /** Whether a device proves who it is, so that an account can demand the proof. */
  readonly authenticates: boolean;
  /** Instructions that can be encoded, by the product's names. */
  readonly instructions: readonly string[];
  /** How the times in the frames become UTC, in a sentence. */
  readonly timeZoneRule: string;
}

/** A protocol of frames over TCP, of which each datagram may also come alone over UDP. */
export interface StreamProtocol extends ProtocolDetails {
  readonly kind: 'stream';
  readonly transports: readonly ('tcp' | 'udp')[];
  /** Longest frame in bytes: a longer run of bytes without an end is a fault. */
  readonly maxFrameLength: number;
  /** Milliseconds of silence after which a connection is closed. */
  readonly idleTimeout: number;
  session(options: SessionOptions): DeviceSession;
  /** The other end, for the simulator, the tests and the load. */
  terminal(deviceId: string): Terminal;
}

export interface SessionOptions {
  /** The secret that this server hands to a device that registers, and expects when it authenticates. */
  readonly authCode: (deviceId: string) => string;
  /**
   * What the account says about a device, for frames whose meaning differs by vendor. Null when the device is not known (yet):
   * then only what is unambiguous is decoded.
   */
  readonly findDevice: (deviceId: string) => DeviceDetails | null;
}

export interface DeviceDetails {
  /** Model as entered in the account, free text; empty when nothing was entered. */
  readonly model: string;
  /** Use coordinates that a device marks as encrypted, when they are plausible. */
  readonly plainCoordinates: boolean;
}

/** One connection (or one datagram peer), as the protocol sees it. Holds what the frames so far have said. */
export interface DeviceSession {
  /**
   * Takes bytes as they come, cut anywhere. Answers what they mean, in order. Never throws: what cannot be
   * understood is a `fault` event. `now` is epoch milliseconds, for time-outs of half-received packages: while
   * `pendingBytes` is above 0 it is to be called now and then, without bytes when none come, or what is missing is never
   * asked for.
   */
  receive(bytes: Uint8Array, now: number): readonly SessionEvent[];
  /** Bytes held for frames and packages that are not whole yet; bounded by the protocol itself. */
  readonly pendingBytes: number;
  /**
   * Forgets the parts of messages that are not whole yet, of one device or (null) of all: of a device that may not report,
   * or where many sessions together hold too much. None of them was answered, so their device sends them again.
   */
  discardPartialMessages(deviceId: string | null): void;
}

export type SessionEvent =
  | LoginEvent
  | ReportsEvent
  /** A part of a message that is not whole yet is kept. It is answered with the whole. */
  | { readonly type: 'part'; readonly deviceId: string }
  /** To be sent at once: nothing had to be stored. */
  | { readonly type: 'reply'; readonly deviceId: string | null; readonly reply: Uint8Array }
  | { readonly type: 'logout'; readonly deviceId: string; readonly reply: Uint8Array | null }
  | DecodeErrorEvent;

export interface LoginEvent {
  readonly type: 'login';
  readonly deviceId: string;
  /** `identify`: says who it is; `register`: asks for a secret; `authenticate`: shows the secret. */
  readonly purpose: 'identify' | 'register' | 'authenticate';
  readonly credential: string | null;
  /** Facts about the device that came with it (model, manufacturer, plate). */
  readonly attributes: Readonly<Record<string, string>>;
  readonly accepted: Uint8Array | null;
  /** Sent when the device is unknown or its credential is wrong. */
  readonly refused: Uint8Array | null;
}

export interface ReportsEvent {
  readonly type: 'reports';
  readonly deviceId: string;
  readonly reports: readonly Report[];
  readonly unreadable: readonly UnreadableReport[];
  /** The frame, as it came: kept with a report that has to be rejected. */
  readonly raw: Uint8Array;
  /** Sent after the commit that stores all of `reports`. */
  readonly reply: Uint8Array | null;
  /** Sent instead when the device may not report (unknown, not authenticated). */
  readonly refused: Uint8Array | null;
}

/**
 * A part of a batch that holds no report. The answer to the others acknowledges it too, so that its device drops it: to be
 * kept as a rejected report, with the batch's bytes, in the transaction that stores them. It is no fault event besides.
 */
export interface UnreadableReport {
  /** Which part of the batch, and what is wrong with it. */
  readonly detail: string;
}

export interface DecodeErrorEvent {
  readonly type: 'fault';
  /** `checksum`: dropped and counted; `oversize`: the connection is closed; the others are counted. */
  readonly fault: 'checksum' | 'oversize' | 'malformed' | 'unknown-message' | 'incomplete-package';
  readonly deviceId: string | null;
  readonly detail: string;
  readonly raw: Uint8Array;
  /** What the protocol answers to such a frame, if anything. */
  readonly reply: Uint8Array | null;
}

/** A device: makes the frames that a real one would send, and understands the answers. Pure as well. */
export interface Terminal {
  /** The first frame after connecting, or null where the protocol has no login. */
  login(): TerminalFrame | null;
  /** One frame with one report, or with several where the protocol has a frame for that. */
  report(reports: readonly Report[]): TerminalFrame;
  heartbeat(): TerminalFrame | null;
  /** Takes bytes of the server as they come, cut anywhere. */
  receive(bytes: Uint8Array): readonly TerminalReply[];
}

export interface TerminalFrame {
  readonly bytes: Uint8Array;
  /** What the answer to this frame will carry as `key`; null when none will come. */
  readonly key: string | null;
}

export interface TerminalReply {
  readonly key: string;
  readonly ok: boolean;
  /** What a real device sends next of its own accord (after a registration: the authentication). */
  readonly next: TerminalFrame | null;
}

/** A protocol in which each message is an HTTP request of its own. */
export interface RequestProtocol extends ProtocolDetails {
  readonly kind: 'request';
  readonly transports: readonly ['http'];
  /** Largest request body in bytes. */
  readonly maxBodyLength: number;
  /** Takes the key by which a device proves who it is out of a request's target, before anything is decoded or stored. */
  extractKey(target: string): { readonly key: string | null; readonly target: string };
  decode(request: DeviceRequest): RequestOutcome;
  /** The other end: the request that a device would send for these reports. */
  encode(deviceId: string, reports: readonly Report[]): DeviceRequest;
}

export interface DeviceRequest {
  readonly method: string;
  /** Path and query as in the request line: `/?id=1&lat=2`. */
  readonly target: string;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  /** Epoch milliseconds: the time of a report that has none. */
  readonly receivedAt: number;
}

export type RequestOutcome =
  | {
      readonly type: 'reports';
      readonly deviceId: string;
      /** At least one. */
      readonly reports: readonly Report[];
      /** Each with the field's name. */
      readonly unreadable: readonly UnreadableReport[];
    }
  | { readonly type: 'fault'; readonly deviceId: string | null; readonly detail: string };
