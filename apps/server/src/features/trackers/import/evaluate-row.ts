import { trackerForm } from '@wakeline/contract/entities/tracker';
import type { ErrorName } from '@wakeline/contract/errors';
import { describeProblem } from '@wakeline/contract/problem';
import type { DeviceSheetField } from '@wakeline/contract/trackers/import';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import {
  type CellResult,
  readDateCell,
  readIdentifierCell,
  readTextCell,
} from '@wakeline/formats/spreadsheets/read-cell';
import type { SheetRow } from '@wakeline/formats/spreadsheets/sheet-cell';
import {
  CELL_ERRORS,
  type CellFailure,
  type CheckedRow,
  cellsByField,
  textsOf,
} from '../../../sheet-import/checked-row.ts';
import type { RowOptions } from '../../../sheet-import/serve-sheet.ts';
import { fromSheetDate } from '../validity-date.ts';

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

export type EvaluatedRow = CheckedRow<DeviceSheetField, DeviceValues>;

/** Fields whose value is checked by the schema of the form. */
const TEXT_FIELDS = ['trackerName', 'imei', 'label', 'model', 'iotCard', 'password', 'note'] as const;
/** Numbers of devices and cards must have all of their digits. */
const IDENTIFIERS: ReadonlySet<DeviceSheetField> = new Set(['imei', 'label', 'iotCard', 'password']);

/** Checks the cells of a row. */
export function evaluateRow(sheetRow: SheetRow, options: RowOptions<DeviceSheetField>): EvaluatedRow {
  const { row } = sheetRow;
  const byField = cellsByField(sheetRow, options.fields);
  const failures: CellFailure<DeviceSheetField>[] = [];
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
  return { row, texts: textsOf(byField), values: failures.length === 0 ? values : null, failures };
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
