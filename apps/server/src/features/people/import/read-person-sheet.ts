import type { PersonSheetField } from '@wakeline/contract/people/people-import';
import { readSheet } from '../../../sheet-import/read-sheet.ts';
import type { EvaluatedPerson } from './evaluate-person.ts';

const PROGRAM = new URL('./person-sheet-process.ts', import.meta.url);

/** Reads a spreadsheet of people in a child process: see `readSheet`. */
export function readPersonSheet(
  request: Parameters<typeof readSheet>[1],
  signal?: AbortSignal,
): ReturnType<typeof readSheet<PersonSheetField, EvaluatedPerson>> {
  return readSheet<PersonSheetField, EvaluatedPerson>(PROGRAM, request, signal);
}
