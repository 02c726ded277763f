import { NamedError } from '@wakeline/contract/errors';

const MEGABYTE = 1_048_576;
/** Characters that are put together before they are written: writing lets others have their turn. */
const PIECE = 65_536;

/**
 * Bytes of texts, for a file: small ones together, a large one by itself.
 *
 * @throws NamedError `export-too-large` at the first beyond `most` bytes
 */
export async function* filePieces(texts: AsyncIterable<string>, most: number): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let characters = 0;
  let bytes = 0;
  const piece = () => {
    const content = Buffer.from(waiting.join(''));
    waiting = [];
    characters = 0;
    bytes += content.byteLength;
    if (bytes > most) throw new NamedError('export-too-large', { most: Math.floor(most / MEGABYTE) });
    return content;
  };
  for await (const text of texts) {
    waiting.push(text);
    characters += text.length;
    if (characters >= PIECE) yield piece();
  }
  yield piece();
}
