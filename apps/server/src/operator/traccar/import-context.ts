import type { Language } from '@wakeline/contract/entities/user-config';
import type { NamedError } from '@wakeline/contract/errors';
import type { Role } from '@wakeline/contract/roles';
import type { Tx } from '../../db/database.ts';
import type { Identities } from './identities.ts';
import { REASONS, type Reason } from './reasons.ts';
import type { ImportReport } from './report.ts';

/** Runs a change as a whole or not at all. */
export type Step = <Result>(change: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** What the import of each kind of object needs. */
export interface ImportContext {
  readonly step: Step;
  readonly accountId: number;
  /** The account's holder, as the creator of users. */
  readonly holder: { readonly userId: number; readonly language: Language };
  /** Functions that imported users get. */
  readonly roles: readonly Role[];
  readonly identities: Identities;
  readonly report: ImportReport;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The reason for the report if an object was refused by its own rules.
 *
 * @throws the error if it has another cause: the import cannot continue.
 */
export function refusalOf(error: NamedError): Reason {
  const { errorName } = error;
  if (Object.hasOwn(REASONS, errorName)) return errorName as Reason;
  throw error;
}
