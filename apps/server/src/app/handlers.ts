// Length: one line for each feature.

import type { Language } from '@wakeline/contract/entities/user-config';
import { type BaseLayersFor, baseLayerHandlers } from '../base-layers/base-layers.handlers.ts';
import type { ElevationTiles } from '../config/elevation.ts';
import type { Database } from '../db/database.ts';
import type { EventArchive } from '../events/event-archive.ts';
import { fieldHandlers } from '../features/aviation/fields.handlers.ts';
import { flightImportHandlers } from '../features/aviation/flight-import/flight-import.handlers.ts';
import { flightHandlers } from '../features/aviation/flights.handlers.ts';
import { planeImportHandlers } from '../features/aviation/import/import.handlers.ts';
import { landingPlaceHandlers } from '../features/aviation/landing-places.handlers.ts';
import { legHandlers } from '../features/aviation/legs.handlers.ts';
import { planeHandlers } from '../features/aviation/planes.handlers.ts';
import { taskGeometryHandlers } from '../features/aviation/task-geometry.handlers.ts';
import { trackingModeHandlers } from '../features/aviation/tracking-mode/tracking-modes.handlers.ts';
import { watchTaskHandlers } from '../features/aviation/watch-tasks.handlers.ts';
import { courseEventHandlers } from '../features/courses/events.handlers.ts';
import { courseFileHandlers } from '../features/courses/files.handlers.ts';
import { courseObjectHandlers } from '../features/courses/objects.handlers.ts';
import { coursePrintHandlers } from '../features/courses/print/print.handlers.ts';
import { courseVersionHandlers } from '../features/courses/versions.handlers.ts';
import { deliveryHandlers } from '../features/delivery/deliveries.handlers.ts';
import { canManageDelivery } from '../features/delivery/delivery.policy.ts';
import {
  type ForwardTargetDependencies,
  forwardTargetHandlers,
} from '../features/delivery/forward-targets.handlers.ts';
import { type PushDependencies, pushHandlers } from '../features/delivery/push.handlers.ts';
import { type DeliveryDependencies, recipientHandlers } from '../features/delivery/recipients.handlers.ts';
import { subscriptionHandlers } from '../features/delivery/subscriptions.handlers.ts';
import { eventPageHandlers } from '../features/event-page/event-page.handlers.ts';
import { eventTrackHandlers } from '../features/event-page/event-tracks.handlers.ts';
import {
  type InstructionDependencies,
  instructionHandlers,
} from '../features/instructions/instructions.handlers.ts';
import { instructionLedgerHandlers } from '../features/instructions/ledger.handlers.ts';
import { instructionTemplateHandlers } from '../features/instructions/templates.handlers.ts';
import { mapLayerHandlers } from '../features/layers/map-layers.handlers.ts';
import { displayHandlers } from '../features/live/display.handlers.ts';
import {
  type LiveEventDependencies,
  liveEventHandlers,
} from '../features/live-events/live-events.handlers.ts';
import { exchangeHandlers } from '../features/map-objects/exchange/exchange.handlers.ts';
import { fenceHandlers } from '../features/map-objects/fences.handlers.ts';
import { labelPointHandlers } from '../features/map-objects/label-points.handlers.ts';
import { insertLabelPoints } from '../features/map-objects/label-points.queries.ts';
import { locateStays } from '../features/map-objects/locate-stays.ts';
import { requireTargetGroup } from '../features/map-objects/object-changes.ts';
import { findObjectsAt } from '../features/map-objects/objects-at.ts';
import { mapPictureHandlers } from '../features/map-objects/pictures.handlers.ts';
import { routeHandlers } from '../features/map-objects/routes.handlers.ts';
import { insertRoutes } from '../features/map-objects/routes.queries.ts';
import { listExportHandlers } from '../features/matches/files/export.handlers.ts';
import { participantImportHandlers } from '../features/matches/files/import.handlers.ts';
import { liveConfHandlers } from '../features/matches/live-conf.handlers.ts';
import { matchContentHandlers } from '../features/matches/match-contents.handlers.ts';
import { matchHandlers } from '../features/matches/matches.handlers.ts';
import { participantHandlers } from '../features/matches/participants.handlers.ts';
import { standingsHandlers } from '../features/matches/standings.handlers.ts';
import { mediaHandlers } from '../features/media/media.handlers.ts';
import { alarmHandlers } from '../features/notices/alarms.handlers.ts';
import { noticeListHandlers } from '../features/notices/notice-list.handlers.ts';
import { noticeHandlers } from '../features/notices/notices.handlers.ts';
import { readLogHead } from '../features/notices/notices.queries.ts';
import { readNewestAlarms } from '../features/notices/screen-alarms.ts';
import { readTrackNotices } from '../features/notices/track-notices.ts';
import { ocadMapHandlers } from '../features/ocad-maps/ocad-maps.handlers.ts';
import { panelHandlers } from '../features/panels/panels.handlers.ts';
import { peopleImportHandlers } from '../features/people/import/import.handlers.ts';
import { peopleHandlers } from '../features/people/people.handlers.ts';
import { personPhotoHandlers } from '../features/people/person-photos.ts';
import { pluginHandlers } from '../features/plugins/plugins.handlers.ts';
import { raceLayerHandlers } from '../features/race-layers/race-layers.handlers.ts';
import { trackColumnHandlers } from '../features/replay/columns.handlers.ts';
import { trackFileHandlers } from '../features/replay/files/track-files.handlers.ts';
import { matchingHandlers } from '../features/replay/matching.handlers.ts';
import { replayHandlers } from '../features/replay/replay.handlers.ts';
import { trackHandlers } from '../features/replay/tracks.handlers.ts';
import { checkTrackersWindow } from '../features/replay/window.ts';
import { fenceVisitHandlers } from '../features/reports/fence-visits.handlers.ts';
import { locationHandlers } from '../features/reports/locations.handlers.ts';
import { overspeedHandlers } from '../features/reports/overspeeds.handlers.ts';
import { overviewHandlers } from '../features/reports/overview.handlers.ts';
import { savedFilterHandlers } from '../features/reports/saved-filters/saved-filters.handlers.ts';
import { scheduleHandlers } from '../features/reports/schedules/schedules.handlers.ts';
import { stopHandlers } from '../features/reports/stops.handlers.ts';
import { warnHandlers } from '../features/reports/warns.handlers.ts';
import { auditHandlers } from '../features/rights/audit/audit.handlers.ts';
import { subUserHandlers } from '../features/rights/sub-users/sub-users.handlers.ts';
import { readRulesWithNotices } from '../features/rules/readable-rules.ts';
import { ruleHandlers } from '../features/rules/rules.handlers.ts';
import { communicationAccountHandlers } from '../features/satellite/accounts.handlers.ts';
import { satelliteBatchHandlers } from '../features/satellite/batches.handlers.ts';
import { satelliteContactHandlers } from '../features/satellite/contacts.handlers.ts';
import { satelliteConversationHandlers } from '../features/satellite/conversations.handlers.ts';
import { accountImportHandlers } from '../features/satellite/import/import.handlers.ts';
import {
  type SatelliteMessageDependencies,
  satelliteMessageHandlers,
} from '../features/satellite/messages.handlers.ts';
import { satelliteSettingsHandlers } from '../features/satellite/settings.handlers.ts';
import { satelliteTemplateHandlers } from '../features/satellite/templates.handlers.ts';
import { terminalInboxHandlers } from '../features/satellite/terminal-inbox.handlers.ts';
import { terminalPlaneHandlers } from '../features/satellite/terminal-planes.handlers.ts';
import { FigureCache } from '../features/screens/figure-cache.ts';
import type { BoxReading } from '../features/screens/read-boxes.ts';
import { screenLinkHandlers } from '../features/screens/screen-links.handlers.ts';
import { screenHandlers } from '../features/screens/screens.handlers.ts';
import { canShareScreen } from '../features/screens/screens.policy.ts';
import { readScreen } from '../features/screens/screens.queries.ts';
import { securityHandlers } from '../features/security/security.handlers.ts';
import { accountLimitsHandlers } from '../features/settings/account/account-limits.handlers.ts';
import { accountSettingsHandlers } from '../features/settings/account/account-settings.handlers.ts';
import { settingsHandlers } from '../features/settings/settings.handlers.ts';
import { readSettings } from '../features/settings/settings.ts';
import { readSysName, readSysNameOfAccount, readSysNameOfPhone } from '../features/settings/sys-name.ts';
import { sharedReplayHandlers } from '../features/shares/shared-replay.ts';
import { shareHandlers } from '../features/shares/shares.handlers.ts';
import { type SignInDependencies, signInHandlers } from '../features/sign-in/sign-in.handlers.ts';
import { sosHandlers } from '../features/sos/sos.handlers.ts';
import { taskHandlers } from '../features/tasks/tasks.handlers.ts';
import { canManageAccountTasks } from '../features/tasks/tasks.policy.ts';
import { countUnreadTasks } from '../features/tasks/tasks.queries.ts';
import { eventHandlers } from '../features/trackers/events/events.handlers.ts';
import { deviceExportHandlers } from '../features/trackers/export/export.handlers.ts';
import { type FeedDependencies, feedHandlers } from '../features/trackers/feeds/feeds.handlers.ts';
import { canReadFeeds } from '../features/trackers/feeds/feeds.policy.ts';
import { groupRemovalHandlers } from '../features/trackers/groups/group-removal.handlers.ts';
import { groupHandlers } from '../features/trackers/groups/groups.handlers.ts';
import { trackerIconHandlers } from '../features/trackers/icons/tracker-icons.handlers.ts';
import { deviceImportHandlers } from '../features/trackers/import/import.handlers.ts';
import { liveOverviewHandlers } from '../features/trackers/live-overview.handlers.ts';
import { messageHandlers, type ReadMessages } from '../features/trackers/messages/messages.handlers.ts';
import { connectionHandlers } from '../features/trackers/models/connection.handlers.ts';
import { modelHandlers } from '../features/trackers/models/models.handlers.ts';
import { ownerOf, presentTracker } from '../features/trackers/present.ts';
import { batchChangeHandlers } from '../features/trackers/table/batch-changes.handlers.ts';
import { deviceTableHandlers } from '../features/trackers/table/devices.handlers.ts';
import { trackerDataHandlers } from '../features/trackers/tracker-data.handlers.ts';
import { trackerHandlers } from '../features/trackers/trackers.handlers.ts';
import { canReadTracker, canReadUnregistered } from '../features/trackers/trackers.policy.ts';
import { transferHandlers } from '../features/trackers/transfer/transfer.handlers.ts';
import { unregisteredHandlers } from '../features/trackers/unregistered/unregistered.handlers.ts';
import { validityHandlers } from '../features/trackers/validity/validity.handlers.ts';
import { updateLogHandlers } from '../features/updates/update-log.handlers.ts';
import { readLatestUpdate } from '../features/updates/update-log.queries.ts';
import { type VideoDependencies, videoHandlers } from '../features/video/video.handlers.ts';
import { insertFences } from '../fences/fences.ts';
import type { Files } from '../files/files.ts';
import type { Handlers } from '../http/handler.ts';
import type { Caller } from '../identity/caller.ts';
import type { ReportKey } from '../identity/report-key.ts';
import type { Places } from '../places/open-places.ts';
import { createPlaceHandlers } from '../places/places.handlers.ts';
import type { PositionStore } from '../positions/position-store.ts';
import type { RaceBoards } from '../races/race-boards.ts';
import type { TerminalTokens } from '../satellite/terminal-token.ts';
import type { TaskQueue } from '../tasks/task-queue.ts';
import { readTrackers } from '../trackers/read.ts';
import { detachTrackers } from './detach-trackers.ts';
import { TASK_DEFINITIONS } from './task-definitions.ts';

