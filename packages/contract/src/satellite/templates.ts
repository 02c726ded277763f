import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { emptyResult, id, listOf, name, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SATELLITE_ROLES } from '../roles.ts';
import { SHAPES, shapeParams } from '../shapes.ts';

const read = { permission: 'viewer', roles: SATELLITE_ROLES } as const;
const change = { permission: 'editor', roles: SATELLITE_ROLES } as const;

export const satelliteTemplateForm = z.object({
  templateName: name,
  content: text
    .trim()
    .refine(SHAPES.messageText.isValid, shapeParams('messageText'))
    .max(LIMITS.satelliteText)
    .describe('names in braces, such as {tail}, are placeholders that the console fills in'),
  role: z
    .enum(SATELLITE_ROLES)
    .nullable()
    .default(null)
    .describe('offered on the page of this function only; null: on all'),
});

export const satelliteTemplate = z.object({
  templateId: id,
  templateName: z.string(),
  content: z.string(),
  role: z.enum(SATELLITE_ROLES).nullable(),
});
export type SatelliteTemplate = z.infer<typeof satelliteTemplate>;

export const querySatelliteTemplates = operation({
  name: 'querySatelliteTemplates',
  summary: 'Texts that the account has saved for messages to terminals, by name.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(satelliteTemplate).extend({ abilities: z.object({ change: z.boolean() }) }),
  errors: [],
});

export const createSatelliteTemplate = operation({
  name: 'createSatelliteTemplate',
  summary: 'Saves a text for messages to terminals.',
  access: change,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({ uid, ...satelliteTemplateForm.shape }),
  result: z.object({ templateId: id }),
  errors: ['template-limit', 'template-name-taken'],
});

export const editSatelliteTemplate = operation({
  name: 'editSatelliteTemplate',
  summary: 'Replaces name, text and function of a template.',
  access: change,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({ uid, templateId: id, ...satelliteTemplateForm.shape }),
  result: emptyResult,
  errors: ['template-unknown', 'template-name-taken'],
});

export const deleteSatelliteTemplate = operation({
  name: 'deleteSatelliteTemplate',
  summary: 'Deletes a template.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, templateId: id }),
  result: emptyResult,
  errors: ['template-unknown'],
});

export const addAviationTemplates = operation({
  name: 'addAviationTemplates',
  summary:
    'Saves the ready texts for messages to aircraft as templates of plane messages, without those whose name exists: all of them, or none.',
  access: { permission: 'editor', roles: ['eob_plugin_flight_msg'] },
  effect: 'account',
  payload: z.object({ uid, lang: z.enum(LANGUAGES) }),
  result: z.object({ added: z.int().nonnegative() }),
  errors: ['template-limit'],
});
