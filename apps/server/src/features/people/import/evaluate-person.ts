import type { ErrorName } from '@wakeline/contract/errors';
import { type Gender, type PersonForm, personForm } from '@wakeline/contract/people/people';
import type { PersonSheetField } from '@wakeline/contract/people/people-import';
import { describeProblem } from '@wakeline/contract/problem';
import { findCountry } from '@wakeline/domain/people/countries';
import { readIdentifierCell, readTextCell } from '@wakeline/formats/spreadsheets/read-cell';
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

/** Values of a row. Device and communication account are still texts; empty: none. */
export interface PersonValues {
  readonly form: Omit<PersonForm, 'trackerId' | 'communicationAccountId' | 'photoUrl'>;
  readonly tracker: string;
  readonly communicationAccount: string;
}

export type EvaluatedPerson = CheckedRow<PersonSheetField, PersonValues>;

/** What must have all of its digits. */
const IDENTIFIERS: ReadonlySet<PersonSheetField> = new Set([
  'raceNumber',
  'phone',
  'communicationAccount',
  'emergencyContactPhone',
]);

/** Fields that are stored as they are written. */
type TextField = keyof PersonForm &
  (
    | 'raceNumber'
    | 'personName'
    | 'phone'
    | 'emergencyContactName'
    | 'emergencyContactPhone'
    | 'club'
    | 'note'
  );

/** Checks the cells of a row. */
export function evaluatePerson(
  sheetRow: SheetRow,
  { fields, language }: RowOptions<PersonSheetField>,
): EvaluatedPerson {
  const byField = cellsByField(sheetRow, fields);
  const failures: CellFailure<PersonSheetField>[] = [];
  const fail = (field: PersonSheetField, error: ErrorName, reason: string | null = null) =>
    void failures.push({ field, error, reason, otherRow: null });

  function textOf(field: PersonSheetField): string {
    const cell = byField.get(field);
    const result = IDENTIFIERS.has(field) ? readIdentifierCell(cell) : readTextCell(cell);
    if ('value' in result) return result.value?.trim() ?? '';
    fail(field, CELL_ERRORS[result.error]);
    return '';
  }
  function checked(field: TextField): string {
    const failuresBefore = failures.length;
    const text = textOf(field);
    if (failures.length > failuresBefore) return '';
    const problem = describeProblem(personForm.shape[field], text, language);
    if (problem !== null) fail(field, 'field-invalid', problem);
    return text;
  }
  /** A text that stands for one of several values; empty, or failed: the value without one. */
  function found<Value>(
    field: PersonSheetField,
    error: ErrorName,
    { find, none }: { readonly find: (text: string) => Value | null; readonly none: Value },
  ): Value {
    const text = textOf(field);
    if (text === '') return none;
    const value = find(text);
    if (value === null) fail(field, error);
    return value ?? none;
  }
  function readAge(): number | null {
    const text = textOf('age');
    if (text === '') return null;
    const age = Number(text);
    const problem = describeProblem(personForm.shape.age, age, language);
    if (problem !== null) fail('age', 'field-invalid', problem);
    return age;
  }

  const form = {
    raceNumber: checked('raceNumber'),
    personName: checked('personName'),
    gender: found<Gender>('gender', 'gender-unknown', { find: findGender, none: 'unspecified' }),
    age: readAge(),
    nationality: found('nationality', 'nationality-unknown', { find: findCountry, none: null }),
    phone: checked('phone'),
    emergencyContactName: checked('emergencyContactName'),
    emergencyContactPhone: checked('emergencyContactPhone'),
    club: checked('club'),
    note: checked('note'),
  };
  const values = {
    form,
    tracker: textOf('trackerName'),
    communicationAccount: textOf('communicationAccount'),
  };
  return {
    row: sheetRow.row,
    texts: textsOf(byField),
    values: failures.length > 0 ? null : values,
    failures,
  };
}
