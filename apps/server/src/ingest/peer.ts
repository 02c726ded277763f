/** The transport to and from one device: a TCP connection, or a UDP peer. */
export interface Peer {
  readonly address: string;
  readonly transport: 'tcp' | 'udp';
  send(bytes: Uint8Array): void;
  pause(): void;
  resume(): void;
  close(reason: CloseReason): void;
}

export type CloseReason = 'failure' | 'idle' | 'no-frame' | 'oversize' | 'faults' | 'devices' | 'pending';
