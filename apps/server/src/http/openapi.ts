import { COMMON_ERRORS, ERRORS, type ErrorName, SUCCESS_CODE } from '@wakeline/contract/errors';
import type { Access, Operation } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import { z } from 'zod';
import { SESSION_COOKIE } from './credential.ts';

/** The service as an OpenAPI 3.1 document, made from the contract. */
export function openApiDocument(prefix: string): Record<string, unknown> {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wakeline',
      version: '1',
      description:
        'Every call is a POST with its fields form-encoded (a nested value is JSON in its field), as JSON, or as ' +
        'multipart. Every answer is an envelope with HTTP status 200; `000` is success. Where an operation answers ' +
        'bytes, its success is no envelope but `application/octet-stream`; its failures are envelopes.',
    },
    paths: Object.fromEntries(
      operations.map((operation) => [`${prefix}/${operation.name}`, path(operation)]),
    ),
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function path(operation: Operation): Record<string, unknown> {
  const payload = z.toJSONSchema(operation.payload, { io: 'input', unrepresentable: 'any' });
  const result = z.toJSONSchema(operation.result, { unrepresentable: 'any' });
  const content = { schema: payload };
  return {
    post: {
      operationId: operation.name,
      summary: operation.summary,
      description: `${accessSentence(operation.access)}\n\n${errorLines(operation)}`,
      security: operation.access === 'public' ? [] : [{ cookie: [] }, { token: [] }],
      requestBody: {
        content:
          operation.uploadBytes === undefined
            ? {
                'application/x-www-form-urlencoded': content,
                'application/json': content,
                'multipart/form-data': content,
              }
            : { 'multipart/form-data': content },
      },
      responses: {
        200:
          operation.answers === 'bytes'
            ? {
                description: 'The bytes, or the envelope of a failure.',
                content: {
                  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
                  'application/json': { schema: envelopeOf(FAILURE) },
                },
              }
            : {
                description: 'The envelope.',
                content: { 'application/json': { schema: envelopeOf(result) } },
              },
      },
    },
  };
}

/** The result of a call that failed. */
const FAILURE = {
  type: 'object',
  required: ['error', 'details'],
  properties: { error: { type: 'string' }, details: { type: 'object' } },
};

function envelopeOf(result: unknown): Record<string, unknown> {
  return {
    type: 'object',
    required: ['result_code', 'result_msg', 'result'],
    properties: {
      result_code: { type: 'string', description: `\`${SUCCESS_CODE}\`, or the code of a failure` },
      result_msg: { type: 'string' },
      result,
    },
  };
}

/** Who may call, in a sentence. */
export function accessSentence(access: Access): string {
  if (access === 'public') return 'Anybody may call it.';
  if (access === 'session') return 'Whoever is signed in may call it.';
  if (access === 'person') return 'Whoever is signed in may call it; a program with a token may not.';
  const role = access.role === null ? '' : ` with the function \`${access.role}\``;
  const program = access.person === true ? '; a program with a token may not' : '';
  return `A signed-in ${access.permission} or above${role} may call it${program}.`;
}

/** The failures of an operation of its own, then those of any call. */
export function errorsOf(operation: Operation): readonly ErrorName[] {
  return [...operation.errors, ...COMMON_ERRORS];
}

function errorLines(operation: Operation): string {
  return operation.errors
    .map((name) => `- \`${name}\` (${ERRORS[name].code}): ${ERRORS[name].en}`)
    .join('\n');
}
