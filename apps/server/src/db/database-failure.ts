import { sqlStateOf } from './database.ts';

/**
 * What a failed transaction asks for.
 *
 * - `data`: something in it cannot be stored; without it, the rest can.
 * - `partition`: a partition that was there has gone.
 * - `away`: the database, its disk or its memory; the same transaction will pass when it is back.
 */
export type DatabaseFailure = 'data' | 'partition' | 'away';

/** SQLSTATE classes (PostgreSQL, appendix A): data exception, integrity violation, program limit exceeded. */
const DATA_CLASSES = ['22', '23', '54'];
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';

export function classifyFailure(error: unknown): DatabaseFailure {
  const state = sqlStateOf(error);
  if (state === CHECK_VIOLATION && String(error).includes('no partition of relation')) return 'partition';
  return DATA_CLASSES.includes(state?.slice(0, 2) ?? '') ? 'data' : 'away';
}

/** Whether the row that something refers to has been deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === FOREIGN_KEY_VIOLATION;
}
