import { COMMON_ERRORS, ERRORS, type ErrorEntry } from '@wakeline/contract/errors';
import { operationPath } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

const document = JSON.parse([...openApiDocument('/service')].join(''));

test('describes the errors of every operation: in the envelope, and by their HTTP status', () => {
  // The errors with an HTTP status in the contract.
  const entries: [string, ErrorEntry][] = COMMON_ERRORS.map((name) => [name, ERRORS[name]]);
  const statuses = new Set(entries.flatMap(([, { status }]) => status ?? []));
  expect([...statuses].sort()).toEqual(expect.arrayContaining([400, 404, 413, 429, 503]));
  for (const operation of Object.values(OPERATIONS)) {
    const { errors } = operation;
    const { responses } = document.paths[`/service/${operationPath(operation)}`].post;
    for (const status of statuses) {
      const named = entries.filter(([, entry]) => entry.status === status).map(([error]) => error);
      const [shape, only] = responses[status].content['application/json'].schema.allOf;
      expect(shape).toEqual({ $ref: '#/components/schemas/Refusal' });
      expect(only.properties.error.enum).toEqual(named);
    }
    const { schema } = responses[200].content['application/json'];
    if (schema.oneOf === undefined) {
      expect(schema).toEqual({ $ref: '#/components/schemas/Failure' });
      continue;
    }
    const [success, failure] = schema.oneOf;
    expect(success.properties.result_code).toEqual({ const: '000' });
    expect(failure.allOf[0]).toEqual({ $ref: '#/components/schemas/Failure' });
    expect(failure.allOf[1].properties.result.properties.error.enum).toEqual(
      expect.arrayContaining([...errors, 'session-gone', 'internal']),
    );
  }
});

test('states the maximum body size of each operation', () => {
  expect(document.paths['/service/logout'].post.description).toContain('at most 16 KiB');
  expect(document.paths['/service/createFence'].post.description).toContain('at most 1024 KiB');
  expect(document.paths['/service/importTrack'].post.description).toContain('with its file 65600 KiB');
});

test('references only schemas of the document', () => {
  const text = JSON.stringify(document);
  const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)));
});
