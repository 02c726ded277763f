/** Limits of the engine, so that neither one device nor all of them together can exhaust its memory. */
export interface IngestLimits {
  /** Reports in one transaction. Above some thousands a larger batch is not stored faster, only acknowledged later. */
  readonly batchReports: number;
  /** Reports waiting for the database before reading from devices pauses. */
  readonly queueReports: number;
  /** The same limit in bytes of frames. */
  readonly queueBytes: number;
  /** Bytes of incomplete frames, packets and requests, of all devices together. */
  readonly pendingBytes: number;
  /** Queued reports of one connection before reading from it pauses, so that none crowds out the others. */
  readonly connectionReports: number;
  /** Devices of one connection: gateways carry several. */
  readonly connectionDevices: number;
  /** Unread reply bytes before a device is disconnected. */
  readonly unreadBytes: number;
  readonly connections: number;
  /** Connections of one address: an entire fleet may share the gateway of a mobile network. */
  readonly connectionsPerAddress: number;
  /** UDP peers that are tracked. */
  readonly udpPeers: number;
  /** HTTP requests waiting for the database. */
  readonly httpRequests: number;
  /** Milliseconds within which a new connection must send a valid frame. */
  readonly firstFrameTimeout: number;
  /** Consecutive invalid frames after which a connection is closed. */
  readonly consecutiveErrors: number;
  /** Milliseconds between two sweeps for inactive trackers. */
  readonly sweepInterval: number;
  /** Unregistered devices that are listed. */
  readonly unregisteredDevices: number;
  /** Milliseconds for which a device that was not found is treated as unknown without another query. */
  readonly unknownTtl: number;
  /** Rejected reports that are retained; the oldest are deleted first. */
  readonly rejectedReports: number;
  /** The same limit in bytes of frames. */
  readonly rejectedBytes: number;
  /** Messages that are kept per device for people to look at, and the bytes of memory they may take. */
  readonly messages: number;
  readonly messageBytes: number;
  /** Bytes that are kept of one message. */
  readonly messageLength: number;
  /** Bytes of memory for the messages of all devices. */
  readonly messageTotalBytes: number;
  /** Milliseconds that a stop waits for the last commit, and for devices to read their acknowledgements. */
  readonly stopTimeout: number;
}

export const DEFAULT_LIMITS: IngestLimits = {
  batchReports: 4_000,
  queueReports: 10_000,
  queueBytes: 16 * 1024 * 1024,
  pendingBytes: 64 * 1024 * 1024,
  connectionReports: 2_000,
  connectionDevices: 200,
  unreadBytes: 256 * 1024,
  connections: 20_000,
  connectionsPerAddress: 5_000,
  udpPeers: 20_000,
  httpRequests: 2_000,
  firstFrameTimeout: 60_000,
  consecutiveErrors: 100,
  sweepInterval: 10_000,
  unregisteredDevices: 10_000,
  unknownTtl: 10_000,
  rejectedReports: 100_000,
  rejectedBytes: 256 * 1024 * 1024,
  messages: 40,
  messageBytes: 16 * 1024,
  messageLength: 8 * 1024,
  messageTotalBytes: 40 * 1024 * 1024,
  stopTimeout: 10_000,
};
