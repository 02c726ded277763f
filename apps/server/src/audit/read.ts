import type { auditFilter } from '@wakeline/contract/rights/audit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';

/** `Partial` of the contract's: what is not given is not looked for. */
export type AuditFilter = z.output<typeof auditFilter>;

/** Entries of an account that fit the filter; in what order, and how many, is the reader's to say. */
export function auditEntries(db: Db, accountId: number, filter: AuditFilter) {
  const { userId, action, target, startTime, endTime } = filter;
  let query = db.selectFrom('audit_entry').where('account_id', '=', accountId);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (action !== undefined && action !== '') query = query.where('action', '=', action);
  if (target !== undefined && target !== '') {
    query = query.where('target', 'ilike', sql<string>`${`%${escapeLike(target)}%`} escape '\\'`);
  }
  if (startTime !== undefined) query = query.where('at', '>=', new Date(startTime));
  if (endTime !== undefined) query = query.where('at', '<=', new Date(endTime));
  return query;
}
