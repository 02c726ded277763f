import multipart from '@fastify/multipart';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** No operation has as many fields, nor as long a name of one. */
const MOST_FIELDS = 200;
const LONGEST_FIELD_NAME = 100;

/** Teaches `fastify` multipart/form-data. */
export async function acceptMultipart(fastify: FastifyInstance): Promise<void> {
  await fastify.register(multipart, {
    limits: {
      fieldNameSize: LONGEST_FIELD_NAME,
      fieldSize: LIMITS.bodyBytes,
      fields: MOST_FIELDS,
      files: 0,
      parts: MOST_FIELDS,
    },
  });
}

/**
 * The fields of a multipart body. The parser bounds each part; here all of them together are.
 *
 * @throws NamedError `body-too-large`; `field-invalid` for a file where no operation takes one; the parser's own
 * errors for a body that is broken or ends before its closing boundary.
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null);
  let bytes = 0;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      part.file.resume();
      throw new NamedError('field-invalid', { field: part.fieldname, reason: 'file' });
    }
    const text = String(part.value);
    bytes += Buffer.byteLength(text);
    if (bytes > LIMITS.bodyBytes || part.valueTruncated) throw new NamedError('body-too-large');
    fields[part.fieldname] = text;
  }
  return fields;
}
