import type { PlanePoint } from '../layers/affine.ts';
import type { PaperBox } from './paper.ts';

/** Millimetres, upright. */
export const PAPER_SIZES = {
  A4: { width: 210, height: 297 },
  A3: { width: 297, height: 420 },
} as const;
export type PaperSize = keyof typeof PAPER_SIZES;

export const PAPER_ORIENTATIONS = ['portrait', 'landscape'] as const;
export type PaperOrientation = (typeof PAPER_ORIENTATIONS)[number];

/** A part of a drawing on one sheet of paper. */
export interface PrintPage {
  /** From 0, from the left and from the top. */
  readonly column: number;
  readonly row: number;
  /** The point of the drawing at the lower left corner of the printable area. */
  readonly origin: PlanePoint;
  /** Points of the drawing in the strips that the page shares with its neighbours: the same points on both. */
  readonly marks: readonly PlanePoint[];
}

/**
 * Divides a drawing among sheets with a printable area of this size, which overlap by a strip. The drawing is in the middle of
 * all sheets. All lengths are millimetres on paper.
 */
export function layoutPages(
  extent: PaperBox,
  area: { readonly width: number; readonly height: number },
  overlap: number,
): readonly PrintPage[] {
  const columns = countAlong(extent.maxX - extent.minX, area.width, overlap);
  const rows = countAlong(extent.maxY - extent.minY, area.height, overlap);
  const [stepX, stepY] = [area.width - overlap, area.height - overlap];
  const left = (extent.minX + extent.maxX - (columns - 1) * stepX - area.width) / 2;
  const bottom = (extent.minY + extent.maxY - (rows - 1) * stepY - area.height) / 2;
  return Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const origin = { x: left + column * stepX, y: bottom + (rows - 1 - row) * stepY };
    const [xs, ys] = [
      [origin.x + overlap / 2, origin.x + area.width - overlap / 2],
      [origin.y + overlap / 2, origin.y + area.height - overlap / 2],
    ];
    const shares = [column > 0, column < columns - 1, row < rows - 1, row > 0];
    const marks = [
      ...xs.flatMap((x, side) =>
        shares[side] ? quartersOf(origin.y, area.height).map((y) => ({ x, y })) : [],
      ),
      ...ys.flatMap((y, side) =>
        shares[side + 2] ? quartersOf(origin.x, area.width).map((x) => ({ x, y })) : [],
      ),
    ];
    return { column, row, origin, marks };
  });
}

/** The number of sheets along one side. */
function countAlong(length: number, size: number, overlap: number): number {
  return length <= size ? 1 : Math.ceil((length - overlap) / (size - overlap));
}

function quartersOf(start: number, length: number): readonly [number, number] {
  return [start + length / 4, start + (length * 3) / 4];
}
