import { z } from 'zod';
import { group } from '../entities/group.ts';
import { emptyResult, id, listOf, name, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { DEVICE_ROLES } from '../roles.ts';

const ROLE = 'eob_plugin_device_mg';

export const queryAllGroups = operation({
  name: 'queryAllGroups',
  summary: 'Groups of trackers visible to the user.',
  // Managers of sub-accounts assign groups to them.
  access: { permission: 'viewer', roles: [...DEVICE_ROLES, 'eob_plugin_auth_mg'] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(group).extend({
    abilities: z.object({
      add: z.boolean().describe('whether the reader may create groups inside visible groups'),
      addTop: z
        .boolean()
        .describe(
          'whether the reader may create top-level groups, and move objects there or out of all groups',
        ),
    }),
  }),
  errors: [],
});

export const createGroup = operation({
  name: 'createGroup',
  summary: 'Creates a group.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({
    uid,
    groupName: name,
    parentId: id.nullable().default(null).describe('the parent group'),
  }),
  result: z.object({ groupId: id }),
  errors: ['group-name-taken', 'group-limit', 'group-unknown', 'group-depth'],
});

export const editGroup = operation({
  name: 'editGroup',
  summary: 'Renames a group, or moves it with its subgroups.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, groupId: id, groupName: name.optional(), parentId: id.nullable().optional() }),
  result: emptyResult,
  errors: ['group-unknown', 'group-name-taken', 'group-in-itself', 'group-depth'],
});

/** What happens to the devices of a deleted group. */
export const GROUP_DEVICES = ['parent', 'group', 'ungroup', 'remove'] as const;
export type GroupDevices = (typeof GROUP_DEVICES)[number];

export const deleteGroup = operation({
  name: 'deleteGroup',
  summary:
    'Deletes a group. Its contents move to the parent group; for its devices there is a choice. If it has no parent, its subgroups become top-level groups, and its fences, labelled points and routes are deleted.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({
    uid,
    groupId: id,
    devices: z
      .enum(GROUP_DEVICES)
      .default('parent')
      .describe(
        'what happens to the devices directly in the group: they move to the parent group (without one they become ungrouped), move to the group `targetId`, become ungrouped, or are removed with their history',
      ),
    targetId: id.optional().describe('required with `group`'),
    count: z
      .int()
      .nonnegative()
      .optional()
      .describe('required with `remove`: the number of devices that the user confirmed'),
  }),
  result: emptyResult,
  errors: ['group-unknown', 'group-in-itself', 'selection-changed'],
});

export const mergeGroups = operation({
  name: 'mergeGroups',
  summary:
    'Moves all devices, subgroups, fences, labelled points and routes of a group to another one, and deletes the empty group.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, groupId: id, targetId: id.describe('the group that remains') }),
  result: emptyResult,
  errors: ['group-unknown', 'group-in-itself', 'group-depth'],
});
