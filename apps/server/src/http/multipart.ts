import { NamedError } from '@wakeline/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Teaches `fastify` multipart/form-data (RFC 7578): the body is read whole, under the limit of its operation, and
 * taken apart by the platform's own parser. A file is a `File`; who takes none refuses it.
 *
 * Failures: `body-malformed` for a body that is broken or ends before its closing boundary.
 */
export function acceptMultipart(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer<ArrayBuffer>) =>
      readParts(request.headers['content-type'] ?? '', body),
  );
}

async function readParts(
  contentType: string,
  body: Buffer<ArrayBuffer>,
): Promise<Record<string, string | File>> {
  const parts = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new NamedError('body-malformed');
    });
  const fields: Record<string, string | File> = Object.create(null);
  for (const [name, value] of parts) fields[name] = value;
  return fields;
}
