import { sqlStateOf } from './database.ts';

/**
 * Classifies why a transaction failed.
 *
 * - `data`: a value in it cannot be stored; without it, the rest can.
 * - `partition`: an existing partition has been dropped.
 * - `away`: the database, its disk or its memory is unavailable; the same transaction will succeed later.
 */
export type DatabaseFailure = 'data' | 'partition' | 'away';

/** SQLSTATE classes (PostgreSQL, appendix A): data exception, integrity violation, program limit exceeded. */
const DATA_CLASSES = ['22', '23', '54'];
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

export function classifyFailure(error: unknown): DatabaseFailure {
  const state = sqlStateOf(error);
  if (state === CHECK_VIOLATION && String(error).includes('no partition of relation')) return 'partition';
  return DATA_CLASSES.includes(state?.slice(0, 2) ?? '') ? 'data' : 'away';
}

/** Whether the row that a foreign key refers to has been deleted. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === FOREIGN_KEY_VIOLATION;
}

/** Whether a row with the same key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === UNIQUE_VIOLATION;
}
