/** Compresses text with gzip. Chromium compresses each part while it is written, so parts are to be small. */
export async function compress(parts: AsyncIterable<string>): Promise<Uint8Array<ArrayBuffer>> {
  const gzip = new CompressionStream('gzip');
  const result = new Response(gzip.readable).bytes();
  // A failure rejects the result as well.
  result.catch(() => undefined);
  const writer = gzip.writable.getWriter();
  const encoder = new TextEncoder();
  for await (const part of parts) await writer.write(encoder.encode(part));
  await writer.close();
  return result;
}

export function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
