import { z } from 'zod';
import { SUB_PERMISSIONS, subUser } from '../entities/sub-user.ts';
import { account, digest, emptyResult, id, listOf, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { ROLES } from '../roles.ts';

const access = { permission: 'administrator', roles: ['eob_plugin_auth_mg'] } as const;
/** Programs may only read: a login created with a token would outlive the token. */
const personOnlyAccess = { ...access, person: true } as const;

/** Form of a sub-account. */
export const subUserForm = z.object({
  noteName: name,
  account,
  pd: digest,
  permission: z.enum(SUB_PERMISSIONS),
  roles: z.array(z.enum(ROLES)).max(ROLES.length).describe('visible functions'),
  groupIds: z
    .array(id)
    .max(LIMITS.groupsPerAccount)
    .nullable()
    .default(null)
    .describe('visible tracker groups; null: all'),
});

export const queryAllSubEobUser = operation({
  name: 'queryAllSubEobUser',
  summary: "The account's sub-accounts, and the rights that the reader may grant.",
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(subUser).extend({
    permissions: z.array(z.enum(SUB_PERMISSIONS)).describe('permissions that the reader may grant'),
    roles: z.array(z.enum(ROLES)).describe('functions that the reader may grant'),
  }),
  errors: [],
});

export const checkSubUser = operation({
  name: 'checkSubUser',
  summary: 'Whether an account name is available for a sub-account. At most 60 calls per minute and user.',
  access,
  effect: 'none',
  payload: z.object({ uid, account }),
  result: z.object({ free: z.boolean() }),
  errors: ['login-is-phone'],
});

export const createSubEobUser = operation({
  name: 'createSubEobUser',
  summary: 'Creates a sub-account.',
  access: personOnlyAccess,
  effect: 'account',
  bodyBytes: 65_536,
  payload: subUserForm.extend({ uid }),
  result: z.object({ subUserId: id }),
  errors: [
    'login-taken',
    'login-is-phone',
    'sub-user-limit',
    'right-not-yours',
    'group-unknown',
    'password-common',
  ],
});

export const editSubEobUser = operation({
  name: 'editSubEobUser',
  summary:
    'Changes the given fields of a sub-account. A new password or disabling ends its sessions; changed rights apply immediately. Two-factor sign-in can be turned off for a sub-account that lost its authenticator; only the sub-account itself can turn it on.',
  access: personOnlyAccess,
  effect: 'account',
  bodyBytes: 65_536,
  payload: subUserForm
    .extend({ groupIds: z.array(id).max(LIMITS.groupsPerAccount).nullable() })
    .partial()
    .extend({
      uid,
      subUserId: id,
      disabled: z.boolean().optional(),
      twoFactor: z.literal(false).optional().describe('turns two-factor sign-in off'),
    }),
  result: emptyResult,
  errors: [
    'sub-user-unknown',
    'login-taken',
    'login-is-phone',
    'right-not-yours',
    'own-rights',
    'group-unknown',
    'password-common',
  ],
});

export const deleteSubEobUser = operation({
  name: 'deleteSubEobUser',
  summary: 'Deletes a sub-account and revokes its sessions and tokens.',
  access: personOnlyAccess,
  effect: 'account',
  payload: z.object({ uid, subUserId: id }),
  result: emptyResult,
  errors: ['sub-user-unknown', 'own-rights', 'right-not-yours'],
});
