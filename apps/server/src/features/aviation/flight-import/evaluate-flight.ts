import type { FlightSheetField } from '@wakeline/contract/aviation/flight-import';
import { flightForm } from '@wakeline/contract/aviation/flights';
import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { describeProblem } from '@wakeline/contract/problem';
import { readDateCell, readIdentifierCell, readTextCell } from '@wakeline/formats/spreadsheets/read-cell';
import type { SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import {
  CELL_ERRORS,
  type CellFailure,
  type CheckedRow,
  cellsByField,
  textsOf,
} from '../../../sheet-import/checked-row.ts';
import type { RowOptions } from '../../../sheet-import/serve-sheet.ts';

/** Values of a row. Plane, places and alternate are still texts; empty: none. */
export interface FlightValues {
  readonly flightNumber: string;
  readonly tailNumber: string;
  readonly departure: string;
  readonly arrival: string;
  /** Epoch milliseconds. */
  readonly takeoffTime: number;
  readonly arrivalTime: number;
  readonly alternate: string;
  readonly peopleOnBoard: number | null;
  readonly note: string;
}

export type EvaluatedFlight = CheckedRow<FlightSheetField, FlightValues>;

const HOUR_MS = 3_600_000;
const DIGITS = /^\d{1,9}$/;

/** Checks the cells of a row. */
export function evaluateFlight(sheetRow: SheetRow, options: RowOptions<FlightSheetField>): EvaluatedFlight {
  const { fields, language } = options;
  const byField = cellsByField(sheetRow, fields);
  const failures: CellFailure<FlightSheetField>[] = [];
  const fail = (field: FlightSheetField, error: ErrorName, reason: string | null = null) =>
    void failures.push({ field, error, reason, otherRow: null });

  function textOf(field: FlightSheetField): string | null {
    const cell = byField.get(field);
    const result = field === 'flightNumber' ? readIdentifierCell(cell) : readTextCell(cell);
    if ('value' in result) return result.value?.trim() ?? '';
    fail(field, CELL_ERRORS[result.error]);
    return null;
  }
  function checked(field: 'flightNumber' | 'note'): string {
    const text = textOf(field);
    if (text === null) return '';
    const problem = describeProblem(flightForm.shape[field], text, language);
    if (problem !== null) fail(field, 'field-invalid', problem);
    return text;
  }
  /** A code or name. */
  function nameOf(field: 'tailNumber' | 'departure' | 'arrival' | 'alternate'): string {
    return (textOf(field) ?? '').slice(0, LIMITS.name);
  }
  function timeOf(field: 'takeoffTime' | 'arrivalTime'): number {
    const result = readDateCell(byField.get(field), options);
    if ('error' in result) {
      fail(field, CELL_ERRORS[result.error]);
      return 0;
    }
    const problem = describeProblem(flightForm.shape[field], result.value ?? undefined, language);
    if (problem !== null) fail(field, 'field-invalid', problem);
    return result.value ?? 0;
  }
  function peopleOf(): number | null {
    const text = textOf('peopleOnBoard');
    if (text === null || text === '') return null;
    const people = DIGITS.test(text) ? Number(text) : Number.NaN;
    const problem = describeProblem(flightForm.shape.peopleOnBoard, people, language);
    if (problem !== null) fail('peopleOnBoard', 'field-invalid', problem);
    return people;
  }

  const values = {
    flightNumber: checked('flightNumber').toUpperCase(),
    tailNumber: nameOf('tailNumber').toUpperCase(),
    departure: nameOf('departure'),
    arrival: nameOf('arrival'),
    takeoffTime: timeOf('takeoffTime'),
    arrivalTime: timeOf('arrivalTime'),
    alternate: nameOf('alternate').toUpperCase(),
    peopleOnBoard: peopleOf(),
    note: checked('note'),
  };
  const duration = values.arrivalTime - values.takeoffTime;
  const hasTimes = !failures.some(({ field }) => field === 'takeoffTime' || field === 'arrivalTime');
  if (hasTimes && (duration <= 0 || duration > LIMITS.flightHours * HOUR_MS))
    fail('arrivalTime', 'flight-arrival');
  return {
    row: sheetRow.row,
    texts: textsOf(byField),
    values: failures.length > 0 ? null : values,
    failures,
  };
}
