import { z } from 'zod';
import { DISPLAYS, labelPoint, labelPointForm } from '../entities/map-object.ts';
import { emptyResult, id, listOf, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { MAP_ROLES } from '../roles.ts';

const ROLE = 'eob_plugin_loc_monitor';

export const queryAllLabelPoints = operation({
  name: 'queryAllLabelPoints',
  summary: 'Labelled points visible to the user, sorted by name.',
  access: { permission: 'viewer', roles: MAP_ROLES },
  effect: 'none',
  payload: z.object({ uid, display: z.enum(DISPLAYS).optional().describe('only points with this value') }),
  result: listOf(labelPoint).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const addLabelPoint = operation({
  name: 'addLabelPoint',
  summary: 'Creates a labelled point.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 65_536,
  payload: labelPointForm.extend({
    uid,
    iconUrl: labelPointForm.shape.iconUrl.default('flag'),
    color: labelPointForm.shape.color.default('#0b5cad'),
    display: labelPointForm.shape.display.default('SHOW'),
    groupId: labelPointForm.shape.groupId.default(null),
    note: labelPointForm.shape.note.default(''),
    images: labelPointForm.shape.images.default([]),
  }),
  result: z.object({ labelPointId: id }),
  errors: ['label-point-limit', 'group-unknown', 'picture-unknown'],
});

export const editLabelPoint = operation({
  name: 'editLabelPoint',
  summary: 'Changes the given fields of a labelled point.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 65_536,
  payload: labelPointForm.partial().extend({ uid, labelPointId: id }),
  result: emptyResult,
  errors: ['label-point-unknown', 'group-unknown', 'picture-unknown'],
});

export const deleteLabelPoint = operation({
  name: 'deleteLabelPoint',
  summary: 'Deletes a labelled point.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, labelPointId: id }),
  result: emptyResult,
  errors: ['label-point-unknown'],
});
