import type { Box } from './box.ts';
import { createBoxGrid } from './box-grid.ts';

export type LabelSide = 'below' | 'above' | 'right' | 'left';

/** A marker, perhaps with a label. Earlier ones in a list have priority. */
export interface LabelCandidate {
  readonly id: number;
  /** Its centre. */
  readonly x: number;
  readonly y: number;
  /** Pixels from the centre to the edge of the marker, which labels of others avoid; 0: it has none. */
  readonly halfSize: number;
  /** Pixels from the centre to where its label starts. */
  readonly clearance: number;
  /** Size of the label; 0: no label. */
  readonly width: number;
  readonly height: number;
  /** Where the label may be, the best first. */
  readonly sides: readonly LabelSide[];
  /** The label avoids nothing. */
  readonly isAlwaysVisible?: boolean;
}

/** Label positions by marker. Labels without free space are missing. */
export type LabelPositions = ReadonlyMap<number, { readonly side: LabelSide; readonly box: Box }>;

/**
 * Finds a position for each label where it covers neither a marker nor an earlier label. A covered marker has no
 * label, because that would be taken for the label of the visible one.
 *
 * @param before previous positions: a label stays on its side while possible, so that it does not jump as markers
 * move
 * @param viewport the visible area: a label leaves it only if none of its positions is inside
 */
export function placeLabels(
  candidates: readonly LabelCandidate[],
  before: LabelPositions,
  viewport: Box,
): LabelPositions {
  const grid = createBoxGrid();
  for (const [index, { x, y, halfSize }] of candidates.entries())
    if (halfSize > 0) grid.add(boxAround(x, y, halfSize, halfSize), index);
  const positions = new Map<number, { readonly side: LabelSide; readonly box: Box }>();
  for (const [index, candidate] of candidates.entries()) {
    const { id, x, y, width, isAlwaysVisible } = candidate;
    if (width === 0) continue;
    const isCovered = () =>
      grid
        .find(boxAround(x, y, POINT, POINT))
        .some((other) => other < index && covers(candidates[other] as LabelCandidate, candidate));
    if (!isAlwaysVisible && isCovered()) continue;
    for (const side of orderSides(candidate, before.get(id)?.side, viewport)) {
      const box = labelBox(side, candidate);
      // A marker's own label never overlaps it.
      if (!isAlwaysVisible && grid.isOccupied(box, index)) continue;
      positions.set(id, { side, box });
      grid.add(box, index + LABEL);
      break;
    }
  }
  return positions;
}

/** Half the side of a box around a point. */
const POINT = 0.01;
/** Owners of labels in the grid: a label must not overlap that of a marker with the same index. */
const LABEL = 1e9;

/** The last side first, and sides that are fully visible before the others. */
function orderSides(candidate: LabelCandidate, last: LabelSide | undefined, viewport: Box): LabelSide[] {
  const { sides } = candidate;
  const ordered =
    last !== undefined && sides.includes(last) ? [last, ...sides.filter((side) => side !== last)] : sides;
  if (ordered.length === 1) return [...ordered];
  const isFullyVisible = (side: LabelSide) => isWithin(labelBox(side, candidate), viewport);
  return [...ordered.filter(isFullyVisible), ...ordered.filter((side) => !isFullyVisible(side))];
}

function covers(above: LabelCandidate | undefined, { x, y }: LabelCandidate): boolean {
  return above !== undefined && Math.hypot(above.x - x, above.y - y) < above.halfSize;
}

function labelBox(side: LabelSide, { x, y, clearance, width, height }: LabelCandidate): Box {
  switch (side) {
    case 'below':
      return boxAround(x, y + clearance + height / 2, width / 2, height / 2);
    case 'above':
      return boxAround(x, y - clearance - height / 2, width / 2, height / 2);
    case 'right':
      return boxAround(x + clearance + width / 2, y, width / 2, height / 2);
    case 'left':
      return boxAround(x - clearance - width / 2, y, width / 2, height / 2);
  }
}

function boxAround(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}

function isWithin(box: Box, outer: Box): boolean {
  return (
    box.left >= outer.left && box.top >= outer.top && box.right <= outer.right && box.bottom <= outer.bottom
  );
}
