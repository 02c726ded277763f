import type { Operation, OperationGroup } from './operation.ts';
import type { Operations } from './operations.ts';

/** Operations by name. */
export type OperationTable = Readonly<Record<string, Operation>>;

/** The sub-prefix of each operation of a table that has one. */
export type GroupsOf<Table extends OperationTable> = {
  readonly [Name in keyof Table as OperationGroup extends Table[Name]['group']
    ? Name
    : never]: OperationGroup;
};

/** The same of the contract's operations, for callers without their schemas. A missing one does not compile. */
export const GROUPS: GroupsOf<Operations> = {};
