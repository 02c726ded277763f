import type { FastifyBaseLogger } from 'fastify';
import { dropOldAudit } from '../audit/retention.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { picturesOfLayers } from '../features/layers/map-layers.queries.ts';
import { picturesOfPoints } from '../features/map-objects/point-pictures.ts';
import { dropOldNotices } from '../features/notices/retention.ts';
import { shownPictures } from '../features/settings/branding.ts';
import { sweepSignIn } from '../features/sign-in/upkeep.ts';
import { picturesOfIcons } from '../features/trackers/icons/tracker-icons.queries.ts';
import { sweepFiles } from '../files/sweep.ts';
import { removeLeftBehind } from '../http/temporary-files.ts';
import { dropOldAddresses } from '../places/stored-addresses.ts';
import { dropOldTasks } from '../tasks/task-rows.ts';

/** How often what is kept for a time only is looked through, in milliseconds. */
const INTERVAL = 3_600_000;

/** Who says that a stored picture is still shown. */
const SHOWN = [shownPictures, picturesOfPoints, picturesOfIcons, picturesOfLayers];

export interface UpkeepOptions {
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
export function startUpkeep({ db, clock, log, fileRoot, uploadFolder, isEngine }: UpkeepOptions): () => void {
  const attempt = (work: Promise<unknown>, failed: string) => {
    work.catch((error: unknown) => log.warn({ err: error }, `${failed}; tried again later`));
  };
  return clock.every(INTERVAL, () => {
    attempt(removeLeftBehind(uploadFolder), 'old uploads could not be removed');
    if (!isEngine()) return;
    const now = clock.now();
    attempt(dropOldNotices(db, now), 'old notices could not be dropped');
    attempt(dropOldAudit(db, now), 'old entries of the audit log could not be dropped');
    attempt(sweepSignIn(db, now), 'old codes and signatures could not be dropped');
    attempt(dropOldAddresses(db, now), 'old addresses could not be dropped');
    attempt(dropOldTasks(db, now), 'old tasks could not be dropped');
    attempt(sweepFiles({ db, root: fileRoot, now, shown: SHOWN }), 'old files could not be removed');
  });
}
