import { exportFlightsTask } from '../features/aviation/export-flights.task.ts';
import { exportLegIgcTask } from '../features/aviation/export-leg-igc.task.ts';
import { exportLegsTask } from '../features/aviation/export-legs.task.ts';
import { exportPlanesTask } from '../features/aviation/export-planes.task.ts';
import { exportWatchTasksTask } from '../features/aviation/export-watch-tasks.task.ts';
import { importFlightsTask } from '../features/aviation/flight-import/import-flights.task.ts';
import { importPlanesTask } from '../features/aviation/import/import-planes.task.ts';
import { sendInstructionsTask } from '../features/instructions/send-instructions.task.ts';
import { exportMatchGiftsRecordTask } from '../features/live-events/export-gift-records.task.ts';
import { exportMapObjectsTask } from '../features/map-objects/exchange/export-map-objects.task.ts';
import { importParticipantsTask } from '../features/matches/files/import-participants.task.ts';
import { deleteNoticesTask } from '../features/notices/delete-notices.task.ts';
import { cutOcadTilesTask } from '../features/ocad-maps/cut-ocad-tiles.task.ts';
import { exportPeopleTask } from '../features/people/export-people.task.ts';
import { importPeopleTask } from '../features/people/import/import-people.task.ts';
import { exportTrackTask } from '../features/replay/files/export-track.task.ts';
import { importTrackTask } from '../features/replay/files/import-track.task.ts';
import { runReportTask } from '../features/reports/schedules/run-report.task.ts';
import { exportAuditLogTask } from '../features/rights/audit/export-audit-log.task.ts';
import { exportBdUsersTask } from '../features/satellite/export-accounts.task.ts';
import { exportEobBdMsgsTask } from '../features/satellite/export-messages.task.ts';
import { importBdUsersTask } from '../features/satellite/import/import-accounts.task.ts';
import { sendEobBdMsgsTask } from '../features/satellite/send-batch.task.ts';
import { eraseTrackTask } from '../features/trackers/erase-track.task.ts';
import { exportDevicesTask } from '../features/trackers/export/export-devices.task.ts';
import { importDevicesTask } from '../features/trackers/import/import-devices.task.ts';
import { removeDevicesTask } from '../features/trackers/table/remove-devices.task.ts';
import { transferDevicesTask } from '../features/trackers/transfer/transfer-devices.task.ts';
import { cutLayerTilesTask } from '../map-images/cut-tiles.task.ts';
import { exportReportTask } from '../report-files/export-report.task.ts';
import type { TaskDefinitions } from '../tasks/kinds.ts';

/** The batch tasks of all features. The operator's programs use them without the workers. */
export const TASK_DEFINITIONS = {
  cutLayerTiles: cutLayerTilesTask,
  cutOcadTiles: cutOcadTilesTask,
  deleteNotices: deleteNoticesTask,
  eraseTrack: eraseTrackTask,
  exportAuditLog: exportAuditLogTask,
  exportBdUsers: exportBdUsersTask,
  exportDevices: exportDevicesTask,
  exportEobBdMsgs: exportEobBdMsgsTask,
  exportMapObjects: exportMapObjectsTask,
  exportPeople: exportPeopleTask,
  exportPlanes: exportPlanesTask,
  exportReport: exportReportTask,
  exportFlights: exportFlightsTask,
  exportLegs: exportLegsTask,
  exportLegIgc: exportLegIgcTask,
  exportMatchGiftsRecord: exportMatchGiftsRecordTask,
  exportTrack: exportTrackTask,
  exportWatchTasks: exportWatchTasksTask,
  importBdUsers: importBdUsersTask,
  importParticipants: importParticipantsTask,
  importDevices: importDevicesTask,
  importPlanes: importPlanesTask,
  batchCreateFlights: importFlightsTask,
  batchCreatePeople: importPeopleTask,
  importTrack: importTrackTask,
  removeTrackers: removeDevicesTask,
  runReportSchedule: runReportTask,
  sendEobBdMsgs: sendEobBdMsgsTask,
  sendInstructions: sendInstructionsTask,
  transferTrackers: transferDevicesTask,
} satisfies TaskDefinitions;
