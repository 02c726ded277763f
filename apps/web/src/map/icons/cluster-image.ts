import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';

/** Diameters in pixels: small below 10 markers, medium below 100, else large. */
export const CLUSTER_SIZES = { small: 36, medium: 44, large: 54 } as const;
export type ClusterSize = keyof typeof CLUSTER_SIZES;

export function clusterSize(count: number): ClusterSize {
  return count < 10 ? 'small' : count < 100 ? 'medium' : 'large';
}

/** Segments of the ring: coarse enough for few distinct images, fine enough to be readable. */
export const RING_SEGMENTS = 12;

/**
 * Number of ring segments for each status, in the order of TRACKER_STATUSES. Every status that is present gets at
 * least one, even a single stopped device among a thousand.
 */
export function ringSegments(counts: Readonly<Record<TrackerStatus, number>>): number[] {
  const total = TRACKER_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const segments = TRACKER_STATUSES.map((status) =>
    counts[status] === 0 ? 0 : Math.max(1, Math.round((counts[status] / total) * RING_SEGMENTS)),
  );
  const largest = segments.indexOf(Math.max(...segments));
  const excess = segments.reduce((sum, count) => sum + count, 0) - RING_SEGMENTS;
  return segments.map((count, index) => (index === largest ? count - excess : count));
}

/** A disc with a ring that shows the mix of statuses. The map draws the number as text. */
export function drawCluster(size: ClusterSize, segments: readonly number[], palette: MapPalette): ImageData {
  const diameter = CLUSTER_SIZES[size];
  const margin = 3;
  const side = diameter + margin * 2;
  const ring = size === 'small' ? 4 : 5;
  return drawToImageData(side, side, (context) => {
    const centre = side / 2;
    context.save();
    context.shadowColor = 'rgb(0 0 0 / 35%)';
    context.shadowBlur = 4;
    context.fillStyle = palette.label.ground;
    context.beginPath();
    context.arc(centre, centre, diameter / 2, 0, 2 * Math.PI);
    context.fill();
    context.restore();
    context.lineWidth = ring;
    let from = -Math.PI / 2;
    TRACKER_STATUSES.forEach((status, index) => {
      const fraction = (segments[index] ?? 0) / RING_SEGMENTS;
      if (fraction === 0) return;
      const to = from + fraction * 2 * Math.PI;
      context.strokeStyle = palette.status[status];
      context.beginPath();
      context.arc(centre, centre, diameter / 2 - ring / 2 - 1, from, to);
      context.stroke();
      from = to;
    });
  });
}
