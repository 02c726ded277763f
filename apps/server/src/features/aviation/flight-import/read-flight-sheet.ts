import type { FlightSheetField } from '@wakeline/contract/aviation/flight-import';
import { readSheet } from '../../../sheet-import/read-sheet.ts';
import type { EvaluatedFlight } from './evaluate-flight.ts';

const PROGRAM = new URL('./flight-sheet-process.ts', import.meta.url);

/** Reads a spreadsheet of flights in a child process: see `readSheet`. */
export function readFlightSheet(
  request: Parameters<typeof readSheet>[1],
  signal?: AbortSignal,
): ReturnType<typeof readSheet<FlightSheetField, EvaluatedFlight>> {
  return readSheet<FlightSheetField, EvaluatedFlight>(PROGRAM, request, signal);
}
