import { z } from 'zod';
import { DISPLAYS } from '../entities/map-object.ts';
import { emptyResult, id, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

const access = { permission: 'viewer', roles: ['eob_plugin_loc_monitor'] } as const;

export const queryGroupShow = operation({
  name: 'queryGroupShow',
  summary:
    'What the user took off his map. The nearest entry counts: that of a tracker, else of its group, else of a group above; without any it is shown.',
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
  summary:
    'Shows or hides groups, with all that is in and below them, and single trackers, on the maps of this user alone.',
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
