/**
 * Binary search: the first index that is not before what is looked for, `length` where all are. What is before must stand in front of
 * what is not. O(log n).
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean, from = 0): number {
  let low = from;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
