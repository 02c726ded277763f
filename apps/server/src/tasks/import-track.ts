import type { TaskWorker } from './kinds.ts';

export function importTrackWorker(): TaskWorker<'importTrack'> {
  return async () => {
    throw new Error('not built');
  };
}
