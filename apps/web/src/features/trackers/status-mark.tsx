import type { TrackerStatus } from '@wakeline/domain/tracker-status';
import { STATUS_COLOURS } from '../../map/palette.ts';

/** The order in which the specification counts them, everywhere the same: each keeps its place under the eye. */
export const STATUSES_AS_LISTED = [
  'RUNNING',
  'STOP',
  'SOS',
  'OFFLINE',
] as const satisfies readonly TrackerStatus[];

/** A shape for each status, on a grid of 12: colour alone would leave some people out. */
const SHAPES: Readonly<Record<TrackerStatus, string>> = {
  RUNNING: 'M6 .5L11.2 11.3 6 8.8 .8 11.3z',
  STOP: 'M1.5 1.5h9v9h-9z',
  SOS: 'M6 0l6 6-6 6-6-6z',
  OFFLINE: 'M6 .5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zm0 2.2a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6z',
};

/** Decoration beside the word or name of the status. */
export function StatusMark({
  status,
  size = 10,
}: {
  readonly status: TrackerStatus;
  readonly size?: number;
}) {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
      <path d={SHAPES[status]} fill={STATUS_COLOURS[status]} fillRule="evenodd" />
    </svg>
  );
}
