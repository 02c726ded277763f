import { z } from 'zod';
import { emptyResult, id, listOf, text, uid } from './fields.ts';
import { operation } from './operation.ts';
import { SHAPES, shapeParams } from './shapes.ts';

const ROLE = 'eob_plugin_custom_window';

/** Form of an extension panel: a third-party page embedded in the console. */
export const panelForm = z.object({
  panelName: z.string().trim().refine(SHAPES.panelName.isValid, shapeParams('panelName')).max(12),
  panelUrl: text.trim().max(2_000).refine(SHAPES.webAddress.isValid, shapeParams('webAddress')),
  sort: z.int().min(0).max(9_999).describe('position in the menu, unique among panels'),
  display: z.enum(['SHOW', 'HIDE']),
});

export const panel = panelForm.extend({
  panelId: id,
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Panel = z.infer<typeof panel>;

export const allPanels = operation({
  name: 'allPanels',
  summary: "The account's extension panels, in order.",
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(panel).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const addPanel = operation({
  name: 'addPanel',
  summary: 'Creates an extension panel.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 32_768,
  payload: panelForm.extend({ uid }),
  result: z.object({ panelId: id }),
  errors: ['panel-sort-taken', 'panel-limit', 'panel-address-own'],
});

export const editPanel = operation({
  name: 'editPanel',
  summary: 'Changes the given fields of an extension panel.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: 32_768,
  payload: panelForm.partial().extend({ uid, panelId: id }),
  result: emptyResult,
  errors: ['panel-unknown', 'panel-sort-taken', 'panel-address-own'],
});

export const delPanel = operation({
  name: 'delPanel',
  summary: 'Deletes an extension panel.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, panelId: id }),
  result: emptyResult,
  errors: ['panel-unknown'],
});
