import { STATUS_COLOURS, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { STATUS_GRID, STATUS_SHAPES } from '../../map/icons/status-shapes.ts';

/** The specification's order of statuses, the same everywhere. */
export const STATUS_ORDER = ['RUNNING', 'STOP', 'SOS', 'OFFLINE'] as const satisfies readonly TrackerStatus[];

/** Decoration beside the text of the status or name. */
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
