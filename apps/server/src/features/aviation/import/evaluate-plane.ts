import type { PlaneSheetField } from '@wakeline/contract/aviation/plane-import';
import { planeForm } from '@wakeline/contract/aviation/planes';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ErrorName } from '@wakeline/contract/errors';
import { describeProblem } from '@wakeline/contract/problem';
import type { AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';
import { readIdentifierCell, readTextCell } from '@wakeline/formats/spreadsheets/read-cell';
import type { SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import {
  CELL_ERRORS,
  type CellFailure,
  type CheckedRow,
  cellsByField,
  textsOf,
} from '../../../sheet-import/checked-row.ts';
import type { RowOptions } from '../../../sheet-import/serve-sheet.ts';
import { KINDS } from '../plane-columns.ts';

/** Values of a row. Group and device are still texts; empty: none. */
export interface PlaneValues {
  readonly tailNumber: string;
  readonly hexAddress: string | null;
  readonly kind: AircraftKind;
  readonly model: string;
  readonly layout: string;
  readonly group: string;
  readonly tracker: string;
  readonly note: string;
}

export type EvaluatedPlane = CheckedRow<PlaneSheetField, PlaneValues>;

/** What must have all of its digits: a hex address can look like a number. */
const IDENTIFIERS: ReadonlySet<PlaneSheetField> = new Set(['tailNumber', 'hexAddress']);

/** Checks the cells of a row. */
export function evaluatePlane(
  sheetRow: SheetRow,
  { fields, language }: RowOptions<PlaneSheetField>,
): EvaluatedPlane {
  const byField = cellsByField(sheetRow, fields);
  const failures: CellFailure<PlaneSheetField>[] = [];
  const fail = (field: PlaneSheetField, error: ErrorName, reason: string | null = null) =>
    void failures.push({ field, error, reason, otherRow: null });

  function textOf(field: PlaneSheetField): string {
    const cell = byField.get(field);
    const result = IDENTIFIERS.has(field) ? readIdentifierCell(cell) : readTextCell(cell);
    if ('value' in result) return result.value?.trim() ?? '';
    fail(field, CELL_ERRORS[result.error]);
    return '';
  }
  function checked(field: 'tailNumber' | 'hexAddress' | 'model' | 'layout' | 'note'): string {
    const failuresBefore = failures.length;
    const text = textOf(field);
    if (failures.length > failuresBefore || (text === '' && field !== 'tailNumber')) return '';
    const problem = describeProblem(planeForm.shape[field], text, language);
    if (problem !== null) fail(field, 'field-invalid', problem);
    return text;
  }

  const tailNumber = checked('tailNumber').toUpperCase();
  const hexAddress = checked('hexAddress').toLowerCase() || null;
  const kindText = textOf('kind');
  const kind = findKind(kindText);
  if (kind === null && !failures.some(({ field }) => field === 'kind')) fail('kind', 'aircraft-kind-unknown');
  const [model, layout, note] = [checked('model'), checked('layout'), checked('note')];
  const [group, tracker] = [textOf('groupName'), textOf('trackerName')];
  const values = { tailNumber, hexAddress, model, layout, group, tracker, note };
  return {
    row: sheetRow.row,
    texts: textsOf(byField),
    values: failures.length > 0 || kind === null ? null : { ...values, kind },
    failures,
  };
}

/** A kind by its name in any language or in the contract, without case. */
function findKind(text: string): AircraftKind | null {
  const wanted = text.toLowerCase();
  const kinds = Object.entries<Readonly<Record<Language, string>>>(KINDS);
  const found = kinds.find(([kind, names]) =>
    [kind, ...Object.values(names)].some((name) => name.toLowerCase() === wanted),
  );
  return (found?.[0] as AircraftKind | undefined) ?? null;
}
