import { z } from 'zod';
import { checkDepth } from './json-depth.ts';

type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** Converts the texts of a form to the JSON types that the schema of each field accepts. */
export type FormReader = (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/**
 * Creates the reader of an operation's form fields. Texts are converted to what the payload's schema accepts: numbers,
 * booleans from `true` and `false`, lists and objects from JSON. A text that cannot be converted stays a text, so the
 * schema reports the error. An empty field becomes null if null is accepted, and is omitted if text is not.
 */
export function createFormReader(payload: z.ZodObject): FormReader {
  const { properties = {} } = z.toJSONSchema(payload, { io: 'input', unrepresentable: 'any' });
  const types = new Map(Object.entries(properties).map(([name, schema]) => [name, typesOf(schema)]));
  return (fields) => {
    const result: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(fields)) {
      const acceptedTypes = types.get(name);
      const parsed =
        typeof value === 'string' && acceptedTypes !== undefined ? parseText(value, acceptedTypes) : value;
      if (parsed !== undefined) result[name] = parsed;
    }
    return result;
  };
}

function typesOf(schema: unknown): ReadonlySet<JsonType> {
  if (typeof schema !== 'object' || schema === null) return new Set();
  const { type, anyOf, oneOf, allOf, enum: values, const: value } = schema as Record<string, unknown>;
  const types = new Set<JsonType>();
  for (const typeName of [type].flat()) if (isJsonType(typeName)) types.add(typeName);
  if (type === 'integer') types.add('number');
  for (const subschema of [anyOf, oneOf, allOf].flat())
    for (const subtype of typesOf(subschema)) types.add(subtype);
  const literals = Array.isArray(values) ? values : [];
  for (const literal of value === undefined ? literals : [value]) {
    const name = literal === null ? 'null' : typeof literal;
    if (isJsonType(name)) types.add(name);
  }
  return types;
}

function isJsonType(name: unknown): name is JsonType {
  return (
    name === 'string' ||
    name === 'number' ||
    name === 'boolean' ||
    name === 'null' ||
    name === 'object' ||
    name === 'array'
  );
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function parseText(text: string, types: ReadonlySet<JsonType>): unknown {
  if (text === '') {
    if (types.has('null')) return null;
    return types.has('string') ? text : undefined;
  }
  if (types.has('string')) return text;
  if (types.has('null') && text === 'null') return null;
  if (types.has('number') && NUMBER.test(text)) return Number(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.has('object') || types.has('array')) return parseJson(text);
  return text;
}

/** @throws NamedError `body-too-complex` */
function parseJson(text: string): unknown {
  checkDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
