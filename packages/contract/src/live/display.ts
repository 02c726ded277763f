import { z } from 'zod';
import { DISPLAYS } from '../entities/map-object.ts';
import { emptyResult, id, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

const access = { permission: 'viewer', roles: ['eob_plugin_loc_monitor'] } as const;

export const queryGroupShow = operation({
  name: 'queryGroupShow',
  summary:
    'Groups and trackers that the user has hidden on their map. The most specific entry applies: tracker, then its group, then the groups above; without an entry a tracker is visible.',
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    groups: z.array(
      z.object({
        groupId: id.nullable().describe('null: trackers without a group'),
        display: z.enum(DISPLAYS),
      }),
    ),
    trackers: z.array(z.object({ trackerId: id, display: z.enum(DISPLAYS) })),
  }),
  errors: [],
});

export const editGroupShow = operation({
  name: 'editGroupShow',
  summary: 'Shows or hides groups, including subgroups, and single trackers on the maps of this user only.',
  access,
  effect: 'own',
  bodyBytes: 393_216,
  payload: z.object({
    uid,
    groupIds: z
      .array(id.nullable())
      .max(LIMITS.groupsPerAccount)
      .default([])
      .describe('null: trackers without a group'),
    trackerIds: z.array(id).max(LIMITS.visibilityTrackers).default([]),
    display: z.enum(DISPLAYS),
  }),
  result: emptyResult,
  errors: ['group-unknown', 'tracker-unknown', 'shown-limit'],
});
