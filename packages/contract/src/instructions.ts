import { TRACKING_PURPOSES } from '@wakeline/domain/aviation/tracking-mode';
import { INSTRUCTION_NAMES } from '@wakeline/domain/instructions/catalogue';
import {
  INSTRUCTION_CHANNELS,
  INSTRUCTION_FAILURES,
  INSTRUCTION_STATES,
} from '@wakeline/domain/instructions/instruction-state';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, name, pageIndex, pageSize, text, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from './reports/report-files.ts';
import { reportFilter, reportTimeFields } from './reports/report-filter.ts';
import { INSTRUCTION_ROLES, TRACK_ROLES } from './roles.ts';
import { deviceSelection, SELECTION_BYTES, SELECTION_ERRORS } from './trackers/batch-changes.ts';

const read = { permission: 'viewer', roles: INSTRUCTION_ROLES } as const;
/** The records are a page of the data center, too. */
const records = { permission: 'viewer', roles: [...INSTRUCTION_ROLES, 'eob_plugin_data_center'] } as const;
const send = { permission: 'editor', roles: INSTRUCTION_ROLES } as const;

const instructionName = z.enum(INSTRUCTION_NAMES);

/** Values by parameter; the catalogue says which, of which type and range. */
const parameters = z
  .record(
    z.string().max(32),
    z.union([z.number(), z.boolean(), z.string().max(500), z.array(z.string().max(32)).max(16)]),
  )
  .refine((values) => Object.keys(values).length <= 16)
  // For the API description; the check above applies.
  .meta({ maxProperties: 16 });
export type InstructionParameters = z.output<typeof parameters>;

/** Bytes of the longest values as form fields. */
const PARAMETER_BYTES = 98_304;

const expiresAfter = z
  .int()
  .min(60)
  .max(LIMITS.instructionSeconds)
  .describe(
    'seconds after which it is no longer sent; unset: 10 minutes for dangerous instructions, else 7 days',
  );

const instructionIds = z.array(id).min(1).max(LIMITS.tickedInstructions);

/** An instruction to a device, and what became of it. */
export const instructionRecord = z.object({
  instructionId: id,
  trackerId: id,
  trackerName: z.string(),
  imei: z.string(),
  instruction: instructionName,
  parameters: parameters.describe('passwords are `***`'),
  channel: z.enum(INSTRUCTION_CHANNELS),
  state: z.enum(INSTRUCTION_STATES).describe('`received`: shown as waiting for receipt, like `sent`'),
  reason: z.enum(INSTRUCTION_FAILURES).nullable().describe('why it failed'),
  login: z.string().describe('who sent it'),
  taskProgressId: id.nullable().describe('the batch task that it belongs to'),
  createdTime: instant,
  expiresTime: instant,
  sentTime: instant.nullable().describe('of the last attempt'),
  finishedTime: instant.nullable(),
  attempts: z.int().nonnegative(),
  protocol: z.string().nullable(),
  text: z
    .string()
    .nullable()
    .describe(
      "the text by the device's model as which it is sent; null: a message of the protocol, or it contains a password",
    ),
  requestHex: z
    .string()
    .nullable()
    .describe('the bytes that were sent; null: none, or they contain a password'),
  receiptHex: z.string().nullable(),
  receiptText: z.string().nullable().describe('what the device responded'),
  origin: z
    .object({
      kind: z.literal('trackingMode'),
      purpose: z
        .enum(TRACKING_PURPOSES)
        .describe('for the interval of the tracking mode, or for the former one'),
      taskName: z.string(),
    })
    .nullable()
    .describe('why the server stored it; null: a user sent it'),
  abilities: z.object({ recall: z.boolean(), resend: z.boolean() }),
});
export type InstructionRecord = z.infer<typeof instructionRecord>;

export const querySupportedInstructions = operation({
  name: 'querySupportedInstructions',
  summary: 'The instructions that devices support, with the number of them that do.',
  access: read,
  effect: 'none',
  bodyBytes: SELECTION_BYTES,
  payload: deviceSelection.extend({ uid }),
  result: z.object({
    total: z.int().nonnegative().describe('the number of devices'),
    unknown: z
      .int()
      .nonnegative()
      .describe('devices whose protocol is not known, because they never reported'),
    list: z.array(
      z.object({
        instruction: instructionName,
        devices: z.int().positive(),
        sms: z
          .int()
          .nonnegative()
          .describe('devices that accept it as a text message and have a card number'),
      }),
    ),
    smsAvailable: z.boolean().describe('whether the operator has configured a gateway for text messages'),
  }),
  errors: [...SELECTION_ERRORS],
});

export const sendInstruction = operation({
  name: 'sendInstruction',
  summary:
    'Stores an instruction for each of the devices, for all or for none. It is sent when the device is connected. More than 200 devices: in a batch task.',
  access: send,
  effect: 'account',
  bodyBytes: SELECTION_BYTES + PARAMETER_BYTES,
  payload: deviceSelection.extend({
    uid,
    instruction: instructionName,
    parameters: parameters.default({}),
    channel: z.enum(INSTRUCTION_CHANNELS).default('connection'),
    expiresAfter: expiresAfter.optional(),
    confirmed: z
      .boolean()
      .default(false)
      .describe('required for dangerous instructions: the user confirmed it twice'),
  }),
  result: z.object({
    count: z.int().positive().describe('the number of devices'),
    taskProgressId: id.nullable().describe('the batch task; null: they are stored'),
    instructionIds: z.array(id).describe('empty with a batch task'),
  }),
  errors: [
    ...SELECTION_ERRORS,
    'instruction-target-missing',
    'instruction-not-supported',
    'instruction-not-encodable',
    'instruction-value',
    'instruction-unconfirmed',
    'instruction-limit',
    'instruction-devices-limit',
    'instruction-no-gateway',
    'instruction-no-phone',
    'task-limit',
    'task-queue-full',
  ],
});

