import type { Drawing } from './drawing.ts';

type Point = readonly [x: number, y: number];

/** Cells per side. On a map of 20 km, bilinear interpolation within a cell is less than a centimetre off. */
const STEPS = 48;

/**
 * A transformation that is computed at the nodes of a grid over the bounds and interpolated between them: projections take a
 * microsecond per point, and a map has millions.
 */
export function gridTransform(
  transform: (point: Point) => Point,
  bounds: Drawing['bounds'],
): (x: number, y: number) => Point {
  const [minX, minY, maxX, maxY] = bounds;
  const [stepX, stepY] = [(maxX - minX) / STEPS || 1, (maxY - minY) / STEPS || 1];
  const nodes = new Float64Array(2 * (STEPS + 1) ** 2);
  for (let row = 0; row <= STEPS; row++)
    for (let column = 0; column <= STEPS; column++)
      nodes.set(transform([minX + column * stepX, minY + row * stepY]), 2 * (row * (STEPS + 1) + column));
  return (x, y) => {
    const [column, u] = cellOf((x - minX) / stepX);
    const [row, v] = cellOf((y - minY) / stepY);
    const at = 2 * (row * (STEPS + 1) + column);
    const above = at + 2 * (STEPS + 1);
    const value = (axis: number) =>
      (1 - v) * ((1 - u) * (nodes[at + axis] ?? 0) + u * (nodes[at + 2 + axis] ?? 0)) +
      v * ((1 - u) * (nodes[above + axis] ?? 0) + u * (nodes[above + 2 + axis] ?? 0));
    return [value(0), value(1)];
  };
}

/** The cell of a position, and where in the cell it lies; outside of the grid, that of the nearest cell. */
function cellOf(position: number): readonly [cell: number, share: number] {
  const cell = Math.min(STEPS - 1, Math.max(0, Math.floor(position)));
  return [cell, position - cell];
}
