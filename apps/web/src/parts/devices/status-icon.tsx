import { STATUS_COLOURS, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { STATUS_GRID, STATUS_SHAPES } from '../../map/icons/status-shapes.ts';

/** The order in which the specification counts them, everywhere the same: each keeps its place under the eye. */
export const STATUS_ORDER = ['RUNNING', 'STOP', 'SOS', 'OFFLINE'] as const satisfies readonly TrackerStatus[];

/** Decoration beside the word or name of the status. */
export function StatusIcon({
  status,
  size = 10,
}: {
  readonly status: TrackerStatus;
  readonly size?: number;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${STATUS_GRID} ${STATUS_GRID}`}
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={STATUS_SHAPES[status]} fill={STATUS_COLOURS[status]} fillRule="evenodd" />
    </svg>
  );
}
