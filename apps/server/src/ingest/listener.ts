/** Connections that wait to be accepted: a fleet that reconnects opens all at once. The system may have a lower limit. */
export const BACKLOG = 4_096;

/** Accepts the devices of one protocol. */
export interface Listener {
  readonly protocol: string;
  readonly transport: 'tcp' | 'udp' | 'http';
  /** The actual port, also when any free port was requested. */
  readonly port: number;
  /** Pauses reading while the queue of the engine is full, and resumes it. */
  setEngineFull(full: boolean): void;
  /** Accepts no new connections and stops reading; acknowledgements are still sent. */
  stopReading(): Promise<void>;
  /** Closes all connections after sending what has been written to them. */
  close(): Promise<void>;
}
