import { parse } from 'node:querystring';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkDepth } from './json-depth.ts';

/**
 * Registers the parsers for JSON and form bodies. The route sets the maximum length; a body whose parsing would cost many
 * times its length is refused before it is parsed.
 *
 * Failures: `body-malformed`; `body-too-complex` for nesting that is too deep or too many fields.
 */
export function acceptBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request: FastifyRequest, body: string, done) => {
      checkDepth(body);
      parseJson(request, body, done);
    },
  );
  fastify.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => {
      if (countFields(body) > LIMITS.formFields) throw new NamedError('body-too-complex');
      return parse(body, '&', '=', { maxKeys: 0 });
    },
  );
  // Fastify accepts plain text by default; every other content type is refused.
  fastify.removeContentTypeParser('text/plain');
}

function countFields(form: string): number {
  let fields = 1;
  for (let at = form.indexOf('&'); at >= 0 && fields <= LIMITS.formFields; at = form.indexOf('&', at + 1))
    fields += 1;
  return fields;
}
