import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { exportFlightsWorker } from '../features/aviation/export-flights.ts';
import { exportLegIgcWorker } from '../features/aviation/export-leg-igc.ts';
import { exportLegsWorker } from '../features/aviation/export-legs.ts';
import { exportPlanesWorker } from '../features/aviation/export-planes.ts';
import { exportWatchTasksWorker } from '../features/aviation/export-watch-tasks.ts';
import { importFlightsWorker } from '../features/aviation/flight-import/import-flights.ts';
import { importPlanesWorker } from '../features/aviation/import/import-planes.ts';
import { sendInstructionsWorker } from '../features/instructions/send-instructions.ts';
import { exportMatchGiftsRecordWorker } from '../features/live-events/export-gift-records.ts';
import { exportMapObjectsWorker } from '../features/map-objects/exchange/export-map-objects.ts';
import { importParticipantsWorker } from '../features/matches/files/import-participants.ts';
import { deleteNoticesWorker } from '../features/notices/delete-notices.ts';
import { cutOcadTilesWorker } from '../features/ocad-maps/cut-ocad-tiles.ts';
import { exportPeopleWorker } from '../features/people/export-people.ts';
import { importPeopleWorker } from '../features/people/import/import-people.ts';
import { exportTrackWorker } from '../features/replay/files/export-track.ts';
import { importTrackWorker } from '../features/replay/files/import-track.ts';
import { runReportWorker } from '../features/reports/schedules/run-report.ts';
import { exportAuditLogWorker } from '../features/rights/audit/export-audit-log.ts';
import { exportBdUsersWorker } from '../features/satellite/export-accounts.ts';
import { exportEobBdMsgsWorker } from '../features/satellite/export-messages.ts';
import { importBdUsersWorker } from '../features/satellite/import/import-accounts.ts';
import { type SendBatchDependencies, sendEobBdMsgsWorker } from '../features/satellite/send-batch.ts';
import { readReportBranding } from '../features/settings/report-branding.ts';
import { eraseTrackWorker } from '../features/trackers/erase-track.ts';
import { exportDevicesWorker } from '../features/trackers/export/export-devices.ts';
import { importDevicesWorker } from '../features/trackers/import/import-devices.ts';
import { removeDevicesWorker } from '../features/trackers/table/remove-devices.ts';
import { transferDevicesWorker } from '../features/trackers/transfer/transfer-devices.ts';
import type { Files } from '../files/files.ts';
import { cutLayerTilesWorker } from '../map-images/cut-tiles.ts';
import type { DeviceHistory } from '../positions/position-store.ts';
import { exportReportWorker } from '../report-files/export-report.ts';
import type { ReportDefinitions } from '../report-files/report-definition.ts';
import type { ReportDependencies } from '../report-files/write-report.ts';
import type { TaskDefinition, TaskWorker, TaskWorkers } from '../tasks/kinds.ts';
import { detachTrackers } from './detach-trackers.ts';
import type { TASK_DEFINITIONS } from './task-definitions.ts';

export interface WorkerDependencies extends DeviceHistory {
  /** For heavy reads. */
  readonly reads: Db;
  readonly files: Files;
  readonly clock: Clock;
  readonly satelliteGateways: SendBatchDependencies['satelliteGateways'];
  readonly reports: ReportDefinitions;
}

type SubjectOf<Definition> = Definition extends TaskDefinition<infer Subject> ? Subject : never;

/** A worker accepts the subjects of its kind: one of another kind does not compile. */
type MatchingWorkers = {
  readonly [Kind in keyof typeof TASK_DEFINITIONS]: TaskWorker<SubjectOf<(typeof TASK_DEFINITIONS)[Kind]>>;
};

export function createTaskWorkers(dependencies: WorkerDependencies): TaskWorkers {
  const reporting: ReportDependencies = {
    ...dependencies,
    readBranding: (accountId, language) => readReportBranding(dependencies, accountId, language),
  };
  const workers: MatchingWorkers = {
    cutLayerTiles: cutLayerTilesWorker(dependencies),
    cutOcadTiles: cutOcadTilesWorker(dependencies),
    deleteNotices: deleteNoticesWorker(dependencies),
    eraseTrack: eraseTrackWorker(dependencies),
    exportAuditLog: exportAuditLogWorker(dependencies),
    exportBdUsers: exportBdUsersWorker(dependencies),
    exportDevices: exportDevicesWorker(dependencies),
    exportEobBdMsgs: exportEobBdMsgsWorker(dependencies),
    exportMapObjects: exportMapObjectsWorker(dependencies),
    exportPeople: exportPeopleWorker(dependencies),
    exportPlanes: exportPlanesWorker(dependencies),
    exportReport: exportReportWorker({ ...reporting, db: dependencies.reads }),
    exportFlights: exportFlightsWorker(dependencies),
    exportLegs: exportLegsWorker(dependencies),
    exportLegIgc: exportLegIgcWorker(dependencies),
    exportMatchGiftsRecord: exportMatchGiftsRecordWorker(dependencies),
    exportTrack: exportTrackWorker({ ...dependencies, db: dependencies.reads }),
    exportWatchTasks: exportWatchTasksWorker(dependencies),
    importBdUsers: importBdUsersWorker(dependencies),
    importDevices: importDevicesWorker(dependencies),
    importParticipants: importParticipantsWorker(dependencies),
    importPlanes: importPlanesWorker(dependencies),
    batchCreateFlights: importFlightsWorker(dependencies),
    batchCreatePeople: importPeopleWorker(dependencies),
    importTrack: importTrackWorker(dependencies),
    removeTrackers: removeDevicesWorker(dependencies),
    runReportSchedule: runReportWorker(reporting),
    sendEobBdMsgs: sendEobBdMsgsWorker(dependencies),
    sendInstructions: sendInstructionsWorker(dependencies),
    transferTrackers: transferDevicesWorker({ ...dependencies, detach: detachTrackers }),
  };
  return workers;
}
