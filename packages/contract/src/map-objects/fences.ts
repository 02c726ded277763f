import { z } from 'zod';
import { DISPLAYS, fence, fenceForm } from '../entities/map-object.ts';
import { emptyResult, id, listOf, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { MAP_ROLES } from '../roles.ts';

const ROLE = 'eob_plugin_loc_monitor';
const SHAPE_ERRORS = [
  'fence-shape-wrong',
  'fence-too-few-points',
  'fence-self-crosses',
  'fence-hole-outside',
  'fence-radius',
  'fence-too-large',
] as const;

export const queryAllFences = operation({
  name: 'queryAllFences',
  summary: 'Fences visible to the user, with their areas, sorted by name.',
  access: { permission: 'viewer', roles: MAP_ROLES },
  effect: 'none',
  payload: z.object({ uid, display: z.enum(DISPLAYS).optional().describe('only fences with this value') }),
  result: listOf(fence).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const createFence = operation({
  name: 'createFence',
  summary: 'Creates a fence. Trackers that are already inside cause no notice.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 1_048_576,
  payload: fenceForm.extend({
    uid,
    display: fenceForm.shape.display.default('SHOW'),
    groupId: fenceForm.shape.groupId.default(null),
    notice: fenceForm.shape.notice.default('BOTH'),
    holdSeconds: fenceForm.shape.holdSeconds.default(10),
    holdMetres: fenceForm.shape.holdMetres.default(30),
    note: fenceForm.shape.note.default(''),
  }),
  result: z.object({ fenceId: id }),
  errors: ['fence-limit', 'group-unknown', ...SHAPE_ERRORS],
});

export const editFence = operation({
  name: 'editFence',
  summary: 'Changes the given fields of a fence.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 1_048_576,
  payload: fenceForm.partial().extend({ uid, fenceId: id }),
  result: emptyResult,
  errors: ['fence-unknown', 'fence-limit', 'group-unknown', ...SHAPE_ERRORS],
});

export const deleteFence = operation({
  name: 'deleteFence',
  summary: 'Deletes a fence.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, fenceId: id }),
  result: emptyResult,
  errors: ['fence-unknown'],
});
