import type { Language } from '@wakeline/contract/entities/user-config';
import { ERRORS, NamedError } from '@wakeline/contract/errors';

/**
 * Error text in the language of the page, from the contract's table by error name. Anything but a NamedError is a bug
 * of the console and has the text of `internal`.
 */
export function errorText(error: unknown, language: Language): string {
  const entry = error instanceof NamedError ? ERRORS[error.errorName] : ERRORS.internal;
  return language === 'zh_CN' ? entry.zh : entry.en;
}

/** Seconds to wait before the next attempt, if the error contains them. */
export function retryAfter(error: unknown): number | null {
  const seconds = error instanceof NamedError ? error.details.seconds : undefined;
  return typeof seconds === 'number' ? Math.ceil(seconds) : null;
}

/** Whether the user lacks the permission: retrying is useless. */
export function isPermissionError(error: unknown): boolean {
  return error instanceof NamedError && error.errorName === 'not-allowed';
}
