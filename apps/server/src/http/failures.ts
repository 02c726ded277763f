import { randomUUID } from 'node:crypto';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { HistoryUnavailableError } from '../db/history-unavailable.ts';

/** Unique keys whose violation is the caller's mistake; any other violation is a bug. */
const UNIQUE_KEYS: Readonly<Record<string, ErrorName>> = {
  tracker_imei_key: 'imei-taken',
  tracker_group_account_id_name_key: 'group-name-taken',
  tracker_model_name_key: 'model-name-taken',
  feed_sender_pkey: 'feed-sender-taken',
  app_user_login_key: 'login-taken',
  app_user_login_any_case_key: 'login-taken',
  app_user_phone_key: 'phone-taken',
  extension_panel_sort_key: 'panel-sort-taken',
};

/** Class 23, integrity: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

/** PostgreSQL is stopping, starting or out of connections, or the connection was lost (system codes). */
const UNAVAILABLE_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);
/** Messages of the driver's errors that have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout (expired|exceeded))/;

/** The storage of files is unavailable or full. */
const STORAGE_FAILED = 'FILE_STORAGE';

/** https://fastify.dev/docs/latest/Reference/Errors/ */
const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

/** A named failure and its cause for the log. */
export interface ClassifiedFailure {
  readonly error: NamedError;
  /** Logged with the failure; null if the name is sufficient. */
  readonly cause: unknown;
}

/**
 * Maps any thrown value to a named failure. Unexpected ones become `internal` with an id that is also in the log.
 *
 * @param requestError the error of the request itself if the client disconnected while sending it. Its code is the same
 * as the one of a lost database connection.
 */
export function classifyFailure(thrown: unknown, requestError: Error | null = null): ClassifiedFailure {
  if (thrown !== null && thrown === requestError)
    return { error: new NamedError('body-malformed'), cause: null };
  if (thrown instanceof NamedError) return { error: thrown, cause: null };
  const { code, constraint, syscall, statusCode } = Object(thrown) as Record<string, unknown>;
  if (code === UNIQUE_VIOLATION && typeof constraint === 'string') {
    const name = UNIQUE_KEYS[constraint];
    if (name !== undefined) return { error: new NamedError(name), cause: null };
  }
  if (thrown instanceof HistoryUnavailableError)
    return { error: new NamedError('history-away'), cause: thrown };
  if (typeof code === 'string') {
    if (UNAVAILABLE_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect')) {
      return { error: new NamedError('database-away'), cause: thrown };
    }
    if (code === STORAGE_FAILED) return { error: new NamedError('storage-away'), cause: thrown };
    if (code === TOO_LARGE) return { error: new NamedError('body-too-large'), cause: null };
  }
  if (thrown instanceof Error && CONNECTION_LOST.test(thrown.message)) {
    return { error: new NamedError('database-away'), cause: thrown };
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return { error: new NamedError('body-malformed'), cause: null };
  }
  return { error: new NamedError('internal', { id: randomUUID() }), cause: thrown };
}
