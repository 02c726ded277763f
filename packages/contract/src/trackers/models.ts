import { POWER_KINDS, SENSOR_NAMES } from '@wakeline/domain/devices/capabilities';
import { modelKey } from '@wakeline/domain/devices/find-model';
import { DEVICE_MODELS } from '@wakeline/domain/devices/models';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { INSTRUCTION_NAMES } from '@wakeline/domain/instructions/catalogue';
import { z } from 'zod';
import { iconDto } from '../entities/tracker.ts';
import { emptyResult, id, listOf, name, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { DEVICE_ROLES } from '../roles.ts';
import { instructionTexts } from './model-texts.ts';

const ROLE = 'eob_plugin_device_mg';

const CATALOGUE_KEYS: ReadonlySet<string> = new Set(DEVICE_MODELS.map((model) => modelKey(model.name)));

/** Form of an own model. */
export const trackModelForm = z.object({
  modelName: name,
  vendor: text.trim().max(64).optional(),
  protocol: z.enum(PROTOCOL_NAMES).nullable().optional().describe('null: any'),
  iconDto: iconDto.optional(),
  power: z.enum(POWER_KINDS).nullable().optional(),
  basedOn: text
    .trim()
    .max(64)
    .refine((value) => CATALOGUE_KEYS.has(modelKey(value)))
    .nullable()
    .optional()
    .describe('the model of the catalogue whose messages, instructions and setup it shares; null: none'),
  texts: instructionTexts
    .optional()
    .describe('instructions that its devices take as text; they need a protocol'),
});
/** Bytes of the longest form with all its texts. */
const FORM_BYTES = 294_912;

export const trackModel = z.object({
  modelId: id.nullable().describe('null: a model of the shipped catalogue'),
  modelName: z.string().describe('value for the `model` of a device'),
  vendor: z.string(),
  protocol: z.enum(PROTOCOL_NAMES).nullable(),
  port: z.int().nullable().describe('of this server for the protocol; null: not enabled'),
  iconDto,
  power: z.enum(POWER_KINDS).nullable(),
  instructions: z.array(z.enum(INSTRUCTION_NAMES)),
  texts: instructionTexts.describe('only for users who can edit the model: they can contain passwords'),
  sensors: z.array(z.enum(SENSOR_NAMES)),
  basedOn: z.string().nullable(),
  devices: z.int().describe('devices of this model that the reader can see'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type TrackModel = z.infer<typeof trackModel>;

export const queryAllTrackModel = operation({
  name: 'queryAllTrackModel',
  summary:
    'Models to choose from: those of the account, then the shipped catalogue without the names that the account has.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(trackModel).extend({
    protocols: z
      .array(z.object({ protocol: z.enum(PROTOCOL_NAMES), instructions: z.array(z.enum(INSTRUCTION_NAMES)) }))
      .describe('the instructions for which a protocol has messages of its own'),
    abilities: z.object({ add: z.boolean() }),
  }),
  errors: [],
});

export const queryAllModels = operation({
  name: 'queryAllModels',
  summary: 'Models of the visible devices with their counts, the most frequent first, for filters.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(
    z.object({ modelName: z.string().describe('empty: devices without a model'), devices: z.int() }),
  ),
  errors: [],
});

export const addTrackModel = operation({
  name: 'addTrackModel',
  summary: 'Adds a model to the account. It replaces a model of the catalogue with the same name.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: FORM_BYTES,
  payload: trackModelForm.extend({ uid }),
  result: z.object({ modelId: id }),
  errors: ['model-name-taken', 'model-limit', 'icon-unknown', 'model-text', 'model-text-limit'],
});

export const editTrackModel = operation({
  name: 'editTrackModel',
  summary: 'Changes the given fields of an own model. A new name is entered in its devices, too.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  bodyBytes: FORM_BYTES,
  payload: trackModelForm.partial().extend({ uid, modelId: id }),
  result: emptyResult,
  errors: ['model-unknown', 'model-name-taken', 'icon-unknown', 'model-text', 'model-text-limit'],
});

export const deleteTrackModel = operation({
  name: 'deleteTrackModel',
  summary: 'Deletes an own model. Its devices keep its name as text.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, modelId: id }),
  result: emptyResult,
  errors: ['model-unknown'],
});
