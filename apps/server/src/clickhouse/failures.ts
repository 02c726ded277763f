import { ClickHouseError } from '@clickhouse/client';

/**
 * Codes of errors in the query itself, which is the same on every server: unknown identifiers, functions and settings, types,
 * syntax (`ErrorCodes.cpp` of ClickHouse).
 */
const QUERY_ERRORS: ReadonlySet<number> = new Set([42, 43, 46, 47, 53, 62, 115, 386]);

/** "Quorum for previous write has not been satisfied yet". */
const UNFINISHED_QUORUM = 286;

/** The number of an error that a server reported; null for any other error. */
function codeOf(error: unknown): number | null {
  if (error instanceof ClickHouseError) return Number(error.code);
  // Servers before version 20 describe errors differently, and the client does not parse them.
  const [, code] = /^Code: (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return code === undefined ? null : Number(code);
}

/** Whether the query is wrong. Other failures are those of a server that is unavailable at present. */
export function isQueryError(error: unknown): boolean {
  return QUERY_ERRORS.has(codeOf(error) ?? 0);
}

/** Whether another insertion has not reached its quorum yet, so that the server accepts no other one. */
export function isUnfinishedQuorum(error: unknown): boolean {
  return codeOf(error) === UNFINISHED_QUORUM;
}