/** What the handlers need. */
export interface HandlerDependencies {
  readonly database: Database;
  readonly positions: PositionStore;
  readonly eventArchive: EventArchive | null;
  /** For heavy reads: a replica, if there is one. */
  readonly reads: Database['db'];
  readonly files: Files;
  readonly tasks: TaskQueue;
  readonly places: Places;
  /** Of the matches that are watched on this server. */
  readonly boards: RaceBoards;
  /** Elevation tiles; null: none. */
  readonly elevation: ElevationTiles | null;
  readonly signingIn: Pick<SignInDependencies, 'sender' | 'background' | 'log'>;
  readonly baseLayersFor: BaseLayersFor;
  /** Device port by protocol; empty for a server that accepts no reports. */
  readonly devicePorts: Readonly<Record<string, number>>;
  /** Host under which devices reach this server; null: the one of the console. */
  readonly devicePublicHost: string | null;
  readonly reportKey: ReportKey;
  readonly readMessages: ReadMessages;
  readonly countConsoles: (accountId: number) => number;
  readonly feeds: Omit<FeedDependencies, 'db'>;
  readonly hasSmsGateway: InstructionDependencies['hasSmsGateway'];
  readonly delivery: Omit<DeliveryDependencies & PushDependencies, 'db'>;
  readonly forwarding: Omit<ForwardTargetDependencies, 'db'>;
  readonly satelliteGateways: SatelliteMessageDependencies['gateways'];
  readonly terminalTokens: TerminalTokens;
  readonly video: VideoDependencies;
  readonly liveEvents: Omit<LiveEventDependencies, 'db' | 'files' | 'tasks' | 'boards'>;
}

