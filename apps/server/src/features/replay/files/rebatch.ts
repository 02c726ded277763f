/** Regroups items into batches of `size`; the last batch may be smaller. */
export async function* rebatch<T>(
  batches: AsyncIterable<readonly T[]>,
  size: number,
): AsyncGenerator<readonly T[]> {
  let pending: T[] = [];
  for await (const batch of batches) {
    for (const item of batch) {
      pending.push(item);
      if (pending.length < size) continue;
      yield pending;
      pending = [];
    }
  }
  if (pending.length > 0) yield pending;
}
