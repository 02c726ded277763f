import { expect, test } from 'vitest';
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

type Schema = Readonly<Record<string, unknown>>;

/** RFC 3986, section 2.1: a character of three UTF-8 bytes takes nine bytes in a form; JSON punctuation takes three. */
const BYTES_PER_CHARACTER = 9;
const BYTES_PER_PUNCTUATION = 3;
/** `-1.2345678901234567e+300`, its plus sign escaped. */
const BYTES_PER_NUMBER = 26;
/** The largest body of any operation. It limits the geometries of map objects, together with their number of points. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * Length in bytes of the longest value of a schema, as JSON in a form field; Infinity if only the body limit applies.
 */
function maxBytes(schema: Schema, defs: Readonly<Record<string, Schema>>): number {
  const { $ref, anyOf, oneOf, type, format } = schema;
  if (typeof $ref === 'string') return maxBytes(defs[$ref.split('/').at(-1) ?? ''] ?? {}, defs);
  const choices = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return Math.max(...choices.map((choice) => maxBytes(choice, defs)));
  const values = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[];
  if (values !== undefined)
    return Math.max(...values.map((value) => formEncodedLength(JSON.stringify(value))));
  // Files are not part of this limit.
  if (format === 'binary') return 0;
  if (type === 'string')
    return 2 * BYTES_PER_PUNCTUATION + Number(schema.maxLength ?? Infinity) * BYTES_PER_CHARACTER;
  if (type === 'array') {
    const item = maxBytes((schema.items ?? {}) as Schema, defs);
    const items = (schema.prefixItems as readonly Schema[] | undefined)?.map((one) => maxBytes(one, defs));
    const maxListBytes = Number(schema.maxItems) * (item + BYTES_PER_PUNCTUATION);
    return (
      2 * BYTES_PER_PUNCTUATION +
      (items?.reduce((sum, one) => sum + one + BYTES_PER_PUNCTUATION, 0) ?? maxListBytes)
    );
  }
  if (type === 'object') return 2 * BYTES_PER_PUNCTUATION + maxFieldBytes(schema, defs);
  return BYTES_PER_NUMBER;
}

function maxFieldBytes(
  { properties = {}, ...schema }: Schema,
  defs: Readonly<Record<string, Schema>>,
): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(properties as Record<string, Schema>))
    bytes += formEncodedLength(JSON.stringify(name)) + 2 * BYTES_PER_PUNCTUATION + maxBytes(value, defs);
  const { propertyNames, additionalProperties, maxProperties } = schema as Record<string, Schema>;
  if (typeof maxProperties === 'number' && typeof additionalProperties === 'object')
    bytes += maxProperties * (maxBytes(propertyNames ?? {}, defs) + maxBytes(additionalProperties, defs));
  return bytes;
}

const formEncodedLength = (text: string): number => encodeURIComponent(text).length;

const operations: readonly Operation[] = Object.values(OPERATIONS);

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s declares enough bytes for its longest payload',
  (_, { payload, bodyBytes = LIMITS.bodyBytes, access }) => {
    const schema = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }) as Schema;
    const bytes = maxBytes(schema, (schema.$defs ?? {}) as Readonly<Record<string, Schema>>);
    expect(bytes).toBeGreaterThan(0);
    expect(Math.min(bytes, MAX_BODY_BYTES)).toBeLessThanOrEqual(bodyBytes);
    expect(bodyBytes).toBeLessThanOrEqual(access === 'public' ? LIMITS.bodyBytes : MAX_BODY_BYTES);
  },
);