/** Creates the handlers of all operations: a missing one does not compile. */
export function createHandlers({
  database,
  positions,
  eventArchive,
  reads,
  files,
  tasks,
  places,
  boards,
  elevation,
  baseLayersFor,
  devicePorts,
  devicePublicHost,
  reportKey,
  readMessages,
  countConsoles,
  feeds,
  signingIn,
  hasSmsGateway,
  delivery,
  forwarding,
  satelliteGateways,
  terminalTokens,
  video,
  liveEvents,
}: HandlerDependencies): Handlers {
  const { db } = database;
  const boxes: BoxReading = {
    db,
    eventArchive,
    cache: new FigureCache(),
    alarms: { readNewest: (reader, options) => readNewestAlarms(db, reader, options) },
  };
  const linkContent = {
    readConfig: async ({ userId, accountId }: Caller, language: Language, now: number) => {
      const settings = await readSettings(db, userId, { now, addressOf: files.addressOf });
      const sysName = await readSysNameOfAccount(db, accountId, language);
      return { ...settings.config, reportSettings: settings.reportSettings, sysName };
    },
    // Viewers of a link are anonymous, whatever rights its owner has.
    baseLayers: () => {
      const { list, defaultIndex } = baseLayersFor(null);
      return { layers: list, defaultIndex };
    },
  };
  return {
    ...auditHandlers({ db, tasks }),
    ...baseLayerHandlers(baseLayersFor),
    ...exchangeHandlers({
      db,
      tasks,
      writer: {
        requireTargetGroup,
        fences: insertFences,
        labelPoints: insertLabelPoints,
        routes: insertRoutes,
      },
    }),
    ...liveEventHandlers({ db, files, tasks, boards, ...liveEvents }),
    ...courseEventHandlers(db),
    ...courseObjectHandlers(db),
    ...courseVersionHandlers(db),
    ...courseFileHandlers({ db, files }),
    ...coursePrintHandlers({ db, files }),
    ...recipientHandlers({ db, ...delivery }),
    ...subscriptionHandlers({ db, ...delivery }),
    ...deliveryHandlers(db),
    ...pushHandlers({ db, ...delivery }),
    ...forwardTargetHandlers({ db, ...forwarding }),
    ...communicationAccountHandlers({ db, tasks, gateways: satelliteGateways }),
    ...accountImportHandlers({ db, files, tasks }),
    ...planeHandlers({ db, tasks }),
    ...matchHandlers(db),
    ...matchContentHandlers(db),
    ...participantHandlers({ db, random: Math.random }),
    ...standingsHandlers(db, boards),
    ...participantImportHandlers({ db, files, tasks }),
    ...listExportHandlers(db, boards),
    ...liveConfHandlers(db, files),
    ...eventTrackHandlers({ db, positions }),
    ...eventPageHandlers({ db, ...linkContent, addressOf: files.addressOf }),
    ...legHandlers({ db, positions, tasks }),
    ...overviewHandlers({ db, reads, tasks }),
    ...warnHandlers({ db, reads, positions, eventArchive, tasks, addresses: places.addresses }),
    ...locationHandlers({ db, reads, positions, tasks, addresses: places.addresses }),
    ...stopHandlers({
      db,
      reads,
      positions,
      eventArchive,
      tasks,
      addresses: places.addresses,
      findObjectsAt,
    }),
    ...overspeedHandlers({ db, reads, tasks, addresses: places.addresses }),
    ...fenceVisitHandlers({ db, reads, eventArchive, tasks, addresses: places.addresses }),
    ...savedFilterHandlers(db),
    ...scheduleHandlers({ db, tasks, channels: delivery.channels }),
    ...flightHandlers({ db, tasks }),
    ...planeImportHandlers({ db, files, tasks }),
    ...flightImportHandlers({ db, files, tasks }),
    ...landingPlaceHandlers(db),
    ...fieldHandlers(db),
    ...satelliteBatchHandlers({ db, tasks }),
    ...satelliteContactHandlers({ db, gateways: satelliteGateways }),
    ...terminalInboxHandlers(db, terminalTokens),
    ...satelliteMessageHandlers({ db, gateways: satelliteGateways }),
    ...satelliteSettingsHandlers(db),
    ...satelliteTemplateHandlers(db),
    ...terminalPlaneHandlers(db),
    ...satelliteConversationHandlers({ db, gateways: satelliteGateways }),
    ...deviceExportHandlers({ db, tasks }),
    ...deviceImportHandlers({ db, files, tasks }),
    ...instructionHandlers({ db, tasks, hasSmsGateway }),
    ...instructionLedgerHandlers({ db, tasks }),
    ...instructionTemplateHandlers(db),
    ...groupHandlers(db),
    ...groupRemovalHandlers({ db, tasks }),
    ...displayHandlers(db),
    ...fenceHandlers(db),
    ...labelPointHandlers(db, files),
    ...routeHandlers(db),
    ...mapPictureHandlers(db, files),
    ...peopleHandlers({ db, files, tasks }),
    ...peopleImportHandlers({ db, files, tasks }),
    ...personPhotoHandlers(db, files),
    ...mapLayerHandlers({ db, files, tasks }),
    ...raceLayerHandlers({ db, files, tasks }),
    ...ocadMapHandlers({ db, files, tasks }),
    ...alarmHandlers(db),
    ...noticeListHandlers({ db, addresses: places.addresses, tasks }),
    ...noticeHandlers(db, {
      addresses: places.addresses,
      readLatestUpdate: (reader, afterId) => readLatestUpdate(db, reader, afterId),
      countUnreadTasks: (reader, now) => countUnreadTasks(db, reader, now),
    }),
    ...securityHandlers(db),
    ...settingsHandlers({
      db,
      files,
      devicePorts,
      canReadUnregistered,
      canReadFeeds,
      canManageAccountTasks,
      canManageDelivery,
      readRules: readRulesWithNotices,
    }),
    ...shareHandlers({
      db,
      positions,
      elevation,
      checkReplay: checkTrackersWindow,
      readTrackers: async (owner, trackerIds, now) =>
        (await readTrackers(db, owner, trackerIds))
          .filter((row) => canReadTracker(owner, ownerOf(row)))
          .map((row) => presentTracker(row, owner, { now, addressOf: files.addressOf })),
      findSharableScreen: async (caller, screenId) => {
        const screen = await readScreen(db, caller.accountId, screenId);
        const isAllowed = screen !== null && canShareScreen(caller, { ...caller, kind: screen.kind });
        return isAllowed ? screen : null;
      },
      ...linkContent,
    }),
    ...screenHandlers(boxes),
    ...screenLinkHandlers({
      ...boxes,
      ...linkContent,
      addressOf: files.addressOf,
      readNoticeHead: (accountId) => readLogHead(db, accountId),
    }),
    ...panelHandlers(db),
    ...ruleHandlers(db),
    ...trackingModeHandlers({ db }),
    ...watchTaskHandlers({ db, tasks, channels: delivery.channels }),
    ...taskGeometryHandlers({ db }),
    ...mediaHandlers({ db, files }),
    ...createPlaceHandlers({ db, ...places }),
    ...pluginHandlers(db),
    ...updateLogHandlers(db),
    ...signInHandlers({
      db,
      readSettings: (userId, now) => readSettings(db, userId, { now, addressOf: files.addressOf }),
      sysNames: {
        ofLink: (linkCode, language) => readSysName(db, linkCode, language),
        ofPhone: (phone, language) => readSysNameOfPhone(db, phone, language),
        ofAccount: (accountId, language) => readSysNameOfAccount(db, accountId, language),
      },
      ...signingIn,
    }),
    ...sosHandlers(db),
    ...subUserHandlers(db),
    ...accountSettingsHandlers({ db, positions }),
    ...accountLimitsHandlers({ db, countConsoles }),
    ...taskHandlers({ db, files, tasks, definitions: TASK_DEFINITIONS }),
    ...trackerHandlers({ db, tasks, files, reportKey }),
    ...deviceTableHandlers({ db, files }),
    ...batchChangeHandlers({ db, files, tasks }),
    ...transferHandlers({ db, tasks, detach: detachTrackers }),
    ...validityHandlers(db),
    ...trackerDataHandlers({ db, positions, files, addresses: places.addresses }),
    ...liveOverviewHandlers(db, files),
    ...trackerIconHandlers({ db, files }),
    ...modelHandlers({ db, files, devicePorts }),
    ...connectionHandlers({ db, devicePorts, devicePublicHost, reportKey }),
    ...unregisteredHandlers(db),
    ...messageHandlers(db, readMessages),
    ...eventHandlers({ db, eventArchive }),
    ...feedHandlers({ db, ...feeds }),
    ...trackHandlers(database, { db: reads, positions }),
    ...trackColumnHandlers(db, { db: reads, positions }),
    ...replayHandlers({
      db,
      positions,
      readTrackNotices: (reader, of) => readTrackNotices(db, reader, of),
      locateStays: (reader, stays) => locateStays(db, reader, stays),
    }),
    ...trackFileHandlers({ db, positions, files, tasks }),
    ...matchingHandlers({ db, positions, matchToRoads: places.matchToRoads, elevation }),
    ...sharedReplayHandlers(db, { db: reads, positions }),
    ...videoHandlers(video),
  };
}
