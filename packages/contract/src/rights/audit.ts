import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';

/** Fields of a thing before or after a change. Secrets are never among them. */
const auditDetails = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z.object({
  auditId: z.int().positive(),
  time: instant,
  timeStr: z.string(),
  userId: id.nullable(),
  account: z.string().describe('login of who did it, as it was then'),
  token: z.string().nullable().describe("name of his program's token; null: he did it himself"),
  action: z.string().describe('name of the operation, or of the event: sign-in, sign-in-failed, ...'),
  target: z.string().describe('name of what it was done to'),
  address: z.string(),
  before: auditDetails,
  after: auditDetails,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** What is looked for. */
export const auditFilter = z.object({
  userId: id.optional(),
  action: text.max(64).optional(),
  target: text.max(64).optional().describe('part of the name of what it was done to'),
  startTime: instant.optional(),
  endTime: instant.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const queryAuditLog = operation({
  name: 'queryAuditLog',
  summary: 'Who did what in the account, newest first.',
  access: { permission: 'holder', roles: null },
  effect: 'none',
  payload: auditFilter.extend({ uid, pageIndex, pageSize }),
  result: listOf(auditEntry).extend({
    users: z.array(z.object({ userId: id, account: z.string() })).describe('who is in the log'),
    actions: z.array(z.string()).describe('actions that are in the log'),
  }),
  errors: [],
});

export const exportAuditLog = operation({
  name: 'exportAuditLog',
  summary: 'Writes the audit log, as filtered, into a CSV file (RFC 4180): a batch task.',
  access: { permission: 'holder', roles: null },
  effect: 'account',
  payload: auditFilter.extend({ uid }),
  result: z.object({ taskProgressId: id }),
  errors: ['task-limit'],
});
