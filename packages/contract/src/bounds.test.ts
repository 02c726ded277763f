import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What holds others in JSON Schema 2020-12, as a list or by name. */
const NESTED_KEYWORDS = ['items', 'additionalProperties', 'anyOf', 'allOf', 'oneOf', 'prefixItems'] as const;

/** Paths of lists, texts and records of any length. */
function findUnbounded(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((subschema) => findUnbounded(subschema, path));
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems, maxLength, maxProperties, format, ...rest } = schema as Schema;
  const isEnum = 'enum' in rest || 'const' in rest;
  const found: string[] = [];
  if (type === 'array' && typeof maxItems !== 'number') found.push(path);
  // A file is bounded by the bytes of its request.
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

test('whatever a caller sends has an end: each list, text and record says how much it takes', () => {
  const operations: readonly Operation[] = Object.values(OPERATIONS);
  const found = operations.flatMap(({ name, payload }) =>
    findUnbounded(z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }), name),
  );
  expect(found).toEqual([]);
});

test('a list that is too long is one mistake, however many of its elements are wrong', () => {
  const read = OPERATIONS.editNoticeConf.payload.safeParse({ popup: Array(250_000).fill('x') });
  expect(read.error?.issues).toHaveLength(1);
  expect(read.error?.issues[0]).toMatchObject({ code: 'too_big', path: ['popup'] });
});
