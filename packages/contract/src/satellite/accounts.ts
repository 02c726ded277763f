import { MACHINE_CONDITIONS } from '@wakeline/domain/satellite/machine-conditions';
import { ALL_TERMINAL_GATEWAYS, SATELLITE_NETWORKS } from '@wakeline/domain/satellite/networks';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, note, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SATELLITE_ROLES } from '../roles.ts';
import { SHAPES, shapeParams } from '../shapes.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';

const read = { permission: 'viewer', roles: SATELLITE_ROLES } as const;
const change = { permission: 'editor', roles: SATELLITE_ROLES } as const;

export const cardNumber = z
  .string()
  .trim()
  .refine(SHAPES.cardNumber.isValid, shapeParams('cardNumber'))
  .max(15)
  .describe('BeiDou: 7 or 8 digits, compared as a number; Iridium and inReach: IMEI of 15 digits');

const accountPassword = z
  .string()
  .refine(SHAPES.accountPassword.isValid, shapeParams('accountPassword'))
  .max(12)
  .describe('6 to 12 letters or digits');

const network = z.enum(SATELLITE_NETWORKS);

/** What a user enters about a terminal, besides its card number and network. */
const details = {
  bdUserName: text
    .trim()
    .refine(SHAPES.accountName.isValid, shapeParams('accountName'))
    .max(8)
    .describe('1 to 8 Chinese characters, letters or digits'),
  note: note.default(''),
  trackerId: id.nullable().default(null).describe('the device that carries the terminal; null: none'),
  level: z.int().min(1).max(5).nullable().default(null).describe('of a BeiDou card; null: not known'),
  bits: z
    .int()
    .min(80)
    .max(14_000)
    .nullable()
    .default(null)
    .describe('longest message; null: by the level, or by the network'),
  frequency: z
    .int()
    .min(1)
    .max(86_400)
    .nullable()
    .default(null)
    .describe('service frequency of the card: seconds between two of its messages; null: not known'),
  cardKind: z
    .int()
    .min(0)
    .max(7)
    .nullable()
    .default(null)
    .describe(
      'of a BeiDou card: 0 command machine, 1 to 3 ordinary, 4 to 7 with authentication; null: not known',
    ),
  gateway: z
    .enum(ALL_TERMINAL_GATEWAYS)
    .nullable()
    .default(null)
    .describe('by which messages reach the terminal; null: the default of the network'),
};

export const bdUserForm = z.object({ ...details, cardNumber, network, password: accountPassword });
export type BdUserForm = z.output<typeof bdUserForm>;

/** The command machine of a BeiDou card. It reveals nothing about cards of other accounts. */
const cardMachine = z.object({
  condition: z.enum(MACHINE_CONDITIONS),
  since: instant,
  own: z
    .object({
      broadcast: z.string().nullable().describe('address that reaches all subordinate cards'),
      kind: z.int().nullable(),
      frequency: z.int().nullable().describe('seconds'),
      level: z.int().nullable(),
      subordinates: z.int().nonnegative().describe('number of subordinate cards'),
    })
    .nullable()
    .describe('what the machine says, if the card is the one in it; null: the card is a subordinate'),
});

export const bdUser = z.object({
  bdUserId: id,
  bdUserName: z.string(),
  note: z.string(),
  cardNumber: z.string().describe('as it was entered'),
  network,
  trackerId: id.nullable(),
  trackerName: z.string().nullable(),
  level: z.int().nullable(),
  bits: z.int().nullable(),
  frequency: z.int().nullable(),
  cardKind: z.int().nullable(),
  gateway: z.enum(ALL_TERMINAL_GATEWAYS).nullable(),
  machine: cardMachine
    .nullable()
    .describe('command machine that has the card, or lists it as a subordinate; null: none'),
  createTime: instant,
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type BdUser = z.infer<typeof bdUser>;

const filter = {
  keywords: text.trim().max(LIMITS.name).default('').describe('part of a name, card number or note'),
  network: network.optional(),
  role: z.enum(SATELLITE_ROLES).optional().describe('only the networks of this function'),
  isBound: z.boolean().optional().describe('whether a device carries the terminal'),
};
export const bdUserFilter = z.object(filter);
export type BdUserFilter = z.output<typeof bdUserFilter>;

const FORM_ERRORS = [
  'card-network-mismatch',
  'terminal-gateway-mismatch',
  'tracker-unknown',
  'tracker-has-terminal',
] as const;

export const queryBdUsers = operation({
  name: 'queryBdUsers',
  summary:
    'Communication accounts of satellite terminals, by name. A user sees the networks of their functions, and of a scope limited to groups the terminals of its devices.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, ...filter, pageIndex, pageSize }),
  result: listOf(bdUser).extend({
    networks: z.array(network).describe('networks that the user may see'),
    abilities: z.object({ create: z.boolean() }),
  }),
  errors: [],
});

export const createBdUsers = operation({
  name: 'createBdUsers',
  summary:
    'Creates communication accounts: all of them, or none. `row` in `details` is the first that is refused.',
  access: change,
  effect: 'account',
  bodyBytes: 1_048_576,
  payload: z.object({ uid, bdUsers: z.array(bdUserForm).min(1).max(LIMITS.communicationAccountsPerCall) }),
  result: z.object({ bdUserIds: z.array(id) }),
  errors: ['communication-account-limit', 'card-number-taken', ...FORM_ERRORS],
});

export const editBdUser = operation({
  name: 'editBdUser',
  summary:
    'Replaces the details of a communication account; its card number stays (`setBdUserCardNumber`), and its password unless one is given.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, bdUserId: id, ...details, password: accountPassword.optional() }),
  result: emptyResult,
  errors: ['communication-account-unknown', ...FORM_ERRORS],
});

export const deleteBdUser = operation({
  name: 'deleteBdUser',
  summary: 'Deletes a communication account. Its messages stay in the record, with its card number.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, bdUserId: id }),
  result: emptyResult,
  errors: ['communication-account-unknown'],
});

export const setBdUserCardNumber = operation({
  name: 'setBdUserCardNumber',
  summary:
    'Assigns another card of the same network to a communication account. Messages that wait go to the new card; those of which something was submitted keep the old one.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, bdUserId: id, cardNumber }),
  result: z.object({ movedMessages: z.int().nonnegative().describe('messages that wait for the new card') }),
  errors: ['communication-account-unknown', 'card-number-taken', 'card-network-mismatch'],
});

export const exportBdUserExcelFile = operation({
  name: 'exportBdUserExcelFile',
  summary:
    'Exports the communication accounts that match a filter to an .xlsx or .csv file without passwords, as a batch task.',
  access: read,
  effect: 'own',
  payload: z.object({ uid, ...filter, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: ['task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});
