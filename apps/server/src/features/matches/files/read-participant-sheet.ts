import type { ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import { readSheet } from '../../../sheet-import/read-sheet.ts';
import type { EvaluatedParticipant } from './evaluate-participant.ts';

const PROGRAM = new URL('./participant-sheet-process.ts', import.meta.url);

/** Reads a spreadsheet of participants in a child process: see `readSheet`. */
export function readParticipantSheet(
  request: Parameters<typeof readSheet>[1],
  signal?: AbortSignal,
): ReturnType<typeof readSheet<ParticipantSheetField, EvaluatedParticipant>> {
  return readSheet<ParticipantSheetField, EvaluatedParticipant>(PROGRAM, request, signal);
}
