import { trackerForm } from '@wakeline/contract/entities/tracker';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ErrorName } from '@wakeline/contract/errors';
import { describeProblem } from '@wakeline/contract/problem';
import type { DeviceSheetField } from '@wakeline/contract/trackers/import';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import {
  type CellError,
  type CellResult,
  type DateOptions,
  readDateCell,
  readIdentifierCell,
  readTextCell,
} from '@wakeline/formats/spreadsheets/read-cell';
import type { SheetCell, SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import { fromSheetDate } from '../validity-date.ts';

/** Error of a cell. */
export interface CellFailure {
  readonly field: DeviceSheetField;
  readonly error: ErrorName;
  /** Why a value is not valid, if the error does not say; in the reader's language. */
  readonly reason: string | null;
  /** Another row that the error is about; null: none. */
  readonly otherRow: number | null;
}

/** Values of a row; group and icon are still names. */
export interface DeviceValues {
  readonly trackerName: string;
  readonly imei: string;
  readonly label: string;
  readonly model: string;
  readonly group: string;
  readonly icon: string;
  readonly protocol: ProtocolName | null;
  readonly iotCard: string;
  readonly password: string | null;
  readonly validUntil: number | null;
  readonly note: string;
}

/** A row that was checked as far as possible without the database. */
export interface EvaluatedRow {
  readonly row: number;
  /** Texts of the cells, to be displayed and written again. */
  readonly texts: Readonly<Partial<Record<DeviceSheetField, string>>>;
  /** Null if a cell has an error. */
  readonly values: DeviceValues | null;
  readonly failures: readonly CellFailure[];
}

export interface EvaluationOptions extends DateOptions {
  /** The field of each column. */
  readonly fields: readonly (DeviceSheetField | null)[];
  readonly language: Language;
}

const CELL_ERRORS: Readonly<Record<CellError, ErrorName>> = {
  formula: 'cell-formula',
  merged: 'cell-merged',
  error: 'cell-error',
  rounded: 'cell-rounded',
  date: 'cell-date',
};

/** Fields whose value is checked by the schema of the form. */
const TEXT_FIELDS = ['trackerName', 'imei', 'label', 'model', 'iotCard', 'password', 'note'] as const;
/** Numbers of devices and cards must have all of their digits. */
const IDENTIFIERS: ReadonlySet<DeviceSheetField> = new Set(['imei', 'label', 'iotCard', 'password']);

/** Checks the cells of a row. */
export function evaluateRow({ row, cells }: SheetRow, options: EvaluationOptions): EvaluatedRow {
  const byField = new Map<DeviceSheetField, SheetCell>();
  for (const [column, field] of options.fields.entries())
    if (field !== null) byField.set(field, cells[column] ?? null);
  const failures: CellFailure[] = [];
  const fail = (field: DeviceSheetField, error: ErrorName, reason: string | null = null) =>
    void failures.push({ field, error, reason, otherRow: null });

  function take<Value>(field: DeviceSheetField, result: CellResult<Value>): Value | null {
    if ('value' in result) return result.value;
    fail(field, CELL_ERRORS[result.error]);
    return null;
  }
  const textOf = (field: DeviceSheetField): string =>
    take(
      field,
      IDENTIFIERS.has(field) ? readIdentifierCell(byField.get(field)) : readTextCell(byField.get(field)),
    ) ?? '';

  const texts: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {};
  for (const field of TEXT_FIELDS) {
    const failuresBefore = failures.length;
    const text = textOf(field);
    texts[field] = text;
    const isOptional = text === '' && field !== 'trackerName' && field !== 'imei';
    if (isOptional || failures.length > failuresBefore) continue;
    const problem = describeProblem(trackerForm.shape[field], text, options.language);
    if (problem !== null) fail(field, 'field-invalid', problem);
  }
  const protocolText = textOf('protocol');
  const protocol = findProtocol(protocolText);
  if (protocol === undefined) fail('protocol', 'protocol-unknown');
  const [group, icon] = [textOf('group'), textOf('icon')];
  const validityOptions = {
    ...options,
    localToUtc: (localMs: number) => options.localToUtc(fromSheetDate(localMs)),
  };
  const validUntil = take('validUntil', readDateCell(byField.get('validUntil'), validityOptions));
  // Texts can have any year.
  if (!trackerForm.shape.validUntil.safeParse(validUntil).success) fail('validUntil', 'cell-date');
  const {
    trackerName = '',
    imei = '',
    label = '',
    model = '',
    iotCard = '',
    password = '',
    note = '',
  } = texts;
  const others = { group, icon, protocol: protocol ?? null, validUntil };
  const values = { trackerName, imei, label, model, iotCard, password: password || null, note, ...others };
  return { row, texts: toTexts(byField), values: failures.length === 0 ? values : null, failures };
}

/** Null for an empty text, undefined for an unknown protocol. `JT/T 808` is `jt808`. */
function findProtocol(text: string): ProtocolName | null | undefined {
  if (text === '') return null;
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^jtt/, 'jt');
  return PROTOCOL_NAMES.find((protocol) => protocol === name);
}

function toTexts(byField: ReadonlyMap<DeviceSheetField, SheetCell>): EvaluatedRow['texts'] {
  const texts: Partial<Record<DeviceSheetField, string>> = {};
  for (const [field, cell] of byField) {
    const result = readTextCell(cell);
    texts[field] = 'value' in result ? (result.value ?? '') : '';
  }
  return texts;
}
