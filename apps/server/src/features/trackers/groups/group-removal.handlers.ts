import { NamedError } from '@wakeline/contract/errors';
import type { GroupDevices } from '@wakeline/contract/trackers/groups';
import { recordAudit } from '../../../audit/record.ts';
import type { Db, Tx } from '../../../db/database.ts';
import type { Call } from '../../../http/call.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { TaskQueue } from '../../../tasks/task-queue.ts';
import { lockDevicesOfGroup } from '../../../trackers/selected-devices.ts';
import { removeDevices } from '../table/remove-devices.ts';
import { requireTargetGroup as requireDeviceGroup } from '../target-group.ts';
import type { GroupTree } from './group-tree.ts';
import { canRemoveGroup, type OwnedGroup } from './groups.policy.ts';
import { removeGroup } from './groups.queries.ts';
import { auditDetailsOf, lockGroup, requireTargetGroup } from './locked-group.ts';

export interface GroupRemovalDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add'>;
}

/** Deletes groups, with a choice for their devices, and merges a group into another. */
export function groupRemovalHandlers({
  db,
  tasks,
}: GroupRemovalDependencies): Pick<Handlers, 'deleteGroup' | 'mergeGroups'> {
  return {
    async deleteGroup({ groupId, devices, targetId, count }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { tree, group, name } = await lockRemovableGroup(tx, caller, groupId);
        const request = { group, devices, targetId, count };
        const trackersTo = await placeDevices(tx, { caller, call, tasks }, request);
        const contents = await removeGroup(tx, caller.accountId, {
          groupId,
          trackersTo,
          contentsTo: group.parentId,
        });
        const before = { ...auditDetailsOf(tree, name, group.parentId), ...contents };
        const after = contents.trackers > 0 ? { group: nameOf(tree, trackersTo) } : null;
        await recordAudit(tx, caller, call, { action: 'deleteGroup', target: name, before, after });
      });
      return {};
    },

    async mergeGroups({ groupId, targetId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const { tree, group, name } = await lockRemovableGroup(tx, caller, groupId);
        requireTargetGroup(caller, tree, targetId);
        tree.checkParent(groupId, targetId);
        for (const child of tree.childrenOf(groupId)) tree.checkParent(child, targetId);
        const contents = await removeGroup(tx, caller.accountId, {
          groupId,
          trackersTo: targetId,
          contentsTo: targetId,
        });
        const before = { ...auditDetailsOf(tree, name, group.parentId), ...contents };
        const after = { group: nameOf(tree, targetId) };
        await recordAudit(tx, caller, call, { action: 'mergeGroups', target: name, before, after });
      });
      return {};
    },
  };
}

async function lockRemovableGroup(tx: Tx, caller: Caller, groupId: number) {
  const locked = await lockGroup(tx, caller, groupId);
  if (!canRemoveGroup(caller, locked.group)) throw new NamedError('not-allowed');
  return locked;
}

function nameOf(tree: GroupTree, groupId: number | null): string | null {
  return groupId === null ? null : tree.nameOf(groupId);
}

interface DevicesChoice {
  readonly group: OwnedGroup;
  readonly devices: GroupDevices;
  readonly targetId: number | undefined;
  readonly count: number | undefined;
}

/**
 * Where the devices of a deleted group move; null: to no group. With `remove` they are removed before.
 *
 * @throws NamedError `field-invalid` without the field that the choice requires, `group-unknown` for a target outside
 * the caller's scope, `group-in-itself`, `selection-changed`
 */
async function placeDevices(
  tx: Tx,
  context: { readonly caller: Caller; readonly call: Call; readonly tasks: Pick<TaskQueue, 'add'> },
  { group, devices, targetId, count }: DevicesChoice,
): Promise<number | null> {
  if (devices === 'parent') return group.parentId;
  if (devices === 'remove') {
    if (count === undefined) throw new NamedError('field-invalid', { field: 'count' });
    const removed = await lockDevicesOfGroup(tx, context.caller, { groupId: group.groupId, count });
    if (removed.length > 0) await removeDevices(tx, context, removed);
    // Very many are removed by a task. Until then they are in the parent group.
    return group.parentId;
  }
  if (devices === 'group' && targetId === undefined)
    throw new NamedError('field-invalid', { field: 'targetId' });
  if (targetId === group.groupId) throw new NamedError('group-in-itself');
  const target = devices === 'ungroup' ? null : (targetId ?? null);
  await requireDeviceGroup(tx, context.caller, target);
  return target;
}
