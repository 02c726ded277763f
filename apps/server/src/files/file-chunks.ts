import { NamedError } from '@wakeline/contract/errors';

const MEGABYTE = 1_048_576;
/** Characters that are buffered before they are written: each write yields to the event loop. */
const CHUNK_CHARACTERS = 65_536;

/** Passes bytes on. @throws NamedError `export-too-large` above `maxBytes` */
export async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new NamedError('export-too-large', { max: Math.floor(maxBytes / MEGABYTE) });
    yield chunk;
  }
}

/**
 * Encodes texts for a file: small texts are combined, large ones are separate chunks.
 *
 * @throws NamedError `export-too-large` above `maxBytes`
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
    if (bytes > maxBytes) throw new NamedError('export-too-large', { max: Math.floor(maxBytes / MEGABYTE) });
    return content;
  };
  for await (const text of texts) {
    buffered.push(text);
    characters += text.length;
    if (characters >= CHUNK_CHARACTERS) yield takeChunk();
  }
  yield takeChunk();
}
