import { z } from 'zod';
import { SUB_PERMISSIONS, subUser } from '../entities/sub-user.ts';
import { account, digest, emptyResult, id, listOf, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { ROLES } from '../roles.ts';

const access = { permission: 'administrator', roles: ['eob_plugin_auth_mg'] } as const;
/** A program may look; logins are made and changed by people: a login that a token made would outlive it. */
const personOnlyAccess = { ...access, person: true } as const;

/** What a person fills in for a sub-account. */
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
    .describe('tracker groups that it sees; null: all'),
});

export const queryAllSubEobUser = operation({
  name: 'queryAllSubEobUser',
  summary: "The account's sub-accounts, and what the reader may give to one.",
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(subUser).extend({
    permissions: z.array(z.enum(SUB_PERMISSIONS)).describe('those that the reader may give'),
    roles: z.array(z.enum(ROLES)).describe('those that the reader may give'),
  }),
  errors: [],
});

export const checkSubUser = operation({
  name: 'checkSubUser',
  summary: 'Whether an account name is free for a sub-account. 60 a minute by one user.',
  access,
  effect: 'none',
  payload: z.object({ uid, account }),
  result: z.object({ free: z.boolean() }),
  errors: ['login-is-phone'],
});

export const createSubEobUser = operation({
  name: 'createSubEobUser',
  summary: 'Makes a sub-account.',
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
    'Changes the given fields of a sub-account; the others stay. A new password or disabling ends its sessions; changed rights hold at once. Two-factor sign-in can be taken off a sub-account that lost its authenticator, and is set up by itself alone.',
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
      twoFactor: z.literal(false).optional().describe('takes two-factor sign-in off'),
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
  summary: 'Deletes a sub-account; its sessions and tokens end.',
  access: personOnlyAccess,
  effect: 'account',
  payload: z.object({ uid, subUserId: id }),
  result: emptyResult,
  errors: ['sub-user-unknown', 'own-rights', 'right-not-yours'],
});
