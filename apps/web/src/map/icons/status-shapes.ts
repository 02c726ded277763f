import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

/** Side of the grid of the shapes. */
export const STATUS_GRID = 12;

/** A shape for each status (even-odd: inner outlines are cut out), because colour alone is not accessible. */
export const STATUS_SHAPES: Readonly<Record<TrackerStatus, string>> = {
  RUNNING: 'M6 .5L11.2 11.3 6 8.8 .8 11.3z',
  STOP: 'M1.5 1.5h9v9h-9z',
  SOS: 'M6 0l6 6-6 6-6-6z',
  OFFLINE: 'M6 .5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zm0 2.2a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6z',
};
