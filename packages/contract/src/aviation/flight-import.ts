import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { SHEET_IMPORT, sheetImportResult } from '../sheet-import.ts';
import { createFlight } from './flights.ts';

/** Columns of a spreadsheet of flights, in the order of the template. Places are codes or names. */
export const FLIGHT_SHEET_FIELDS = [
  'flightNumber',
  'tailNumber',
  'departure',
  'arrival',
  'takeoffTime',
  'arrivalTime',
  'alternate',
  'peopleOnBoard',
  'note',
] as const;
export type FlightSheetField = (typeof FLIGHT_SHEET_FIELDS)[number];

export const batchCreateFlights = operation({
  name: 'batchCreateFlights',
  summary:
    'Creates the flights of an .xlsx or .csv file, with times in the time zone of the account. Without `save` it only checks the complete file and stores nothing; with `save` it starts a batch task, which stores all valid rows at once and returns the others as a spreadsheet.',
  access: createFlight.access,
  ...SHEET_IMPORT,
  result: sheetImportResult(FLIGHT_SHEET_FIELDS),
});

export const getFlightTemplate = operation({
  name: 'getFlightTemplate',
  summary: 'A spreadsheet for `batchCreateFlights` with headings and an example.',
  access: batchCreateFlights.access,
  effect: 'none',
  responseType: 'bytes',
  payload: z.object({ uid, lang: z.enum(LANGUAGES).describe('language of headings') }),
  result: z.instanceof(Uint8Array).describe('an .xlsx file; failures are JSON'),
  errors: [],
});
