import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';

/** Fields of an object before or after a change, never secrets. */
const auditDetails = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  auditId: z.int().positive(),
  time: instant,
  timeStr: z.string(),
  userId: id.nullable(),
  account: z.string().describe('login of the user at the time of the action'),
  token: z.string().nullable().describe('name of the API token used; null: the user acted in a session'),
  action: z.string().describe('name of the operation or event: sign-in, sign-in-failed, ...'),
  target: z.string().describe('name of the affected object'),
  address: z.string(),
  before: auditDetails,
  after: auditDetails,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Filter of the audit log. */
export const auditFilter = z.object({
  userId: id.optional(),
  action: text.max(64).optional(),
  target: text.max(64).optional().describe('part of the name of the affected object'),
  startTime: instant.optional(),
  endTime: instant.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const queryAuditLog = operation({
  name: 'queryAuditLog',
  summary: 'Actions in the account, newest first.',
  access: { permission: 'holder', roles: null },
  effect: 'none',
  payload: auditFilter.extend({ uid, pageIndex, pageSize }),
  result: listOf(auditEntry).extend({
    users: z.array(z.object({ userId: id, account: z.string() })).describe('users in the log'),
    actions: z.array(z.string()).describe('actions in the log'),
  }),
  errors: [],
});

export const exportAuditLog = operation({
  name: 'exportAuditLog',
  summary: 'Exports the filtered audit log to a CSV file (RFC 4180), as a batch task.',
  access: { permission: 'holder', roles: null },
  effect: 'account',
  payload: auditFilter.extend({ uid }),
  result: z.object({ taskProgressId: id }),
  errors: ['task-limit', 'task-queue-full'],
});
