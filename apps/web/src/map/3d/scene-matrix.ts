/** A 4 by 4 matrix, column by column, as WebGL has it. */
export type Matrix = ArrayLike<number>;

/**
 * The matrix of a frame for positions that are counted from `origin` (map's square) and whose heights are metres: all in
 * 64 bits, so that what is near the camera does not tremble when it comes to the graphics card with 32.
 *
 * @param perMetre one metre of height on the map's square.
 */
export function relativeMatrix(matrix: Matrix, x: number, y: number, perMetre: number): Float64Array {
  const out = new Float64Array(16);
  for (let row = 0; row < 4; row += 1) {
    const [a, b, c, d] = [0, 4, 8, 12].map((column) => matrix[column + row] ?? 0) as [
      number,
      number,
      number,
      number,
    ];
    out[row] = a;
    out[4 + row] = b;
    out[8 + row] = c * perMetre;
    out[12 + row] = a * x + b * y + d;
  }
  return out;
}

/** What a matrix makes of a place: x, y, z and w before the division. */
export function transform(
  matrix: Matrix,
  x: number,
  y: number,
  z: number,
): [x: number, y: number, z: number, w: number] {
  const row = (at: number) =>
    (matrix[at] ?? 0) * x + (matrix[4 + at] ?? 0) * y + (matrix[8 + at] ?? 0) * z + (matrix[12 + at] ?? 0);
  return [row(0), row(1), row(2), row(3)];
}

/** A number as two of 32 bits whose sum it is, to some 48 bits. */
export function split(value: number): [high: number, low: number] {
  const high = Math.fround(value);
  return [high, Math.fround(value - high)];
}
