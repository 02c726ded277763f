import type { DeviceSheetField } from '@wakeline/contract/trackers/import';
import { readSheet } from '../../../sheet-import/read-sheet.ts';
import type { EvaluatedRow } from './evaluate-row.ts';

const PROGRAM = new URL('./device-sheet-process.ts', import.meta.url);

/** Reads a spreadsheet of devices in a child process: see `readSheet`. */
export function readDeviceSheet(
  request: Parameters<typeof readSheet>[1],
  signal?: AbortSignal,
): ReturnType<typeof readSheet<DeviceSheetField, EvaluatedRow>> {
  return readSheet<DeviceSheetField, EvaluatedRow>(PROGRAM, request, signal);
}
