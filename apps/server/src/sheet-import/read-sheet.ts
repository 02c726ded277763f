import { type ProcessBudget, runInProcess } from '../child-processes/run-in-process.ts';
import type { SheetRequest, SheetResult } from './serve-sheet.ts';

/** 100,000 rows of 12 columns, read twice, take half a minute on a slow processor. Only some rows are in memory as objects. */
const BUDGET: ProcessBudget = { milliseconds: 120_000, megabytes: 256 };

/** Rows that are checked and stored together. Their message is received in one task, which delays reports. */
const BATCH_SIZE = 500;

/**
 * Reads a spreadsheet in a child process: first its head, then its rows.
 *
 * @param program a file that calls `serveSheet`
 * @throws NamedError for an error of the file, before it yields anything
 */
export function readSheet<Field extends string, Row>(
  program: URL,
  request: Omit<SheetRequest, 'batchSize'>,
  signal?: AbortSignal,
): AsyncGenerator<SheetResult<Field, Row>, void> {
  return runInProcess<SheetRequest, SheetResult<Field, Row>>({
    program,
    request: { ...request, batchSize: BATCH_SIZE },
    budget: BUDGET,
    budgetError: 'sheet-costly',
    signal,
  });
}
