import { NamedError } from '@wakeline/contract/errors';

const MEGABYTE = 1_048_576;
/** Characters that are put together before they are written: writing lets others have their turn. */
const CHUNK_CHARACTERS = 65_536;

/**
 * Bytes of texts, for a file: small ones together, a large one by itself.
 *
 * @throws NamedError `export-too-large` at the first beyond `most` bytes
 */
export async function* fileChunks(texts: AsyncIterable<string>, maxBytes: number): AsyncGenerator<Buffer> {
  let buffered: string[] = [];
  let characters = 0;
  let bytes = 0;
  const takeChunk = () => {
    const content = Buffer.from(buffered.join(''));
    buffered = [];
    characters = 0;
    bytes += content.byteLength;
    if (bytes > maxBytes) throw new NamedError('export-too-large', { most: Math.floor(maxBytes / MEGABYTE) });
    return content;
  };
  for await (const text of texts) {
    buffered.push(text);
    characters += text.length;
    if (characters >= CHUNK_CHARACTERS) yield takeChunk();
  }
  yield takeChunk();
}
