import type { Operation, OperationGroup } from './operation.ts';
import type { Operations } from './operations.ts';

/** Operations by name. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** The sub-prefixes of the operations of a table, for those that have one. */
export type GroupsOf<Table extends OperationTable> = {
  readonly [Name in keyof Table as OperationGroup extends Table[Name]['group']
    ? Name
    : never]: OperationGroup;
};

/**
 * Sub-prefixes of the contract's operations, for callers that do not load their schemas. A missing one does not
 * compile.
 */
export const GROUPS: GroupsOf<Operations> = {};
