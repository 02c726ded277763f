import type { ErrorName } from '@wakeline/contract/errors';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import type { Role } from '@wakeline/contract/roles';

/** The caller for whom a payload is made: it names objects of this user or account. */
export interface Owner {
  readonly userId: number;
  readonly accountId: number;
}

/** How to call an operation so that only missing rights can refuse it. */
export interface Row<Name extends OperationName> {
  /** Creates new objects for each call, because calls can delete them. */
  payload(owner: Owner): Promise<PayloadInput<Operations[Name]>>;
  /** If no payload can succeed: the error that proves sufficient rights. */
  readonly expectedError?: ErrorName;
  /** Functions that permit the operation, but not the object of the payload: the error, or the details of `not-allowed`. */
  readonly refusalWithRole?: Readonly<Partial<Record<Role, ErrorName | object>>>;
  /** The error for a caller of another account: the same as for an unknown id. Null: the payload has no id. */
  readonly otherAccountError: ErrorName | null;
}

/** A function that all callers have: a token cannot have a function that its owner lacks. */
export const COMMON_ROLE: Role = 'eob_plugin_ground_support';

/** A row for each operation of the contract: a missing one does not compile. */
export type Rows = { readonly [Name in OperationName]: Row<Name> };

/** A row whose payload has no ids. */
export function rowWithoutIds<Name extends OperationName>(
  payload: () => PayloadInput<Operations[Name]>,
): Row<Name> {
  return { payload: async () => payload(), otherAccountError: null };
}
