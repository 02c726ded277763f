/** What a field takes, in words, from its JSON schema: `text, 1 to 64 characters`, `whole number or null`. */
export function inWords(schema: unknown): string {
  const { type, anyOf, enum: values, const: value, properties, items, ...more } = Object(schema) as Schema;
  if (anyOf !== undefined) return anyOf.map(inWords).join(' or ');
  if (values !== undefined) return values.map((literal) => JSON.stringify(literal)).join(' or ');
  if (value !== undefined) return JSON.stringify(value);
  switch (type) {
    case 'string':
      return `text${range(more.minLength, more.maxLength, ' characters')}${more.pattern === undefined ? '' : `, like ${more.pattern}`}`;
    case 'integer':
      return `whole number${range(more.exclusiveMinimum === 0 ? 1 : more.minimum, more.maximum, '')}`;
    case 'object':
      return properties === undefined ? 'object' : `object {${Object.keys(properties).join(', ')}}`;
    case 'array':
      return `list of ${inWords(items)}${range(more.minItems, more.maxItems, ' of them')}`;
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

function range(least: number | undefined, most: number | undefined, of: string): string {
  // The greatest safe integer is JavaScript's limit, not the field's.
  const upTo = most === undefined || most === Number.MAX_SAFE_INTEGER ? null : most;
  if (least === undefined && upTo === null) return '';
  if (upTo === null) return `, from ${least}${of}`;
  return least === undefined ? `, at most ${upTo}${of}` : `, ${least} to ${upTo}${of}`;
}
