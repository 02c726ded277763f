/** A box on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Something with a name. Those before it in a list go first. */
export interface LabelCandidate {
  readonly id: number;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  /** Pixels from its middle to where its name may begin. */
  readonly clearance: number;
  /** Of its name as it is written; 0: it has none. */
  readonly width: number;
  readonly height: number;
}

const SIDES = ['below', 'above', 'right', 'left'] as const;
export type LabelSide = (typeof SIDES)[number];

/** Where names are, by what they belong to. Those that have no room are not there. */
export type LabelPositions = ReadonlyMap<number, { readonly side: LabelSide; readonly box: Box }>;

/**
 * Finds a place for each name where it covers neither what is named nor the name of one before it. What lies under one before it has no name: that
 * would be read as the name of what is seen.
 *
 * @param before where they were: a name stays on its side as long as it can, so that it does not jump while all move.
 * @param viewport where a name is seen whole: it stands elsewhere only where none of its places is in there.
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
      // Its own mark never covers it.
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
