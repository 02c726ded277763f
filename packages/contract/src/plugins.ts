import { z } from 'zod';
import { instant, listOf, text, uid } from './fields.ts';
import { operation } from './operation.ts';
import { ROLES } from './roles.ts';

export const allPluginProducts = operation({
  name: 'allPluginProducts',
  summary:
    'Every function of the product, whether the account has it and until when, and the dealer to contact.',
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(
    z.object({
      role: z.enum(ROLES),
      state: z.enum(['owned', 'expired', 'absent']),
      validUntil: instant.nullable().describe('null: unlimited, or never owned'),
    }),
  ).extend({
    dealer: z
      .object({ name: z.string(), contact: z.string() })
      .nullable()
      .describe('where functions are bought and renewed; null: not set by the operator'),
    abilities: z.object({ activate: z.boolean() }),
  }),
  errors: [],
});

export const activatePlugins = operation({
  name: 'activatePlugins',
  summary: 'Adds or extends functions of the account with an activation code from the operator.',
  access: { permission: 'holder', roles: null },
  effect: 'account',
  payload: z.object({ uid, code: text.trim().min(1).max(64) }),
  result: z.object({ roles: z.array(z.enum(ROLES)), validUntil: instant.nullable() }),
  errors: ['activation-code-wrong', 'activation-code-used', 'activation-code-expired', 'login-locked'],
});
