/** Limits that the console checks during input and the server enforces. */
export const LIMITS = {
  /** Characters of a name (device, group, account). */
  name: 64,
  note: 500,
  imei: 32,
  /** Devices per call of batchAddTrackers. */
  batchTrackers: 500,
  /** Fields per row of that call, known and unknown. */
  fieldsPerRow: 64,
  /** Ticked devices per batch change; more are selected by a filter. */
  tickedTrackers: 10_000,
  /** Months of one renewal of devices. */
  renewalMonths: 120,
  trackersPerAccount: 200_000,
  groupsPerAccount: 2_000,
  /** Nesting depth of groups. */
  groupDepth: 20,
  fencesPerAccount: 20_000,
  /** Vertices of all fences of an account: the engine keeps them in memory. */
  fencePointsPerAccount: 1_000_000,
  /** Vertices of a fence, all rings together, and number of rings. */
  fencePoints: 10_000,
  fenceRings: 100,
  rulesPerAccount: 200,
  /** Targets, fences and hours of a rule: the engine keeps them in memory. */
  trackersPerRule: 1_000,
  groupsPerRule: 100,
  /** Days of a report, of one with a row for each device and day, and devices that are chosen one by one. */
  reportDays: 366,
  reportRowDays: 31,
  reportDevices: 1_000,
  /** Fences, and labelled points, that a report is limited to; stops that are examined for them; minutes of a stop. */
  reportObjects: 100,
  reportExaminedStops: 100_000,
  stopMinutes: 1_440,
  /** Rows of a PDF file, about 150 pages: it has the first ones of a longer report. */
  reportPdfRows: 5_000,
  /** Devices whose fixes are listed together: each is read for every page. */
  locationDevices: 100,
  /** Scheduled reports of an account and of a user, recipients of one, and runs that users of an account request in an hour. */
  reportSchedulesPerAccount: 100,
  reportSchedulesPerUser: 20,
  reportRecipients: 20,
  reportRunsPerHour: 20,
  /** Bytes of the files of an account's scheduled reports, which are kept for 7 days. */
  reportFileBytes: 5 * 1_024 * 1_048_576,
  /** Saved filters of a user, and characters of one. */
  reportFiltersPerUser: 50,
  reportQuery: 14_000,
  fencesPerRule: 100,
  windowsPerRule: 20,
  /** Tasks that watch devices: of an account, open ones of these, devices of one, and of a page. */
  watchTasksPerAccount: 2_000,
  openWatchTasksPerAccount: 200,
  trackersPerTask: 500,
  /** Phones, and e-mail addresses, per task. */
  taskContacts: 5,
  watchTasksPage: 100,
  /** Listed devices whose interval could not be restored after a tracking mode. */
  unrestoredIntervals: 200,
  labelPointsPerAccount: 20_000,
  pointImages: 9,
  routesPerAccount: 5_000,
  /** Positions of all routes of an account. */
  routePointsPerAccount: 5_000_000,
  /** Positions of a route, positions of its simplified line in a list, and flags. */
  routePoints: 50_000,
  routeLinePoints: 500,
  routeFlags: 25,
  /**
   * Bytes of a file of routes, points or areas; of the request that contains it; of its uncompressed content; and its
   * positions.
   */
  gpsFileBytes: 4 * 1_048_576,
  gpsFileRequestBytes: 4 * 1_048_576 + 65_536,
  gpsFileUnpackedBytes: 32 * 1_048_576,
  gpsFilePoints: 200_000,
  /** Bytes of an exported file of map objects. */
  exportBytes: 256 * 1_048_576,
  iconsPerAccount: 200,
  modelsPerAccount: 500,
  /** Texts of instructions of all models of an account. */
  modelTextsPerAccount: 1_000,
  feedsPerAccount: 20,
  /** Addresses that may send to a feed without its token. */
  feedSenders: 20,
  /** Objects of all feeds of an account that are followed. */
  feedObjects: 20_000,
  /** Objects of feeds that one console draws. */
  trafficObjects: 2_000,
  /** Models of devices that `queryAllModels` returns: free text can have any number. */
  modelsInUse: 1_000,
  /** Devices of one instruction, waiting instructions of an account, and templates. */
  instructionDevices: 10_000,
  instructionsWaitingPerAccount: 100_000,
  instructionTemplatesPerAccount: 200,
  /** Bytes and number of all photos and recordings that the devices of an account sent; those deleted by one call. */
  mediaBytesPerAccount: 1024 * 1_048_576,
  mediaPerAccount: 200_000,
  tickedMedia: 100,
  /** Recordings of a device that are stored within an hour, and milliseconds of the longest one. */
  recordingsPerHour: 60,
  recordingMs: 300_000,
  /** Seconds that an instruction waits at most for its device. */
  instructionSeconds: 2_592_000,
  /** Instructions recalled or sent again by one call, and those of one replay. */
  tickedInstructions: 1_000,
  replayInstructions: 1_000,
  /** Ticked notices of a call, notices that a call changes at once, and devices of a filter of notices. */
  tickedNotices: 1_000,
  noticesAtOnce: 10_000,
  filteredTrackers: 200,
  /** Steps in the history of an alarm. */
  alarmSteps: 200,
  layersPerAccount: 100,
  /** Pairs of control points of a layer, and the maximum pixel coordinate of a control point. */
  layerPoints: 50,
  layerPointPixels: 100_000,
  /** Bytes of a layer's image, and of the request that contains it. */
  layerBytes: 8 * 1_048_576,
  layerRequestBytes: 8 * 1_048_576 + 131_072,
  /** Pixels of a layer's image. */
  layerPixels: 120_000_000,
  /** Bytes of the picture in a KMZ file. */
  layerUnpackedBytes: 32 * 1_048_576,
  /** Characters of a world file, or of a KML file with one overlay. */
  positionFileCharacters: 8_192,
  /** Bytes of a request with them, without its file. */
  layerFieldsBytes: 98_304,
  /** Denominators of the scales of printed maps. */
  layerScale: { min: 100, max: 10_000_000 },
  /** Maximum of the stacking order of layers. */
  layerSort: 9_999,
  /** Unused pictures of the forms of layers, which are deleted after a day. */
  layerFormPictures: 200,
  /** Trackers per call of `editGroupShow`, and total entries of a user. */
  visibilityTrackers: 10_000,
  visibilityEntries: 50_000,
  /**
   * OCAD maps of an account, bytes of a file and of the request that contains it, colors of a map, largest coordinate on paper,
   * and denominators of a print's scale.
   */
  ocadMapsPerAccount: 100,
  ocadBytes: 8 * 1_048_576,
  ocadRequestBytes: 8 * 1_048_576 + 65_536,
  ocadColors: 1_000,
  ocadPaperMillimetres: 100_000,
  printScale: { min: 100, max: 1_000_000 },
  /** Open share links per user, trackers per link, and minutes of history per link. */
  sharesPerUser: 100,
  shareTrackers: 50,
  /** Maximum lifetime of a share link that can be created without the password, in milliseconds: one day. */
  shareWithoutPasswordMs: 86_400_000,
  shareBackMinutes: 1_440,
  trailTrackers: 100,
  trailPoints: 1_000,
  pageSize: 1_000,
  /**
   * Maximum retention of an account's history in days; and where counting stops of what a shorter retention would
   * delete.
   */
  retentionDays: 3_650,
  retentionCount: 1_000,
  /** Maximum time without a message before a device is offline, in minutes: a week. */
  offlineMinutes: 10_080,
  /** Maximum speed from which a device counts as moving, in km/h. */
  movingSpeed: 100,
  /** Of the report settings: the least and the greatest value. A standstill is a stop after 3 minutes. */
  minTripMetres: 100_000,
  minActivityMinutes: 1_440,
  shortestStopMinutes: 3,
  shortestGapMinutes: 10,
  gapMinutes: 1_440,
  /** Days of events per query. */
  eventDays: 31,
  /** Days per replay of one device, and of several. */
  replayDays: 31,
  manyReplayDays: 3,
  /** Devices per replay, and fixes of all of them that a console keeps in memory. */
  replayTrackers: 200,
  replayPoints: 6_000_000,
  /** Fixes of thinned tracks, all devices together. */
  coarsePoints: 200_000,
  /** Fixes of a JSON response: of getTrackReplyByTime. */
  replyPoints: 200_000,
  /** Intervals of a chart. */
  chartPoints: 5_000,
  /** Notices of a replay. */
  replayNotices: 2_000,
  /** Bytes of a track file; of the request that contains it; of its uncompressed content; and its rows. */
  trackFileBytes: 64 * 1_048_576,
  trackFileRequestBytes: 64 * 1_048_576 + 65_536,
  trackFileUnpackedBytes: 512 * 1_048_576,
  trackFileRows: 3_000_000,
  /** Messages and definitions of a FIT file. */
  trackFileMessages: 8_000_000,
  /** Bytes of a spreadsheet; of the request that contains it; of its uncompressed content; its rows and columns. */
  sheetBytes: 32 * 1_048_576,
  sheetRequestBytes: 32 * 1_048_576 + 65_536,
  sheetUnpackedBytes: 256 * 1_048_576,
  sheetRows: 100_000,
  sheetColumns: 100,
  /** Rows of the preview of a spreadsheet. */
  sheetPreviewRows: 100,
  /** Fixes of a track for map matching. */
  matchPoints: 20_000,
  /** Bytes of a request body without its file, unless the operation declares more; and its nesting depth. */
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
  /** Recipients of messages outside the console, and subscriptions of an account. */
  recipientsPerAccount: 500,
  subscriptionsPerAccount: 1_000,
  /** Rules, groups and devices of one subscription, and minutes before it escalates. */
  subscriptionRules: 50,
  subscriptionGroups: 100,
  subscriptionTrackers: 500,
  escalateMinutes: 1_440,
  /** Systems to which an account forwards, and characters of an MQTT topic. */
  forwardTargetsPerAccount: 10,
  forwardTopic: 200,
  /** Communication accounts of satellite terminals: of an account, and created by one call. */
  communicationAccounts: 20_000,
  communicationAccountsPerCall: 100,
  /** Terminals of one message, its characters and transmissions, messages that wait for one terminal, and of one page. */
  satelliteReceivers: 200,
  satelliteText: 2_000,
  satelliteParts: 10,
  satelliteWaiting: 50,
  satelliteMessagesPage: 200,
  /** Terminals of one message that a batch task sends, and messages of an exported record: an .xlsx sheet has 2^20 rows. */
  satelliteBatch: 5_000,
  satelliteExport: 1_000_000,
  /** Contacts and templates of satellite messages of an account, and cost units of the highest monthly quota. */
  satelliteContacts: 500,
  satelliteTemplates: 200,
  satelliteQuota: 1_000_000,
  /** Minutes for which a code to bind a WeChat user is valid. */
  satelliteBindMinutes: 15,
  /** Planes and own landing places of an account, and planes of one call. */
  planesPerAccount: 10_000,
  planesPerCall: 1_000,
  landingPlacesPerAccount: 1_000,
  /** People of an account, of one call, and uploaded photos that no person has, which are deleted after a day. */
  peoplePerAccount: 20_000,
  peoplePerCall: 1_000,
  unusedPersonPhotos: 500,
  /** Characters of a race number, a person's name and a phone number; years of age. */
  raceNumber: 16,
  personName: 40,
  telephone: 30,
  personAge: 120,
  /** Planned flights of an account, of one call, and of one weekly repeat; hours from take-off to arrival. */
  flightsPerAccount: 100_000,
  flightsPerCall: 1_000,
  flightsPerRepeat: 366,
  flightHours: 48,
  /** Failed messages sent again by one call. */
  tickedDeliveries: 100,
  /** Codes for addresses of recipients, and test messages, that an account can send in an hour. */
  addressCodesPerHour: 30,
  testMessagesPerHour: 30,
  /** Characters of an update log entry in one language, and entries per page. */
  updateHtml: 131_072,
  updatesPage: 20,
  /** Bytes of an uploaded picture, and of the request that contains it. */
  pictureBytes: 4 * 1_048_576,
  pictureRequestBytes: 4 * 1_048_576 + 65_536,
  /** Maximum width and height of a picture, in pixels. */
  pictureSide: 16_384,
  /** Characters of the system name. */
  sysName: 32,
  /** Batch tasks of an account that are not finished, and that it can start per hour. */
  openTasks: 50,
  tasksPerHour: 200,
  /** Result files of batch tasks kept per user, and their bytes; older ones are deleted. */
  resultsPerUser: 200,
  resultBytesPerUser: 5 * 1_024 * 1_048_576,
  /** Days for which batch tasks are kept. */
  taskDays: 7,
  /** Minimum seconds between two codes to the same phone; also the countdown on the button. */
  codeWaitSeconds: 60,
  /** Seconds for which a code is valid, and permitted attempts. */
  codeTtlSeconds: 300,
  codeAttempts: 5,
  /** Seconds for which the signature of a third-party sign-in is valid, before and after its timestamp. */
  signatureTtlSeconds: 300,
  /** Concurrent live sockets per user. */
  socketsPerUser: 20,
  /** Bytes of a message from a console. */
  consoleMessageBytes: 4_096,
  /** Screens of an account of each kind, boxes of a screen, and the highest id of a box. */
  screensPerAccount: 20,
  screenBoxes: 30,
  screenBoxId: 9_999,
  /** Characters of a text box. */
  screenText: 500,
  /** Rows in the boxes of a screen, and devices per page of a screen link. */
  attentionDevices: 5,
  screenAlarms: 20,
  followedAlarms: 5,
  rankedDevices: 10,
  screenLinkPage: 2_000,
  /** Orienteering events of an account, and objects of an event. */
  courseEventsPerAccount: 1_000,
  controlsPerEvent: 2_000,
  coursesPerEvent: 500,
  legsPerEvent: 10_000,
  peoplePerEvent: 2_000,
  /** Course controls of a course with its branches, branches of a variation and of a course, teams and legs of a relay. */
  courseControls: 500,
  courseBranches: 20,
  courseBranchesTotal: 52,
  courseTeams: 2_000,
  courseRelayLegs: 100,
  /** Characters of an id, a code, a symbol, a text, notes and a phone number. */
  courseObjectId: 40,
  courseCode: 8,
  courseSymbol: 20,
  courseText: 200,
  courseNotes: 4_000,
  coursePhone: 32,
  /** Letters of a variation. */
  courseVariationCode: 200,
  /** Bends, and gaps, of a leg; gaps of a circle. */
  courseBends: 100,
  courseGaps: 50,
  /** Frozen versions of the courses of an event. */
  courseVersionsPerEvent: 2_000,
  /** Bytes of a course file, and characters of the Purple Pen document that is stored with an event. */
  courseFileBytes: 8 * 1_048_576,
  courseDocumentLength: 2 * 1_048_576,
  courseFileRequestBytes: 8 * 1_048_576 + 65_536,
  /** Matches of an account, days of one, and its maps, race courses, classes and participants. */
  matchesPerAccount: 1_000,
  matchDays: 31,
  matchMaps: 10,
  coursesPerMatch: 100,
  classesPerMatch: 200,
  participantsPerMatch: 3_000,
  /** Bytes of a file of participants, and of the request that contains it. */
  startListBytes: 4 * 1_048_576,
  startListRequestBytes: 4 * 1_048_576 + 65_536,
  /** Participants of one call, and decisions of officials of a match. */
  participantsPerCall: 500,
  correctionsPerMatch: 20_000,
  /** Characters of the name of a match, a class, a race course or a participant. */
  matchName: 40,
  /** Entrances of a public page (specification, section 9), its carousel, and characters of its title, text and links. */
  liveEntrances: 6,
  liveCarousel: 10,
  liveTitle: 80,
  liveIntroduction: 4_000,
  liveLink: 500,
  /** Characters of the address of an uploaded file. */
  fileUrl: 200,
  /** Points of a race course, and seconds by which a public page is behind. */
  raceCoursePoints: 300,
  matchDelay: 3_600,
  /** Recordings of the video of a match. */
  recordingsPerMatch: 200,
  /** Characters of a comment of a live event and of a viewer's name; comments of a match, of a page, and of one deletion. */
  commentText: 200,
  viewerName: 40,
  commentsPerMatch: 500_000,
  commentsPage: 100,
  tickedComments: 100,
  /** Refused words of a match, characters of one, and muted viewers and addresses. */
  moderatedWords: 500,
  moderatedWord: 40,
  mutesPerMatch: 1_000,
  /** Gifts of a match, characters of a name, votes of one, number of one purchase, records and unpaid orders of a match. */
  giftsPerMatch: 100,
  giftName: 40,
  giftVotes: 1_000_000,
  giftCount: 999,
  giftRecordsPerMatch: 1_000_000,
  openOrdersPerMatch: 2_000,
  /** Unused pictures of gifts of an account, which are deleted after a day. */
  giftFormPictures: 200,
  /** Yuan of a price or a voucher. */
  yuan: 100_000,
  /** Vouchers of a match, and of one call. */
  vouchersPerMatch: 20_000,
  vouchersPerCall: 500,
  /** Helpers of a match, revoked ones included. */
  helpersPerMatch: 500,
  /** Heartbeat interval of the live socket, in milliseconds. */
  heartbeatMs: 10_000,
} as const;
