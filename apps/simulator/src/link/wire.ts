/** Something that a device sends and may get an answer to. */
export interface Parcel {
  /** What the answer carries; null when none will come. */
  readonly key: string | null;
}

/** One connection of a device to a server; closed for good when it is closed. */
export interface Wire<P extends Parcel> {
  /** May be called from `ready` on. */
  send(parcel: P): void;
  /** Ends it without a word; `closed` is not called any more. */
  close(): void;
}

/** What a wire tells of itself. */
export interface WireEvents {
  /** Connected, and logged in where the protocol has that. */
  ready(): void;
  /** The server's answer to a parcel. */
  replied(key: string, ok: boolean): void;
  /** The connection is gone or never came; nothing follows. */
  closed(reason: Error): void;
}

/** Opens a wire. Nothing is told before it returns. */
export type Dial<P extends Parcel> = (events: WireEvents) => Wire<P>;

/** Where the server listens. */
export interface Target {
  readonly host: string;
  readonly port: number;
}
