import type { Db } from '../../db/database.ts';
import { eraseTrack } from '../../positions/delete-track.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';

/** Erases the history of a tracker that was removed. What is gone already is no loss, so it may begin anew. */
export function eraseTrackWorker(db: Db): TaskWorker<'eraseTrack'> {
  return async ({ subject, progress }) => {
    await eraseTrack(db, subject.trackerId, progress);
    return null;
  };
}
