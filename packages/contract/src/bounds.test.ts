import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords of JSON Schema 2020-12 that contain subschemas. */
const NESTED_KEYWORDS = ['items', 'additionalProperties', 'anyOf', 'allOf', 'oneOf', 'prefixItems'] as const;

/** Paths of arrays, strings and records without a maximum length. */
function findUnbounded(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((subschema) => findUnbounded(subschema, path));
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems, maxLength, maxProperties, format, ...rest } = schema as Schema;
  const isEnum = 'enum' in rest || 'const' in rest;
  const found: string[] = [];
  if (type === 'array' && typeof maxItems !== 'number') found.push(path);
  // A file is limited by the size of its request.
  if (type === 'string' && !isEnum && typeof maxLength !== 'number' && format !== 'binary') found.push(path);
  const isRecord = 'propertyNames' in rest || typeof rest.additionalProperties === 'object';
  if (type === 'object' && isRecord && typeof maxProperties !== 'number') found.push(path);
  for (const key of NESTED_KEYWORDS) found.push(...findUnbounded(rest[key], path));
  for (const key of ['properties', '$defs']) {
    for (const [name, subschema] of Object.entries(rest[key] ?? {}))
      found.push(...findUnbounded(subschema, `${path}.${name}`));
  }
  return found;
}

test('every array, string and record of a payload has a maximum length', () => {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  const found = operations.flatMap(({ name, payload }) =>
    findUnbounded(z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }), name),
  );
  expect(found).toEqual([]);
});

test('reports a list that is too long as one issue, regardless of its invalid elements', () => {
  const read = OPERATIONS.editNoticeConf.payload.safeParse({ popup: Array(250_000).fill('x') });
  expect(read.error?.issues).toHaveLength(1);
  expect(read.error?.issues[0]).toMatchObject({ code: 'too_big', path: ['popup'] });
});
