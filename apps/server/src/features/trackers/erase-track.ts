import { eraseTrack } from '../../positions/delete-track.ts';
import type { DeviceHistory } from '../../positions/position-store.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { EraseTrackSubject } from './erase-track.task.ts';

/** Erases the history of a removed tracker. It can run again from the start: rows already deleted do not matter. */
export function eraseTrackWorker(history: DeviceHistory): TaskWorker<EraseTrackSubject> {
  return {
    async run({ subject, progress }) {
      await eraseTrack(history, subject.trackerId, progress);
      return null;
    },
  };
}
