import type { ErrorName } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type ParticipantForm, participantForm } from '@wakeline/contract/matches/participants';
import type { ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import type { Gender } from '@wakeline/contract/people/people';
import { describeProblem } from '@wakeline/contract/problem';
import { findCountry } from '@wakeline/domain/people/countries';
import { readDateCell, readIdentifierCell, readTextCell } from '@wakeline/formats/spreadsheets/read-cell';
import type { SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import { findGender } from '../../../people/genders.ts';
import {
  CELL_ERRORS,
  type CellFailure,
  type CheckedRow,
  cellsByField,
  textsOf,
} from '../../../sheet-import/checked-row.ts';
import type { RowOptions } from '../../../sheet-import/serve-sheet.ts';
import { formatTimeOfDay, readTimeOfDay } from './time-of-day.ts';

/** A start: epoch milliseconds, or milliseconds of the day. */
export type ReadStart = { readonly time: number } | { readonly ofDay: number };

/** Values of a row. Class, course and device are still texts; empty: none. */
export interface ParticipantValues {
  readonly form: Pick<ParticipantForm, 'number' | 'participantName' | 'club' | 'nationality' | 'gender'>;
  readonly className: string;
  readonly courseName: string;
  readonly start: ReadStart | null;
  readonly tracker: string;
}

export type EvaluatedParticipant = CheckedRow<ParticipantSheetField, ParticipantValues>;

type Failure = CellFailure<ParticipantSheetField>;

/** What must have all of its digits. */
const IDENTIFIERS: ReadonlySet<ParticipantSheetField> = new Set(['number', 'tracker']);

/** Checks the cells of a row. */
export function evaluateParticipant(
  sheetRow: SheetRow,
  options: RowOptions<ParticipantSheetField>,
): EvaluatedParticipant {
  const { fields, language } = options;
  const byField = cellsByField(sheetRow, fields);
  const failures: Failure[] = [];
  const fail = (field: ParticipantSheetField, error: ErrorName, reason: string | null = null) =>
    void failures.push({ field, error, reason, otherRow: null });

  /** Null: the cell has an error. */
  function textOf(field: ParticipantSheetField): string | null {
    const cell = byField.get(field);
    const result = IDENTIFIERS.has(field) ? readIdentifierCell(cell) : readTextCell(cell);
    if ('value' in result) return result.value?.trim() ?? '';
    fail(field, CELL_ERRORS[result.error]);
    return null;
  }
  function checked(field: 'number' | 'participantName' | 'club' | 'className'): string {
    const text = textOf(field);
    if (text === null) return '';
    // A class may be missing; its name is as long as that of a participant.
    const shape = participantForm.shape[field === 'className' ? 'participantName' : field];
    const problem = field === 'className' && text === '' ? null : describeProblem(shape, text, language);
    if (problem !== null) fail(field, 'field-invalid', problem);
    return text;
  }
  function found<Value>(
    field: ParticipantSheetField,
    error: ErrorName,
    { find, none }: { readonly find: (text: string) => Value | null; readonly none: Value },
  ): Value {
    const text = textOf(field) ?? '';
    if (text === '') return none;
    const value = find(text);
    if (value === null) fail(field, error);
    return value ?? none;
  }
  function startOf(): ReadStart | null {
    const cell = byField.get('startTime');
    const ofDay = readTimeOfDay(cell);
    if (ofDay !== null) return { ofDay };
    const result = readDateCell(cell, options);
    if ('error' in result) {
      fail('startTime', CELL_ERRORS[result.error]);
      return null;
    }
    const problem = describeProblem(participantForm.shape.startTime, result.value, language);
    if (problem !== null) fail('startTime', 'field-invalid', problem);
    return result.value === null ? null : { time: result.value };
  }

  const values: ParticipantValues = {
    form: {
      number: checked('number'),
      participantName: checked('participantName'),
      club: checked('club'),
      nationality: found('nationality', 'nationality-unknown', { find: findCountry, none: '' }),
      gender: found<Gender>('gender', 'gender-unknown', { find: findGender, none: 'unspecified' }),
    },
    className: checked('className'),
    courseName: '',
    start: startOf(),
    tracker: (textOf('tracker') ?? '').slice(0, LIMITS.name),
  };
  const texts = textsOf(byField);
  const { start } = values;
  return {
    row: sheetRow.row,
    // A time without a date is a date in 1899 for spreadsheet programs.
    texts: start !== null && 'ofDay' in start ? { ...texts, startTime: formatTimeOfDay(start.ofDay) } : texts,
    values: failures.length > 0 ? null : values,
    failures,
  };
}
