/** Size of a chunk in characters: about what a connection accepts at once. */
const CHUNK_CHARACTERS = 65_536;

/** Yields the text of a list result while the list is read, followed by `total` and `otherFields`. */
export async function* listChunks(
  batches: AsyncIterable<readonly object[]>,
  otherFields: object,
): AsyncGenerator<string> {
  let chunk = '{"list":[';
  let total = 0;
  for await (const batch of batches) {
    for (const item of batch) {
      chunk += (total === 0 ? '' : ',') + JSON.stringify(item);
      total += 1;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield `${chunk}],${JSON.stringify({ total, ...otherFields }).slice(1)}`;
}
