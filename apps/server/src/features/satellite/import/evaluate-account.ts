import type { Language } from '@wakeline/contract/entities/user-config';
import type { ErrorName } from '@wakeline/contract/errors';
import { describeProblem } from '@wakeline/contract/problem';
import { bdUserForm } from '@wakeline/contract/satellite/accounts';
import type { AccountSheetField } from '@wakeline/contract/satellite/import';
import { fitsNetwork } from '@wakeline/domain/satellite/card-number';
import { hasGateway, type SatelliteNetwork } from '@wakeline/domain/satellite/networks';
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
import { GATEWAYS, NETWORKS } from '../account-columns.ts';
import type { AccountDetails } from '../check-account.ts';

/** Values of a row. Columns that the sheet lacks are left out; the device is still a text. */
export interface AccountValues {
  readonly bdUserName: string;
  readonly cardNumber: string;
  readonly network: SatelliteNetwork;
  /** Name or IMEI; empty: none. */
  readonly tracker?: string;
  readonly details: Partial<Omit<AccountDetails, 'bdUserName' | 'trackerId'>>;
  /** Null: none. */
  readonly password: string | null;
}

export type EvaluatedAccount = CheckedRow<AccountSheetField, AccountValues>;

const NUMBERS = ['level', 'bits', 'frequency', 'cardKind'] as const;
/** What must have all of its digits. */
const IDENTIFIERS: ReadonlySet<AccountSheetField> = new Set(['cardNumber', 'password', ...NUMBERS]);

/** Checks the cells of a row. */
export function evaluateAccount(
  sheetRow: SheetRow,
  { fields, language }: RowOptions<AccountSheetField>,
): EvaluatedAccount {
  const byField = cellsByField(sheetRow, fields);
  const failures: CellFailure<AccountSheetField>[] = [];
  const fail = (field: AccountSheetField, error: ErrorName, reason: string | null = null) =>
    void failures.push({ field, error, reason, otherRow: null });

  /** Null: the cell has an error. */
  function textOf(field: AccountSheetField): string | null {
    const cell = byField.get(field);
    const result = IDENTIFIERS.has(field) ? readIdentifierCell(cell) : readTextCell(cell);
    if ('value' in result) return result.value ?? '';
    fail(field, CELL_ERRORS[result.error]);
    return null;
  }
  function checked(field: 'bdUserName' | 'cardNumber' | 'note' | 'password'): string {
    const text = textOf(field);
    if (text === null) return '';
    const isEmpty = text === '' && (field === 'note' || field === 'password');
    const problem = isEmpty ? null : describeProblem(bdUserForm.shape[field], text, language);
    if (problem !== null) fail(field, 'field-invalid', problem);
    return text;
  }
  function numberOf(field: (typeof NUMBERS)[number]): number | null {
    const text = textOf(field);
    if (text === null || text === '') return null;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : text;
    const problem = describeProblem(bdUserForm.shape[field], value, language);
    if (problem !== null) fail(field, 'field-invalid', problem);
    return typeof value === 'number' ? value : null;
  }
  function choiceOf<Choice extends string>(
    field: 'network' | 'gateway',
    names: Readonly<Record<Choice, Readonly<Record<Language, string>>>>,
    error: ErrorName,
  ): Choice | null {
    const text = textOf(field);
    if (text === null || (text === '' && field === 'gateway')) return null;
    const choice = findChoice(text, names);
    if (choice === null) fail(field, error);
    return choice;
  }

  const bdUserName = checked('bdUserName');
  const cardNumber = checked('cardNumber');
  const network = choiceOf('network', NETWORKS, 'network-unknown');
  const tracker = byField.has('trackerName') ? textOf('trackerName') : undefined;
  const details: { -readonly [Name in keyof AccountValues['details']]: AccountValues['details'][Name] } = {};
  for (const field of NUMBERS) if (byField.has(field)) details[field] = numberOf(field);
  if (byField.has('gateway')) details.gateway = choiceOf('gateway', GATEWAYS, 'terminal-gateway-unknown');
  if (byField.has('note')) details.note = checked('note');
  const password = checked('password') || null;
  if (network !== null && failures.length === 0) {
    if (!fitsNetwork(cardNumber, network)) fail('cardNumber', 'card-network-mismatch');
    const { gateway = null } = details;
    if (gateway !== null && !hasGateway(network, gateway)) fail('gateway', 'terminal-gateway-mismatch');
  }
  const isValid = failures.length === 0 && network !== null && tracker !== null;
  const named = { bdUserName, cardNumber, details, password, ...(tracker != null && { tracker }) };
  return {
    row: sheetRow.row,
    texts: textsOf(byField),
    values: isValid ? { ...named, network } : null,
    failures,
  };
}

/** A choice by its name in any language or in the contract, without case. */
function findChoice<Choice extends string>(
  text: string,
  names: Readonly<Record<Choice, Readonly<Record<Language, string>>>>,
): Choice | null {
  const wanted = text.toLowerCase();
  const found = Object.entries<Readonly<Record<Language, string>>>(names).find(([choice, localized]) =>
    [choice, ...Object.values(localized)].some((name) => name.toLowerCase() === wanted),
  );
  return (found?.[0] as Choice | undefined) ?? null;
}
