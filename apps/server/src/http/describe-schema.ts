/** Describes the values of a field from its JSON schema: `text, 1 to 64 characters`, `integer or null`. */
export function describeSchema(schema: unknown): string {
  const { type, anyOf, enum: values, const: value, properties, items, ...more } = Object(schema) as Schema;
  if (anyOf !== undefined) return anyOf.map(describeSchema).join(' or ');
  if (values !== undefined) return values.map((literal) => JSON.stringify(literal)).join(' or ');
  if (value !== undefined) return JSON.stringify(value);
  switch (type) {
    case 'string':
      return `text${describeRange(more.minLength, more.maxLength, ' characters')}${more.pattern === undefined ? '' : `, like ${more.pattern}`}`;
    case 'integer':
      return `integer${describeRange(more.exclusiveMinimum === 0 ? 1 : more.minimum, more.maximum, '')}`;
    case 'object':
      return properties === undefined ? 'object' : `object {${Object.keys(properties).join(', ')}}`;
    case 'array':
      return `list of ${describeSchema(items)}${describeRange(more.minItems, more.maxItems, ' items')}`;
    default:
      return type ?? 'anything';
  }
}

interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: object;
  readonly items?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): string {
  // The maximum safe integer is JavaScript's limit, not the field's.
  const effectiveMax = max === undefined || max === Number.MAX_SAFE_INTEGER ? null : max;
  if (min === undefined && effectiveMax === null) return '';
  if (effectiveMax === null) return `, from ${min}${unit}`;
  return min === undefined ? `, at most ${effectiveMax}${unit}` : `, ${min} to ${effectiveMax}${unit}`;
}
