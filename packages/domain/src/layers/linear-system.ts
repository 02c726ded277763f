/** A pivot below this share of the largest coefficient means that the equations do not determine the unknowns. */
const SINGULAR_PIVOT = 1e-11;

/**
 * Solves `matrix` x = `right` for one or more right sides (columns of `right`) by Gaussian elimination with partial
 * pivoting. The inputs are not changed.
 *
 * @returns rows of the solution; null if the matrix is singular
 */
export function solveLinearSystem(
  matrix: readonly (readonly number[])[],
  right: readonly (readonly number[])[],
): number[][] | null {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [...row, ...(right[index] ?? [])]);
  const limit = SINGULAR_PIVOT * Math.max(...matrix.flat().map(Math.abs));
  for (let column = 0; column < size; column += 1) {
    const pivot = takePivot(rows, column);
    if (pivot === null || !(Math.abs(pivot[column] ?? 0) > limit)) return null;
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      if (factor === 0) continue;
      for (let at = column; at < row.length; at += 1) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, index) => row.slice(size).map((value) => value / (row[index] ?? 1)));
}

/** Swaps the row with the largest coefficient of this column to the diagonal. */
function takePivot(rows: number[][], column: number): number[] | null {
  let best = column;
  for (let index = column + 1; index < rows.length; index += 1)
    if (Math.abs(rows[index]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = index;
  const [pivot, replaced] = [rows[best], rows[column]];
  if (pivot === undefined || replaced === undefined) return null;
  rows[best] = replaced;
  rows[column] = pivot;
  return pivot;
}
