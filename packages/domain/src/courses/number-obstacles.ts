import type { PlanePoint } from '../layers/affine.ts';
import { boxAround, type PaperBox, type PaperCircle } from './paper.ts';

/** What numbers do not cover. */
export type Obstacle =
  | { readonly type: 'circle'; readonly circle: PaperCircle }
  | { readonly type: 'segment'; readonly from: PlanePoint; readonly to: PlanePoint }
  | { readonly type: 'box'; readonly box: PaperBox };

export interface ObstacleInBox {
  /** The same for obstacles that are equal. */
  readonly key: string;
  readonly box: PaperBox;
  readonly obstacle: Obstacle;
}

/** Millimetres: about two numbers. Cells of the grid, and the longest sections of segments. */
export const OBSTACLE_CELL = 12;

/** The circles and lines of an overprint. Long segments are in sections, so that their boxes stay small. */
export function* obstaclesOf(
  circles: readonly PaperCircle[],
  lines: readonly (readonly PlanePoint[])[],
): Generator<ObstacleInBox> {
  for (const circle of circles) {
    const { center, radius } = circle;
    const key = `${center.x} ${center.y} ${radius}`;
    yield { key, box: boxAround(center, radius, radius), obstacle: { type: 'circle', circle } };
  }
  for (const line of lines) {
    for (const [index, to] of line.entries()) {
      const from = line[index - 1];
      if (from !== undefined) yield* sectionsOf(from, to);
    }
  }
}

function* sectionsOf(from: PlanePoint, to: PlanePoint): Generator<ObstacleInBox> {
  const sections = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / OBSTACLE_CELL));
  const at = (section: number): PlanePoint => ({
    x: from.x + ((to.x - from.x) * section) / sections,
    y: from.y + ((to.y - from.y) * section) / sections,
  });
  for (let section = 0; section < sections; section += 1) {
    const [start, end] = [at(section), at(section + 1)];
    const box = {
      minX: Math.min(start.x, end.x) - 1e-9,
      minY: Math.min(start.y, end.y) - 1e-9,
      maxX: Math.max(start.x, end.x) + 1e-9,
      maxY: Math.max(start.y, end.y) + 1e-9,
    };
    const key = `${start.x} ${start.y} ${end.x} ${end.y}`;
    yield { key, box, obstacle: { type: 'segment', from: start, to: end } };
  }
}
