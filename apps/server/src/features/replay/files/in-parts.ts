/** The same things, `most` at once, and what is left at the end. */
export async function* inParts<T>(
  pieces: AsyncIterable<readonly T[]>,
  most: number,
): AsyncGenerator<readonly T[]> {
  let waiting: T[] = [];
  for await (const some of pieces) {
    for (const one of some) {
      waiting.push(one);
      if (waiting.length < most) continue;
      yield waiting;
      waiting = [];
    }
  }
  if (waiting.length > 0) yield waiting;
}
