import type { FastifyBaseLogger } from 'fastify';
import { dropOldAudit } from '../audit/retention.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { picturesOfLayers } from '../features/layers/map-layers.queries.ts';
import { picturesOfPoints } from '../features/map-objects/point-pictures.ts';
import { dropOldNotices } from '../features/notices/retention.ts';
import { picturesOfBranding } from '../features/settings/branding.ts';
import { sweepSignIn } from '../features/sign-in/maintenance.ts';
import { picturesOfIcons } from '../features/trackers/icons/tracker-icons.queries.ts';
import { sweepFiles } from '../files/sweep.ts';
import { removeStaleFiles } from '../http/temporary-files.ts';
import { dropOldAddresses } from '../places/stored-addresses.ts';
import { dropOldTasks } from '../tasks/task-rows.ts';

/** How often what is kept for a time only is looked through, in milliseconds. */
const INTERVAL_MS = 3_600_000;

/** Who says that a stored picture is still shown. */
const USED_PICTURE_QUERIES = [picturesOfBranding, picturesOfPoints, picturesOfIcons, picturesOfLayers];

export interface MaintenanceOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Folder of the stored files. */
  readonly fileRoot: string;
  /** Folder for the files of calls, of this server alone. */
  readonly uploadFolder: string;
  readonly isEngine: () => boolean;
}

/** Drops what is older than it is kept: of the database the engine does so, for all servers. Answers how to stop that. */
export function startMaintenance({
  db,
  clock,
  log,
  fileRoot,
  uploadFolder,
  isEngine,
}: MaintenanceOptions): () => void {
  const runJob = (job: Promise<unknown>, failureMessage: string) => {
    job.catch((error: unknown) => log.warn({ err: error }, `${failureMessage}; tried again later`));
  };
  return clock.every(INTERVAL_MS, () => {
    runJob(removeStaleFiles(uploadFolder), 'old uploads could not be removed');
    if (!isEngine()) return;
    const now = clock.now();
    runJob(dropOldNotices(db, now), 'old notices could not be dropped');
    runJob(dropOldAudit(db, now), 'old entries of the audit log could not be dropped');
    runJob(sweepSignIn(db, now), 'old codes and signatures could not be dropped');
    runJob(dropOldAddresses(db, now), 'old addresses could not be dropped');
    runJob(dropOldTasks(db, now), 'old tasks could not be dropped');
    runJob(
      sweepFiles({ db, root: fileRoot, now, usedPictureQueries: USED_PICTURE_QUERIES }),
      'old files could not be removed',
    );
  });
}
