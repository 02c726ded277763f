/** Limits that both sides keep: the console while typing, the server again. */
export const LIMITS = {
  /** Characters of a name (device, group, account). */
  name: 64,
  note: 500,
  imei: 32,
  /** Devices in one batchAddTrackers. */
  batchTrackers: 500,
  trackersPerAccount: 200_000,
  groupsPerAccount: 2_000,
  pageSize: 1_000,
  /** Days in one replay of one device. */
  replayDays: 31,
  /** Bytes of a request body without a file. */
  bodyBytes: 1_048_576,
  loginName: 64,
  /** Live sockets that a user may hold open at once. */
  socketsPerUser: 20,
  /** Bytes of a message from a console. */
  consoleMessageBytes: 4_096,
  /** Milliseconds between two beats of the live socket. */
  beatMs: 10_000,
} as const;
