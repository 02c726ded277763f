/** Edges of a row in its list, pixels from the start of the list's content. */
export interface RowEdges {
  readonly top: number;
  readonly bottom: number;
}

interface ListSpace {
  /** Height that the list may take, and the part of it that a sticky header covers. */
  readonly height: number;
  readonly header: number;
}

/** Rounding of positions in a page that is scaled. */
const TOLERANCE = 1;

/**
 * The part of a list that shows complete rows only, from a row on: where the list is scrolled to, and its height. Rows near the
 * end are preceded by others so that the space is used. A row that is higher than the space is cut off.
 */
export function fitCompleteRows(
  rows: readonly RowEdges[],
  first: number,
  { height, header }: ListSpace,
): { readonly first: number; readonly scrollTop: number; readonly height: number; readonly isEnd: boolean } {
  const space = height - header + TOLERANCE;
  const end = rows.at(-1)?.bottom ?? 0;
  let start = Math.max(0, Math.min(first, rows.length - 1));
  while (start > 0 && end - (rows[start - 1]?.top ?? 0) <= space) start -= 1;
  const top = start === 0 ? header : (rows[start]?.top ?? 0);
  const isEnd = end - top <= space;
  const bottom = rows.findLast((row) => row.bottom - top <= space)?.bottom ?? top;
  return {
    ...{ first: start, scrollTop: top - header, isEnd },
    height: bottom <= top ? height : Math.min(height, bottom - top + header),
  };
}

/** The row that is nearest to the upper edge of a list. */
export function nearestRow(rows: readonly RowEdges[], scrollTop: number, header: number): number {
  const distances = rows.map(({ top }) => Math.abs(top - header - scrollTop));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
