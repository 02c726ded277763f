/** Limits that both sides keep: the console while typing, the server again. */
export const LIMITS = {
  /** Characters of a name (device, group, account). */
  name: 64,
  note: 500,
  imei: 32,
  /** Devices in one batchAddTrackers. */
  batchTrackers: 500,
  /** Fields of one of its rows, known and unknown. */
  fieldsPerRow: 64,
  trackersPerAccount: 200_000,
  groupsPerAccount: 2_000,
  /** Levels of groups in groups. */
  groupDepth: 20,
  fencesPerAccount: 20_000,
  /** Corners of an account's fences: the engine has them all in memory. */
  fencePointsPerAccount: 1_000_000,
  /** Corners of a fence, all rings together, and its rings. */
  fencePoints: 10_000,
  fenceRings: 100,
  labelPointsPerAccount: 20_000,
  pointImages: 9,
  routesPerAccount: 5_000,
  /** Positions of an account's routes. */
  routePointsPerAccount: 5_000_000,
  /** Positions of a route, of its line in a list, and its flags. */
  routePoints: 50_000,
  routeLinePoints: 500,
  routeFlags: 25,
  /** Bytes of a file of routes, points or areas, and of the request around it; of what is packed in it; and its positions. */
  gpsFileBytes: 4 * 1_048_576,
  gpsFileRequestBytes: 4 * 1_048_576 + 65_536,
  gpsFileUnpackedBytes: 32 * 1_048_576,
  gpsFilePoints: 200_000,
  /** Bytes of a file that objects of the map are written into. */
  exportBytes: 256 * 1_048_576,
  iconsPerAccount: 200,
  layersPerAccount: 100,
  /** Pairs of points of a layer, and how far a point may lie from the corner of its picture. */
  layerPoints: 50,
  layerPointPixels: 100_000,
  /** Bytes of a layer's picture, and of the request around it. */
  layerBytes: 8 * 1_048_576,
  layerRequestBytes: 8 * 1_048_576 + 65_536,
  /** Trackers in one `editGroupShow`, and entries that a user has in all. */
  visibilityTrackers: 10_000,
  visibilityEntries: 50_000,
  /** Share links of a user that are open, their trackers, and how far back they go. */
  sharesPerUser: 100,
  shareTrackers: 50,
  /** Longest life of a link that needs no password, in milliseconds: a day. */
  shareFreeMs: 86_400_000,
  shareBackMinutes: 1_440,
  trailTrackers: 100,
  trailPoints: 1_000,
  pageSize: 1_000,
  /** Days for which an account may keep its history, and how far is counted what would be lost. */
  retentionDays: 3_650,
  lossCounted: 1_000,
  /** Days in one replay of one device, and of several. */
  replayDays: 31,
  manyReplayDays: 3,
  /** Devices in one replay, and fixes that a console keeps of all of them. */
  replayTrackers: 200,
  replayPoints: 6_000_000,
  /** Fixes of a coarse track, all devices together. */
  coarsePoints: 200_000,
  /** Fixes of an answer in words: of getTrackReplyByTime. */
  replyPoints: 200_000,
  /** Columns of a chart. */
  chartPoints: 5_000,
  /** Notices of a replay. */
  replayNotices: 2_000,
  /** Bytes of a file with tracks, and of the request around it; of what is packed in it; and rows that are read of it. */
  trackFileBytes: 64 * 1_048_576,
  trackFileRequestBytes: 64 * 1_048_576 + 65_536,
  trackFileUnpackedBytes: 512 * 1_048_576,
  trackFileRows: 3_000_000,
  /** Messages and definitions of a FIT file. */
  trackFileMessages: 8_000_000,
  /** Fixes of a track that is matched to roads. */
  matchPoints: 20_000,
  /** Bytes of a request body without its file, where the operation declares no more; and levels of lists and objects in it. */
  bodyBytes: 16_384,
  bodyDepth: 16,
  /** Fields of a form. */
  formFields: 200,
  /** Parts of a multipart body, files and fields. */
  multipartParts: 50,
  loginName: 64,
  subUsersPerAccount: 500,
  tokensPerUser: 20,
  panelsPerAccount: 20,
  /** Characters of an entry of the update log in one language, and entries on a page. */
  updateHtml: 131_072,
  updatesPage: 20,
  /** Bytes of an uploaded picture, and of the request around it. */
  pictureBytes: 4 * 1_048_576,
  pictureRequestBytes: 4 * 1_048_576 + 65_536,
  /** Pixels of a picture's width, and of its height. */
  pictureSide: 16_384,
  /** Characters of the system's name. */
  sysName: 32,
  /** Batch tasks that an account asks for in an hour, or that wait or run at once. */
  tasksPerAccount: 20,
  /** Files that a user's batch tasks made, the newest. */
  resultsPerUser: 20,
  /** Days that batch tasks are kept. */
  taskDays: 7,
  /** Seconds between two codes to one phone, and the countdown on its button. */
  codeWaitSeconds: 60,
  /** Seconds for which a code is good, and how often it may be tried. */
  codeTtlSeconds: 300,
  codeAttempts: 5,
  /** Seconds for which the signature of a third-party sign-in is good, before and after its time. */
  signatureTtlSeconds: 300,
  /** Live sockets that a user may hold open at once. */
  socketsPerUser: 20,
  /** Bytes of a message from a console. */
  consoleMessageBytes: 4_096,
  /** Milliseconds between two beats of the live socket. */
  heartbeatMs: 10_000,
} as const;
