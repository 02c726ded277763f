import { pipeline, type Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Columns of numbers become half as long at 3 ms of work a megabyte with Zstandard's level 1 (5 ms with its usual one, for
 * two hundredths less); with gzip it is 33 ms, so that a browser without Zstandard gets them as they are.
 */
const COMPRESSION_LEVEL = 1;

/** The body of an answer of bytes, packed where its reader can unpack it. Each piece goes out when it is there: none waits for the next. */
export function compressBytes(body: Readable, request: FastifyRequest, reply: FastifyReply): Readable {
  if (!acceptsZstd(request.headers['accept-encoding'])) return body;
  reply.header('content-encoding', 'zstd').header('vary', 'accept-encoding');
  const compressor = createZstdCompress({
    flush: constants.ZSTD_e_flush,
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL },
  });
  // Where one of them breaks off so does the other: its own reader is told.
  pipeline(body, compressor, () => undefined);
  return compressor;
}

/** RFC 9110, section 12.5.3: names with weights, of which 0 says no. */
function acceptsZstd(accepted: string | string[] | undefined): boolean {
  const encodings = String(accepted ?? '').split(',');
  return encodings.some((encoding) => {
    const [name, weight = '1'] = encoding.trim().split(/\s*;\s*q=/);
    return name === 'zstd' && Number(weight) > 0;
  });
}