const listFilter = {
  trackerId: id.optional(),
  taskProgressId: id.optional().describe('only those of this batch task'),
  instructionIds: z.array(id).max(LIMITS.tickedInstructions).optional(),
  instructions: z.array(instructionName).min(1).max(100).optional(),
  states: z.array(z.enum(INSTRUCTION_STATES)).min(1).max(5).optional(),
  keywords: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('substring of name, IMEI, label or card number of the device'),
  startTime: instant.optional().describe('only those created at this time or later'),
  endTime: instant.optional().describe('only those created before this time'),
};
export const instructionFilter = z.object(listFilter);
export type InstructionFilter = z.output<typeof instructionFilter>;

/** Days and devices of a report of instructions, with the conditions of their list. */
export const instructionReportFilter = z.object({
  ...reportFilter,
  ...reportTimeFields,
  ...instructionFilter.pick({ taskProgressId: true, instructionIds: true, instructions: true, states: true })
    .shape,
  keywords: text
    .trim()
    .max(100)
    .default('')
    .describe('substring of name, IMEI, label or card number of the device'),
});
export type InstructionReportFilter = z.output<typeof instructionReportFilter>;

export const queryInstructionList = operation({
  name: 'queryInstructionList',
  summary: 'A page of the instructions to the devices of the user, newest first, with the number by state.',
  access: records,
  effect: 'none',
  bodyBytes: 65_536,
  payload: instructionFilter.extend({ uid, pageIndex, pageSize }),
  result: listOf(instructionRecord).extend({
    counts: z.object({
      waiting: z.int().nonnegative(),
      sent: z.int().nonnegative().describe('waiting for a receipt'),
      succeeded: z.int().nonnegative(),
      failed: z.int().nonnegative(),
    }),
    abilities: z.object({ send: z.boolean() }),
  }),
  errors: ['tracker-unknown', 'time-order'],
});

export const recallInstructions = operation({
  name: 'recallInstructions',
  summary: 'Recalls instructions that are still waiting. Others keep their state.',
  access: send,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({ uid, instructionIds }),
  result: z.object({ recalled: z.int().nonnegative() }),
  errors: ['instruction-unknown'],
});

export const resendInstructions = operation({
  name: 'resendInstructions',
  summary: 'Stores failed instructions again, as new ones.',
  access: send,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({
    uid,
    instructionIds,
    expiresAfter: expiresAfter.optional(),
    confirmed: z.boolean().default(false),
  }),
  result: z.object({ instructionIds: z.array(id) }),
  errors: [
    'instruction-unknown',
    'instruction-not-failed',
    'instruction-of-tracking-mode',
    'instruction-unconfirmed',
    'instruction-limit',
  ],
});

export const exportInstructions = operation({
  name: 'exportInstructions',
  summary: 'Exports the instructions that match a filter to a file, as a batch task.',
  access: records,
  effect: 'own',
  bodyBytes: 65_536,
  payload: instructionFilter.extend({ uid, ...reportFileFields }),
  result: reportFileResult,
  errors: ['tracker-unknown', 'time-order', ...REPORT_FILE_ERRORS],
});

export const getInstructionByTime = operation({
  name: 'getInstructionByTime',
  summary: 'The instructions to a device in a period, oldest first, for its replay.',
  access: { permission: 'viewer', roles: [...TRACK_ROLES, ...INSTRUCTION_ROLES] },
  effect: 'none',
  payload: z.object({ uid, trackerId: id, startTime: instant, endTime: instant }),
  result: listOf(
    instructionRecord.pick({
      instructionId: true,
      instruction: true,
      state: true,
      reason: true,
      login: true,
      createdTime: true,
      sentTime: true,
      finishedTime: true,
    }),
  ).extend({ isComplete: z.boolean().describe(`false: there are more than ${LIMITS.replayInstructions}`) }),
  errors: ['tracker-unknown', 'time-order'],
});

const templateForm = z.object({ templateName: name, instruction: instructionName, parameters });

export const instructionTemplate = templateForm.extend({
  templateId: id,
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type InstructionTemplate = z.infer<typeof instructionTemplate>;

export const queryInstructionTemplates = operation({
  name: 'queryInstructionTemplates',
  summary: 'The saved values of instructions of the account, by name.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(instructionTemplate),
  errors: [],
});

export const addInstructionTemplate = operation({
  name: 'addInstructionTemplate',
  summary: 'Saves the values of an instruction under a name.',
  access: send,
  effect: 'account',
  bodyBytes: PARAMETER_BYTES,
  payload: templateForm.extend({ uid }),
  result: z.object({ templateId: id }),
  errors: ['instruction-value', 'template-name-taken', 'template-limit'],
});

export const editInstructionTemplate = operation({
  name: 'editInstructionTemplate',
  summary: 'Changes the name and the values of a template.',
  access: send,
  effect: 'account',
  bodyBytes: PARAMETER_BYTES,
  payload: templateForm.extend({ uid, templateId: id }),
  result: emptyResult,
  errors: ['instruction-value', 'template-unknown', 'template-name-taken'],
});

export const deleteInstructionTemplate = operation({
  name: 'deleteInstructionTemplate',
  summary: 'Deletes a template.',
  access: send,
  effect: 'account',
  payload: z.object({ uid, templateId: id }),
  result: emptyResult,
  errors: ['template-unknown'],
});
