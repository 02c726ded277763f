/** Where devices of one protocol come in. */
export interface Listener {
  readonly protocol: string;
  readonly transport: 'tcp' | 'udp' | 'http';
  /** The port that it really has, also when any free one was asked for. */
  readonly port: number;
  /** Reading pauses because the engine can take no more, or goes on. */
  setEngineFull(full: boolean): void;
  /** Takes no new connection and reads nothing more; acknowledgements still go out. */
  stopReading(): Promise<void>;
  /** Ends all connections, after what has been written to them. */
  close(): Promise<void>;
}
