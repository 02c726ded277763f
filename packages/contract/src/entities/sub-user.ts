import { z } from 'zod';
import { id, instant } from '../fields.ts';
import { ROLES } from '../roles.ts';

export const SUB_PERMISSIONS = ['administrator', 'editor', 'viewer'] as const;

/** A sub-account: an additional login of the account, besides the holder's. */
export const subUser = z.object({
  subUserId: id,
  noteName: z.string(),
  account: z.string().describe('the login'),
  permission: z.enum(SUB_PERMISSIONS),
  roles: z.array(z.enum(ROLES)).describe('visible functions'),
  groupIds: z.array(id).nullable().describe('visible tracker groups; null: all'),
  disabled: z.boolean(),
  twoFactor: z.boolean(),
  createTime: instant,
  lastSeenTime: instant.nullable(),
  abilities: z
    .object({ edit: z.boolean(), remove: z.boolean() })
    .describe('what the reader may do with it; determines the buttons'),
});
export type SubUser = z.infer<typeof subUser>;
