import type { AccountSheetField } from '@wakeline/contract/satellite/import';
import { readSheet } from '../../../sheet-import/read-sheet.ts';
import type { EvaluatedAccount } from './evaluate-account.ts';

const PROGRAM = new URL('./account-sheet-process.ts', import.meta.url);

/** Reads a spreadsheet of communication accounts in a child process: see `readSheet`. */
export function readAccountSheet(
  request: Parameters<typeof readSheet>[1],
  signal?: AbortSignal,
): ReturnType<typeof readSheet<AccountSheetField, EvaluatedAccount>> {
  return readSheet<AccountSheetField, EvaluatedAccount>(PROGRAM, request, signal);
}
