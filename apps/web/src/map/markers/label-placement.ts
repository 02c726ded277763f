/** A box on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A marker with a label. Earlier ones in a list have priority. */
export interface LabelCandidate {
  readonly id: number;
  /** Its centre. */
  readonly x: number;
  readonly y: number;
  /** Pixels from the centre to where its label may start. */
  readonly clearance: number;
  /** Size of the label text; 0: no label. */
  readonly width: number;
  readonly height: number;
}

const SIDES = ['below', 'above', 'right', 'left'] as const;
export type LabelSide = (typeof SIDES)[number];

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
  const occupied = candidates.map(({ x, y, clearance }) => boxAround(x, y, clearance, clearance));
  const positions = new Map<number, { readonly side: LabelSide; readonly box: Box }>();
  for (const [index, candidate] of candidates.entries()) {
    if (candidate.width === 0 || candidates.slice(0, index).some((above) => covers(above, candidate)))
      continue;
    const last = before.get(candidate.id)?.side;
    const sides = last === undefined ? SIDES : [last, ...SIDES.filter((side) => side !== last)];
    const isFullyVisible = (side: LabelSide) => isWithin(labelBox(side, candidate), viewport);
    for (const side of [
      ...sides.filter(isFullyVisible),
      ...sides.filter((other) => !isFullyVisible(other)),
    ]) {
      const box = labelBox(side, candidate);
      // A marker's own label never overlaps it.
      if (occupied.some((other, at) => at !== index && overlaps(other, box))) continue;
      positions.set(candidate.id, { side, box });
      occupied.push(box);
      break;
    }
  }
  return positions;
}

function covers(above: LabelCandidate, { x, y }: LabelCandidate): boolean {
  return Math.hypot(above.x - x, above.y - y) < above.clearance;
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

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
