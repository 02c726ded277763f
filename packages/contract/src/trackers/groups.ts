import { z } from 'zod';
import { group } from '../entities/group.ts';
import { emptyResult, id, listOf, name, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { DEVICE_ROLES } from '../roles.ts';

const ROLE = 'eob_plugin_device_mg';

export const queryAllGroups = operation({
  name: 'queryAllGroups',
  summary: 'Groups of trackers that the user may see.',
  // Those who manage sub-accounts give them groups.
  access: { permission: 'viewer', roles: [...DEVICE_ROLES, 'eob_plugin_auth_mg'] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(group).extend({
    abilities: z.object({
      add: z.boolean().describe('whether the reader may make groups in those that he sees'),
      addTop: z.boolean().describe('whether he may make them at the top, and put things there or into none'),
    }),
  }),
  errors: [],
});

export const createGroup = operation({
  name: 'createGroup',
  summary: 'Makes a group.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({
    uid,
    groupName: name,
    parentId: id.nullable().default(null).describe('the group that it lies in'),
  }),
  result: z.object({ groupId: id }),
  errors: ['group-name-taken', 'group-limit', 'group-unknown', 'group-depth'],
});

export const editGroup = operation({
  name: 'editGroup',
  summary: 'Renames a group, or moves it with all that is below it.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, groupId: id, groupName: name.optional(), parentId: id.nullable().optional() }),
  result: emptyResult,
  errors: ['group-unknown', 'group-name-taken', 'group-in-itself', 'group-depth'],
});

export const deleteGroup = operation({
  name: 'deleteGroup',
  summary:
    'Deletes a group. What is in it moves to the group that it lies in. Without one its trackers and groups are in none, and its fences, labelled points and routes are deleted with it.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, groupId: id }),
  result: emptyResult,
  errors: ['group-unknown'],
});
