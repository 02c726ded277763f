/** A message of a device. */
export interface Parcel {
  /** The key of the reply; null: no reply expected. */
  readonly key: string | null;
}

/** One connection of a device to a server; cannot be reopened. */
export interface Wire<P extends Parcel> {
  /** Must not be called before `ready`. */
  send(parcel: P): void;
  /** Closes the connection without calling `closed`. */
  close(): void;
}

/** Events of a wire. */
export interface WireEvents {
  /** Connected, and logged in if the protocol has a login. */
  ready(): void;
  /** The server replied to a parcel. */
  replied(key: string, ok: boolean): void;
  /** The connection was lost or failed; no further events. */
  closed(reason: Error): void;
}

/** Opens a wire. No event is sent before it returns. */
export type Dial<P extends Parcel> = (events: WireEvents) => Wire<P>;

/** Address of the server. */
export interface Target {
  readonly host: string;
  readonly port: number;
}
