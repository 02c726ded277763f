/** A section of a circle in degrees counter-clockwise from the right, `from` before `to`. */
export interface CircleArc {
  readonly from: number;
  readonly to: number;
}

/**
 * What remains of a circle without its gaps; a circle without gaps is one arc of 360 degrees. Gaps may begin anywhere, and one
 * whose end is not after its start continues through 0 degrees.
 */
export function visibleArcs(gaps: readonly CircleArc[]): readonly CircleArc[] {
  const sorted = gaps
    .map(({ from, to }) => {
      const start = normalize(from);
      const length = normalize(to - from);
      return { from: start, to: start + (length === 0 && to !== from ? 360 : length) };
    })
    .filter(({ from, to }) => to > from)
    .sort((one, other) => one.from - other.from);
  const [first] = sorted;
  if (first === undefined) return [{ from: 0, to: 360 }];
  const arcs: CircleArc[] = [];
  let at = first.to;
  for (const { from, to } of sorted.slice(1)) {
    if (from > at) arcs.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  const end = first.from + 360;
  if (end > at) arcs.push({ from: at, to: end });
  return arcs.map(({ from, to }) => (from >= 360 ? { from: from - 360, to: to - 360 } : { from, to }));
}

function normalize(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
