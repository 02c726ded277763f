/** What the engine grants, so that neither one device nor all of them can take its memory. */
export interface IngestLimits {
  /** Reports in one transaction. Above some thousands a larger batch stores no faster, and is only slower to acknowledge. */
  readonly batchReports: number;
  /** Reports that wait for the database before reading from devices pauses. */
  readonly queueReports: number;
  /** The same in bytes of frames. */
  readonly queueBytes: number;
  /** Bytes of frames, packages and requests that are not whole yet, of all devices together. */
  readonly pendingBytes: number;
  /** Reports of one connection that wait before reading from it pauses: nobody crowds out the others. */
  readonly connectionReports: number;
  /** Devices of one connection: gateways bring several. */
  readonly connectionDevices: number;
  /** Bytes that a device leaves unread before it is disconnected. */
  readonly unreadBytes: number;
  readonly connections: number;
  /** Of one address: a whole fleet may come through one mobile network's gateway. */
  readonly connectionsPerAddress: number;
  /** Peers of UDP that are remembered. */
  readonly udpPeers: number;
  /** HTTP requests that wait for the database. */
  readonly httpRequests: number;
  /** Milliseconds within which a new connection must bring a frame that can be understood. */
  readonly firstFrameTimeout: number;
  /** Faulty frames in a row after which a connection is closed. */
  readonly consecutiveErrors: number;
  /** Milliseconds of silence after which a tracker counts as offline. */
  readonly offlineAfter: number;
  /** Milliseconds between two looks for trackers that fell silent. */
  readonly sweepInterval: number;
  /** Devices that are registered with nobody and are remembered. */
  readonly unregisteredDevices: number;
  /** Milliseconds for which a device that was looked up in vain is taken as unknown without asking again. */
  readonly unknownTtl: number;
  /** Rejected reports that are kept, the newest of them. */
  readonly rejectedReports: number;
  /** The same in bytes of frames. */
  readonly rejectedBytes: number;
  /** Milliseconds that a stop waits for the last commit and for devices to read their acknowledgements. */
  readonly stopTimeout: number;
}

export const DEFAULT_LIMITS: IngestLimits = {
  batchReports: 4_000,
  queueReports: 20_000,
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
  offlineAfter: 10 * 60_000,
  sweepInterval: 10_000,
  unregisteredDevices: 10_000,
  unknownTtl: 10_000,
  rejectedReports: 100_000,
  rejectedBytes: 256 * 1024 * 1024,
  stopTimeout: 10_000,
};
