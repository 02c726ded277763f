import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';

/** Below 10 markers small, below 100 medium, else large; diameters in pixels. */
export const CLUSTER_SIZES = { small: 36, medium: 44, large: 54 } as const;
export type ClusterSize = keyof typeof CLUSTER_SIZES;

export function clusterSize(count: number): ClusterSize {
  return count < 10 ? 'small' : count < 100 ? 'medium' : 'large';
}

/** Parts of the ring: few enough that the pictures stay few, fine enough for the eye. */
export const RING_SEGMENTS = 12;

/**
 * How many of the ring's parts each status takes, in the order of TRACKER_STATUSES. Nobody who is there is left out:
 * a single stopped device among a thousand has its part.
 */
export function ringSegments(counts: Readonly<Record<TrackerStatus, number>>): number[] {
  const total = TRACKER_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const segments = TRACKER_STATUSES.map((status) =>
    counts[status] === 0 ? 0 : Math.max(1, Math.round((counts[status] / total) * RING_SEGMENTS)),
  );
  const largest = segments.indexOf(Math.max(...segments));
  const excess = segments.reduce((sum, part) => sum + part, 0) - RING_SEGMENTS;
  return segments.map((part, index) => (index === largest ? part - excess : part));
}

/** A disc in the colour of labels, with a ring that shows the mix of statuses. The number is a text of the map. */
export function drawCluster(size: ClusterSize, segments: readonly number[], palette: MapPalette): ImageData {
  const diameter = CLUSTER_SIZES[size];
  const margin = 3;
  const side = diameter + margin * 2;
  const ring = size === 'small' ? 4 : 5;
  return drawToImageData(side, side, (context) => {
    const middle = side / 2;
    context.save();
    context.shadowColor = 'rgb(0 0 0 / 35%)';
    context.shadowBlur = 4;
    context.fillStyle = palette.label.ground;
    context.beginPath();
    context.arc(middle, middle, diameter / 2, 0, 2 * Math.PI);
    context.fill();
    context.restore();
    context.lineWidth = ring;
    let from = -Math.PI / 2;
    TRACKER_STATUSES.forEach((status, index) => {
      const share = (segments[index] ?? 0) / RING_SEGMENTS;
      if (share === 0) return;
      const to = from + share * 2 * Math.PI;
      context.strokeStyle = palette.status[status];
      context.beginPath();
      context.arc(middle, middle, diameter / 2 - ring / 2 - 1, from, to);
      context.stroke();
      from = to;
    });
  });
}
