import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

/** File extensions that the dialog offers; the server checks the content. */
export const SHEET_EXTENSIONS = ['.xlsx', '.csv'] as const;

export interface SheetLimit {
  readonly bytes: number;
  /** Of a larger file. */
  readonly error: ErrorName;
}

const SHEET_LIMIT: SheetLimit = { bytes: LIMITS.sheetBytes, error: 'sheet-too-large' };

/** The error that the server would return for a file; null: accepted. */
export function validateSheet(
  { name, size }: Pick<File, 'name' | 'size'>,
  limit: SheetLimit = SHEET_LIMIT,
): NamedError | null {
  const lower = name.toLowerCase();
  if (lower.endsWith('.xls')) return new NamedError('sheet-legacy');
  if (!SHEET_EXTENSIONS.some((extension) => lower.endsWith(extension))) return new NamedError('sheet-type');
  if (size > limit.bytes) return new NamedError(limit.error);
  return size === 0 ? new NamedError('sheet-empty') : null;
}
