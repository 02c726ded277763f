import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Tx } from '../../db/database.ts';
import { type GroupTree, lockGroupTree } from '../../features/trackers/groups/group-tree.ts';
import { insertGroup } from '../../features/trackers/groups/groups.queries.ts';
import { recordOperator } from '../record.ts';
import { type ImportContext, refusalOf } from './import-context.ts';
import type { Note } from './report.ts';
import type { TraccarGroup } from './source.ts';
import { nameOf } from './texts.ts';

/** Imports groups, parents first. Names are unique in an account, not in Traccar: doubles get a number. */
export async function importGroups(context: ImportContext, groups: readonly TraccarGroup[]): Promise<void> {
  for (const { group, notes } of parentsFirst(groups)) await importGroup(context, group, notes);
}

interface OrderedGroup {
  readonly group: TraccarGroup;
  readonly notes: readonly Note[];
}

/** Groups whose parent is unknown or that are below themselves come as groups of the top level. */
function parentsFirst(groups: readonly TraccarGroup[]): readonly OrderedGroup[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const ordered = new Map<number, OrderedGroup>();
  const visit = (group: TraccarGroup, below: ReadonlySet<number>): void => {
    if (ordered.has(group.id)) return;
    const { parentId } = group;
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parentId === null) ordered.set(group.id, { group, notes: [] });
    else if (parent === undefined) ordered.set(group.id, atTop(group, 'parent-unknown'));
    else if (parent.id === group.id || below.has(parent.id))
      ordered.set(group.id, atTop(group, 'group-in-itself'));
    else {
      visit(parent, new Set([...below, group.id]));
      ordered.set(group.id, { group, notes: [] });
    }
  };
  for (const group of groups) visit(group, new Set());
  return [...ordered.values()];
}

function atTop(group: TraccarGroup, reason: 'parent-unknown' | 'group-in-itself'): OrderedGroup {
  return { group: { ...group, parentId: null }, notes: [{ reason }] };
}

async function importGroup(
  context: ImportContext,
  group: TraccarGroup,
  before: readonly Note[],
): Promise<void> {
  const { identities, report, step } = context;
  const { id, parentId } = group;
  const notes = [...before];
  const row = { kind: 'group' as const, id, name: group.name };
  const identity = identities.find('group', id);
  if (identity !== undefined) {
    if (!identity.exists) notes.splice(0, notes.length, { reason: 'deleted-here' });
    const outcome = identity.exists ? 'existing' : 'refused';
    report.add({ ...row, outcome, became: null, notes: identity.exists ? [] : notes });
    return;
  }
  const wanted = nameOf(group.name, id, notes);
  try {
    const name = await step((tx) => storeGroup(tx, context, { id, name: wanted, parentId, notes }));
    report.add({ ...row, outcome: 'imported', became: name, notes });
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    report.add({ ...row, outcome: 'refused', became: null, notes: [...notes, { reason: refusalOf(error) }] });
  }
}

interface NewGroup {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly notes: Note[];
}

async function storeGroup(
  tx: Tx,
  context: ImportContext,
  { id, name: wanted, parentId, notes }: NewGroup,
): Promise<string> {
  const { accountId, identities, now } = context;
  const tree = await lockGroupTree(tx, accountId);
  if (tree.size >= LIMITS.groupsPerAccount) throw new NamedError('group-limit');
  const parent = allowedParent(tree, identities.targetOf('group', parentId), notes);
  const name = await freeName(tx, accountId, wanted);
  if (name !== wanted) notes.push({ reason: 'name-changed', detail: name });
  const groupId = await insertGroup(tx, { accountId, name, parentId: parent });
  await recordOperator(tx, {
    accountId,
    now,
    command: 'import-traccar',
    target: name,
    after: { group: name },
  });
  await identities.add(tx, 'group', id, { type: 'group', id: groupId });
  return name;
}

/** The parent, or the nearest group above it that is not too deep. */
function allowedParent(tree: GroupTree, parentId: number | null, notes: Note[]): number | null {
  for (let parent = parentId; parent !== null; parent = tree.parentOf(parent)) {
    try {
      tree.checkParent(null, parent);
      return parent;
    } catch (error) {
      if (!(error instanceof NamedError)) throw error;
      if (parent === parentId) notes.push({ reason: refusalOf(error) });
    }
  }
  return null;
}

/** The name, with the lowest number that makes it unique in the account. The account must be locked. */
async function freeName(tx: Tx, accountId: number, name: string): Promise<string> {
  const rows = await tx
    .selectFrom('tracker_group')
    .where('account_id', '=', accountId)
    .select('name')
    .execute();
  const taken = new Set(rows.map((row) => row.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) {
    const suffix = ` (${number})`;
    free = `${name.slice(0, LIMITS.name - suffix.length)}${suffix}`;
  }
  return free;
}
