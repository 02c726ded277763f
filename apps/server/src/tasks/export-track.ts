import type { TaskWorker } from './kinds.ts';

export function exportTrackWorker(): TaskWorker<'exportTrack'> {
  return async () => {
    throw new Error('not built');
  };
}
