import { z } from 'zod';
import { group } from './entities/group.ts';
import { id, listOf, name, nothing, uid } from './fields.ts';
import { operation } from './operation.ts';

const ROLE = 'eob_plugin_device_mg';

export const queryAllGroups = operation({
  name: 'queryAllGroups',
  summary: 'Groups of trackers that the user may see.',
  access: { permission: 'viewer', role: 'eob_plugin_loc_monitor' },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(group).extend({
    abilities: z.object({ add: z.boolean().describe('whether the reader may make groups') }),
  }),
  errors: [],
});

export const createGroup = operation({
  name: 'createGroup',
  summary: 'Makes a group.',
  access: { permission: 'editor', role: ROLE },
  effect: 'account',
  payload: z.object({ uid, groupName: name }),
  result: z.object({ groupId: id }),
  errors: ['group-name-taken', 'group-limit'],
});

export const editGroup = operation({
  name: 'editGroup',
  summary: 'Renames a group.',
  access: { permission: 'editor', role: ROLE },
  effect: 'account',
  payload: z.object({ uid, groupId: id, groupName: name }),
  result: nothing,
  errors: ['group-unknown', 'group-name-taken'],
});

export const deleteGroup = operation({
  name: 'deleteGroup',
  summary: 'Deletes a group. Its trackers stay, in no group.',
  access: { permission: 'editor', role: ROLE },
  effect: 'account',
  payload: z.object({ uid, groupId: id }),
  result: nothing,
  errors: ['group-unknown'],
});
