/**
 * Binary search: the first index for which `isBefore` is false, or `length`. Indexes for which it is true must come
 * first. O(log n).
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
