import type { SheetCell } from './sheet-cell.ts';

/** A column that a sheet can have. */
export interface KnownColumn<Field extends string> {
  readonly field: Field;
  readonly required: boolean;
  /** Headings in any language; compared without case, spaces and punctuation. */
  readonly names: readonly string[];
}

export interface MatchedHeadings<Field extends string> {
  /** The field of each column of the sheet; null: not used. */
  readonly fields: readonly (Field | null)[];
  /** Headings without a field. */
  readonly unknown: readonly string[];
  /** Required fields without a column. */
  readonly missing: readonly Field[];
}

/** Finds the fields of the columns. Of two columns with the same heading the first one counts. */
export function matchHeadings<Field extends string>(
  headings: readonly SheetCell[],
  columns: readonly KnownColumn<Field>[],
): MatchedHeadings<Field> {
  const fieldByName = new Map(
    columns.flatMap(({ field, names }) => names.map((name) => [normalizeHeading(name), field] as const)),
  );
  const found = new Set<Field>();
  const unknown: string[] = [];
  const fields = headings.map((cell) => {
    if (typeof cell !== 'string') return null;
    const field = fieldByName.get(normalizeHeading(cell));
    if (field !== undefined && !found.has(field)) {
      found.add(field);
      return field;
    }
    unknown.push(cell);
    return null;
  });
  const missing = columns.filter(({ field, required }) => required && !found.has(field));
  return { fields, unknown, missing: missing.map(({ field }) => field) };
}

/** Full-width letters, units in brackets, asterisks of required columns, and case make no difference. */
function normalizeHeading(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\([^)]*\)\s*\*?\s*$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
