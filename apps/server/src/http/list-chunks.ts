/** Characters that are put together before they are sent: as much as a connection takes at once. */
const CHUNK_CHARACTERS = 65_536;

/** The text of a list's answer, `rest` behind it, while the list is read. */
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
