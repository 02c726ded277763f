import { expect, test } from 'vitest';
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

type Schema = Readonly<Record<string, unknown>>;

/** RFC 3986, section 2.1: a character of three bytes in UTF-8 becomes nine in a form; what JSON is written with becomes three. */
const PER_CHARACTER = 9;
const PER_SIGN = 3;
/** `-1.2345678901234567e+300`, its plus sign escaped. */
const PER_NUMBER = 26;
/** Bytes that any body may have: the shapes of an account's map are bounded by them, and by a number of their points. */
const MOST = 1_048_576;

/** Bytes of the longest value of a schema, as JSON in a form field; infinity where only the body is a bound. */
function longest(schema: Schema, defs: Readonly<Record<string, Schema>>): number {
  const { $ref, anyOf, oneOf, type, format } = schema;
  if (typeof $ref === 'string') return longest(defs[$ref.split('/').at(-1) ?? ''] ?? {}, defs);
  const choices = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return Math.max(...choices.map((choice) => longest(choice, defs)));
  const values = (schema.enum ?? (schema.const === undefined ? undefined : [schema.const])) as unknown[];
  if (values !== undefined) return Math.max(...values.map((value) => inForm(JSON.stringify(value))));
  // A file is no part of these bytes.
  if (format === 'binary') return 0;
  if (type === 'string') return 2 * PER_SIGN + Number(schema.maxLength ?? Infinity) * PER_CHARACTER;
  if (type === 'array') {
    const item = longest((schema.items ?? {}) as Schema, defs);
    const items = (schema.prefixItems as readonly Schema[] | undefined)?.map((one) => longest(one, defs));
    const most = Number(schema.maxItems) * (item + PER_SIGN);
    return 2 * PER_SIGN + (items?.reduce((all, one) => all + one + PER_SIGN, 0) ?? most);
  }
  if (type === 'object') return 2 * PER_SIGN + fieldsOf(schema, defs);
  return PER_NUMBER;
}

function fieldsOf({ properties = {}, ...schema }: Schema, defs: Readonly<Record<string, Schema>>): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(properties as Record<string, Schema>))
    bytes += inForm(JSON.stringify(name)) + 2 * PER_SIGN + longest(value, defs);
  const { propertyNames, additionalProperties, maxProperties } = schema as Record<string, Schema>;
  if (typeof maxProperties === 'number' && typeof additionalProperties === 'object')
    bytes += maxProperties * (longest(propertyNames ?? {}, defs) + longest(additionalProperties, defs));
  return bytes;
}

const inForm = (text: string): number => encodeURIComponent(text).length;

const operations: readonly Operation[] = Object.values(OPERATIONS);

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s declares as many bytes as its longest payload has',
  (_, { payload, bodyBytes = LIMITS.bodyBytes, access }) => {
    const schema = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' }) as Schema;
    const bytes = longest(schema, (schema.$defs ?? {}) as Readonly<Record<string, Schema>>);
    expect(bytes).toBeGreaterThan(0);
    expect(Math.min(bytes, MOST)).toBeLessThanOrEqual(bodyBytes);
    expect(bodyBytes).toBeLessThanOrEqual(access === 'public' ? LIMITS.bodyBytes : MOST);
  },
);
