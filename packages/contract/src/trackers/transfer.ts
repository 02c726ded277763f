import { z } from 'zod';
import { id, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { deviceSelection, SELECTION_BYTES, SELECTION_ERRORS } from './batch-changes.ts';

/** The function that sender and receiver need. */
export const TRANSFER_ROLE = 'eob_plugin_device_mg';

const ACCESS = { permission: 'administrator', roles: [TRANSFER_ROLE] } as const;

/** An account to which the caller's account may transfer devices. */
const transferAccount = z.object({
  accountId: id,
  accountName: z.string(),
  relation: z
    .enum(['customer', 'dealer'])
    .describe(
      "`customer`: its dealer is the caller's account; for the operator's account all are. `dealer`: sells to the caller's",
    ),
  login: z.string().describe('login of the holder of a customer; empty for a dealer'),
});
export type TransferAccount = z.output<typeof transferAccount>;

export const queryTransferAccounts = operation({
  name: 'queryTransferAccounts',
  summary: 'The accounts to which devices may be transferred: the customers of the account, and its dealer.',
  access: ACCESS,
  effect: 'none',
  payload: z.object({
    uid,
    keywords: text
      .trim()
      .max(100)
      .optional()
      .describe("substring of the account's name, or a customer's login"),
    pageIndex,
    pageSize,
  }),
  result: listOf(transferAccount),
  errors: [],
});

export const queryTransferGroups = operation({
  name: 'queryTransferGroups',
  summary: 'The groups of a customer, as targets of a transfer.',
  access: ACCESS,
  effect: 'none',
  payload: z.object({ uid, accountId: id }),
  result: listOf(z.object({ groupId: id, parentId: id.nullable(), gn: z.string() })),
  errors: ['transfer-account-unknown'],
});

/** What happens to the positions of transferred devices. */
export const TRANSFER_HISTORIES = ['move', 'erase'] as const;
export type TransferHistory = (typeof TRANSFER_HISTORIES)[number];

export const transferTrackers = operation({
  name: 'transferTrackers',
  summary:
    'Moves devices to a customer or to the dealer of the account: up to 500 immediately, all or none; more in a batch task.',
  access: ACCESS,
  effect: 'account',
  bodyBytes: SELECTION_BYTES,
  payload: deviceSelection.extend({
    uid,
    accountId: id.describe('the account that receives the devices'),
    targetGroupId: id
      .nullable()
      .default(null)
      .describe('a group of a customer that receives the devices; null: no group'),
    history: z
      .enum(TRANSFER_HISTORIES)
      .describe('`move`: the tracks move with the devices; `erase`: they are deleted'),
  }),
  result: z.object({
    count: z.int().nonnegative().describe('the number of devices'),
    taskProgressId: id.nullable().describe('the batch task that moves them; null: they have moved'),
  }),
  errors: [
    ...SELECTION_ERRORS,
    'transfer-account-unknown',
    'transfer-account-inactive',
    'transfer-group-unknown',
    'transfer-limit',
    'task-limit',
    'task-queue-full',
  ],
});
