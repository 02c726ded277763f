import type { FastifyBaseLogger } from 'fastify';
import { dropOldAlarms } from '../alarms/retention.ts';
import { dropOldAudit } from '../audit/retention.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { dropOldDeliveries } from '../delivery/outbox.ts';
import { dropOldMedia, filesOfMedia } from '../device-media/retention.ts';
import { picturesOfPoints } from '../features/map-objects/point-pictures.ts';
import { dropOldNotices } from '../features/notices/retention.ts';
import { dropOldReportRuns } from '../features/reports/schedules/run-rows.ts';
import { picturesOfBranding } from '../features/settings/branding.ts';
import { sweepSignIn } from '../features/sign-in/maintenance.ts';
import { picturesOfIcons } from '../features/trackers/icons/tracker-icons.queries.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { Files } from '../files/files.ts';
import { sweepFiles } from '../files/sweep.ts';
import { removeStaleFiles } from '../http/temporary-files.ts';
import { dropOldInstructions } from '../instructions/list.ts';
import { dropOldOrders } from '../live-events/gift-orders.ts';
import { picturesOfGifts } from '../live-events/gifts.ts';
import { dropOldHelperTokens } from '../live-events/helpers.ts';
import { picturesOfLayers } from '../map-images/map-images.queries.ts';
import { dropOldInboundSms } from '../messages/inbound-sms.ts';
import { photosOfPeople } from '../people/photos.ts';
import { dropOldAddresses } from '../places/stored-addresses.ts';
import { picturesOfMatches } from '../races/live-conf.ts';
import { dropEndedPauses } from '../satellite/lanes.ts';
import { dropOldSatelliteMessages } from '../satellite/retention.ts';
import { dropOldTasks } from '../tasks/task-rows.ts';
import { filesOfRecordings } from '../video/recording-rows.ts';

/** Interval of the clean-up, milliseconds. */
const INTERVAL_MS = 3_600_000;
/** Instructions that ended are kept for a year. */
const INSTRUCTION_TTL_MS = 365 * 86_400_000;

/** The queries of the tables that use stored pictures. */
const USED_PICTURE_QUERIES = [
  picturesOfBranding,
  picturesOfPoints,
  picturesOfIcons,
  picturesOfLayers,
  picturesOfMatches,
  filesOfMedia,
  photosOfPeople,
  filesOfRecordings,
  picturesOfGifts,
];

export interface MaintenanceOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly files: Files;
  /** The contents of the stored files. */
  readonly storage: FileStorage;
  /** Folder for uploaded files of this server's calls. */
  readonly uploadFolder: string;
  readonly isLeader: () => boolean;
}

/** Starts deleting expired data; in the database only the engine does this, for all servers. Returns the stop function. */
export function startMaintenance({
  db,
  clock,
  log,
  files,
  storage,
  uploadFolder,
  isLeader,
}: MaintenanceOptions): () => void {
  const runJob = (job: Promise<unknown>, failureMessage: string) => {
    job.catch((error: unknown) => log.warn({ err: error }, `${failureMessage}; will retry later`));
  };
  return clock.every(INTERVAL_MS, () => {
    runJob(removeStaleFiles(uploadFolder), 'could not remove old uploads');
    if (!isLeader()) return;
    const now = clock.now();
    runJob(dropOldNotices(db, now), 'could not delete old notices');
    runJob(dropOldAlarms(db, now), 'could not delete old alarms');
    runJob(dropOldSatelliteMessages(db, now), 'could not delete old satellite messages');
    runJob(dropEndedPauses(db, now), 'could not delete ended pauses of satellite messages');
    runJob(dropOldDeliveries(db, now), 'could not delete old messages to recipients');
    runJob(dropOldAudit(db, now), 'could not delete old audit log entries');
    runJob(sweepSignIn(db, now), 'could not delete old codes and signatures');
    runJob(dropOldAddresses(db, now), 'could not delete old addresses');
    runJob(dropOldInstructions(db, now - INSTRUCTION_TTL_MS), 'could not delete old instructions');
    runJob(dropOldInboundSms(db, now), 'could not delete old records of text messages');
    runJob(dropOldMedia(db, files, now), 'could not delete old photos');
    runJob(dropOldLiveEventRows(db, now), 'could not delete old orders and sign-ins of helpers');
    runJob(dropOldTasks(db, now), 'could not delete old tasks');
    runJob(dropOldReportRuns(db, now), 'could not delete old runs of scheduled reports');
    runJob(
      sweepFiles({ db, storage, now, usedPictureQueries: USED_PICTURE_QUERIES }),
      'could not remove old files',
    );
  });
}

function dropOldLiveEventRows(db: Db, now: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await dropOldOrders(tx, now);
    await dropOldHelperTokens(tx, now);
  });
}
