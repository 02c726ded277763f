import type { PlaneSheetField } from '@wakeline/contract/aviation/plane-import';
import { readSheet } from '../../../sheet-import/read-sheet.ts';
import type { EvaluatedPlane } from './evaluate-plane.ts';

const PROGRAM = new URL('./plane-sheet-process.ts', import.meta.url);

/** Reads a spreadsheet of planes in a child process: see `readSheet`. */
export function readPlaneSheet(
  request: Parameters<typeof readSheet>[1],
  signal?: AbortSignal,
): ReturnType<typeof readSheet<PlaneSheetField, EvaluatedPlane>> {
  return readSheet<PlaneSheetField, EvaluatedPlane>(PROGRAM, request, signal);
}
