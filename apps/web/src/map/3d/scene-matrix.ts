/** A 4 by 4 matrix in column-major order, as in WebGL. */
export type Matrix = ArrayLike<number>;

/**
 * The matrix of a frame for positions relative to an origin on the map square, with heights in metres. It is computed
 * in 64 bits, so that objects near the camera do not jitter in the 32 bits of the graphics card.
 *
 * @param perMetre one metre of height on the map square
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

/** Applies a matrix to a point: x, y, z and w before the perspective division. */
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

/** Splits a number into two 32-bit floats with the same sum, to about 48 bits. */
export function split(value: number): [high: number, low: number] {
  const high = Math.fround(value);
  return [high, Math.fround(value - high)];
}
