import {
  COMMON_ERRORS,
  ERRORS,
  type ErrorEntry,
  type ErrorName,
  SUCCESS_CODE,
} from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type Access, type Operation, operationPath } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import type { Roles } from '@wakeline/contract/roles';
import { z } from 'zod';
import { SESSION_COOKIE } from './credential.ts';

/**
 * The service as an OpenAPI 3.1 document, generated from the contract: a text in as many parts as there are operations,
 * because all of it takes a second.
 */
export function* openApiDocument(
  prefix: string,
  operations: readonly Operation[] = Object.values(OPERATIONS),
): Generator<string> {
  const head = JSON.stringify(HEAD);
  yield `${head.slice(0, -1)},"paths":{`;
  for (const [index, operation] of operations.entries()) {
    const name = JSON.stringify(`${prefix}/${operationPath(operation)}`);
    yield `${index === 0 ? '' : ','}${name}:${JSON.stringify(path(operation))}`;
  }
  yield '}}';
}

function path(operation: Operation): Record<string, unknown> {
  const payload = z.toJSONSchema(operation.payload, { io: 'input', unrepresentable: 'any' });
  const result = z.toJSONSchema(operation.result, { unrepresentable: 'any' });
  const content = { schema: payload };
  return {
    post: {
      operationId: operation.name,
      summary: operation.summary,
      description: `${describeAccess(operation.access)} ${describeBodyLimit(operation)}\n\n${describeErrors(operation)}`,
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
          operation.responseType === 'bytes'
            ? {
                description: 'The bytes, or the envelope of a failure.',
                content: {
                  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
                  'application/json': { schema: FAILURE },
                },
              }
            : {
                description: 'The envelope: of the result, or of a failure.',
                content: {
                  'application/json': {
                    schema: { oneOf: [envelopeOf({ const: SUCCESS_CODE }, result), failureOf(operation)] },
                  },
                },
              },
        ...REFUSAL_RESPONSES,
      },
    },
  };
}

const FAILURE = { $ref: '#/components/schemas/Failure' };

/** The envelope of a failure, limited to the errors of the operation. */
function failureOf(operation: Operation): Record<string, unknown> {
  const names = errorsOf(operation).filter((name) => statusOf(name) === undefined);
  const error = { type: 'string', enum: names };
  return { allOf: [FAILURE, { properties: { result: { properties: { error } } } }] };
}

/** The envelope of any failure (`Failure`), and the body of failures with an HTTP status (`Refusal`). */
const SCHEMAS = {
  Failure: envelopeOf(
    { type: 'string', not: { const: SUCCESS_CODE } },
    {
      type: 'object',
      required: ['error', 'details'],
      properties: {
        error: { type: 'string' },
        details: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
      },
    },
  ),
  Refusal: {
    type: 'object',
    required: ['error', 'message'],
    properties: { error: { type: 'string' }, message: { type: 'string' } },
  },
};

/** Failures of any call that have an HTTP status, by status. */
const REFUSAL_RESPONSES = Object.fromEntries(
  [...new Set(COMMON_ERRORS.map(statusOf))]
    .filter((status) => status !== undefined)
    .map((status) => [status, refusalResponse(status)]),
);

function refusalResponse(status: number): Record<string, unknown> {
  const names = COMMON_ERRORS.filter((name) => statusOf(name) === status);
  const error = { properties: { error: { enum: names } } };
  return {
    description: names.map((name) => `\`${name}\`: ${ERRORS[name].en}`).join('. '),
    content: {
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, error] } },
    },
  };
}

function statusOf(name: ErrorName): number | undefined {
  const entry: ErrorEntry = ERRORS[name];
  return entry.status;
}

function envelopeOf(code: unknown, result: unknown): Record<string, unknown> {
  return {
    type: 'object',
    required: ['result_code', 'result_msg', 'result'],
    properties: { result_code: code, result_msg: { type: 'string' }, result },
  };
}

/** Who can call an operation, as a sentence. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'Public: requires no sign-in.';
  if (access === 'session') return 'Requires a signed-in user.';
  if (access === 'person') return 'Requires a signed-in user; API tokens are not accepted.';
  const { permission, roles, multiTrackerRoles, person } = access;
  const role = roles === null ? '' : ` with the function ${anyOf(roles)}`;
  const multiTrackerNote =
    multiTrackerRoles === undefined ? '' : `; for several devices also ${anyOf(multiTrackerRoles)}`;
  const programNote = person === true ? '; API tokens are not accepted' : '';
  return `Requires the permission ${permission} or above${role}${multiTrackerNote}${programNote}.`;
}

function anyOf(roles: Roles): string {
  return roles.map((role) => `\`${role}\``).join(' or ');
}

/** The maximum size of an operation's body, as a sentence. */
export function describeBodyLimit({ bodyBytes = LIMITS.bodyBytes, uploadBytes }: Operation): string {
  const limit = `The body is at most ${bodyBytes / 1_024} KiB`;
  return uploadBytes === undefined ? `${limit}.` : `${limit}, with its file ${uploadBytes / 1_024} KiB.`;
}

/** The errors of an operation, followed by those of any operation. */
export function errorsOf(operation: Operation): readonly ErrorName[] {
  return [...operation.errors, ...COMMON_ERRORS];
}

function describeErrors(operation: Operation): string {
  return operation.errors
    .map((name) => `- \`${name}\` (${ERRORS[name].code}): ${ERRORS[name].en}`)
    .join('\n');
}

/** Everything but the paths. */
const HEAD = {
  openapi: '3.1.0',
  info: {
    title: 'Wakeline',
    version: '1',
    description:
      'Every call is a POST with its fields form-encoded (a nested value is JSON in its field), as JSON, or as ' +
      'multipart. Every response is an envelope with HTTP status 200; `000` is success. Where an operation returns ' +
      'bytes, its success is not an envelope but `application/octet-stream`; its failures are envelopes.',
  },
  components: {
    schemas: SCHEMAS,
    securitySchemes: {
      cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      token: { type: 'http', scheme: 'bearer' },
    },
  },
};
