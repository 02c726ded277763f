import { type ProcessBudget, runInProcess } from '../../../child-processes/run-in-process.ts';
import type { DeviceSheetRequest, DeviceSheetResult } from './device-sheet-process.ts';

const PROGRAM = new URL('./device-sheet-process.ts', import.meta.url);

/** 100,000 rows of 12 columns, read twice, take half a minute on a slow processor. Only some rows are in memory as objects. */
const BUDGET: ProcessBudget = { milliseconds: 120_000, megabytes: 256 };

/** Rows that are checked and stored together. Their message is received in one task, which delays reports. */
const BATCH_SIZE = 500;

/**
 * Reads a spreadsheet of devices in a child process: first its head, then its rows.
 *
 * @throws NamedError for an error of the file, before it yields anything
 */
export function readDeviceSheet(
  request: Omit<DeviceSheetRequest, 'batchSize'>,
  signal?: AbortSignal,
): AsyncGenerator<DeviceSheetResult, void> {
  return runInProcess<DeviceSheetRequest, DeviceSheetResult>({
    program: PROGRAM,
    request: { ...request, batchSize: BATCH_SIZE },
    budget: BUDGET,
    budgetError: 'sheet-costly',
    signal,
  });
}
