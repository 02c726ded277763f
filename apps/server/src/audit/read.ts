import type { auditFilter } from '@wakeline/contract/rights/audit';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';

/** Filter of the contract: absent fields do not filter. */
export type AuditFilter = z.output<typeof auditFilter>;

/** Query for the entries of an account that match the filter; the caller adds order and limit. */
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
