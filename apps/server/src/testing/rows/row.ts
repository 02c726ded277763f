import type { ErrorName } from '@wakeline/contract/errors';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import type { Role } from '@wakeline/contract/roles';

/** The caller whom a payload is made for: it names things of theirs, or of their account. */
export interface Owner {
  readonly userId: number;
  readonly accountId: number;
}

/** How an operation is called so that nothing but rights can refuse it. */
export interface Row<Name extends OperationName> {
  /** What it names is made new for each call: calls that end things leave the others theirs. */
  payload(owner: Owner): Promise<PayloadInput<Operations[Name]>>;
  /** Where no payload can be right, the failure that says that rights were not what was missing. */
  readonly expectedError?: ErrorName;
  /** The failure that a caller of another account gets: the same as for an id that does not exist. Null: the payload names nothing. */
  readonly otherAccountError: ErrorName | null;
}

/** A function that every caller has for whom a payload is made: a token has no function that its owner lacks. */
export const COMMON_ROLE: Role = 'eob_plugin_visual_screen';

/** A row for each operation of the contract: a missing one does not compile. */
export type Rows = { readonly [Name in OperationName]: Row<Name> };

/** A row whose payload names nothing of anybody's. */
export function rowWithoutIds<Name extends OperationName>(
  payload: () => PayloadInput<Operations[Name]>,
): Row<Name> {
  return { payload: async () => payload(), otherAccountError: null };
}
