import type { Language } from '@wakeline/contract/entities/user-config';
import { ERRORS, NamedError } from '@wakeline/contract/errors';

/**
 * What to say of a failure, in the language of the page: by its name, from the contract's table. What is no
 * NamedError is a fault of the console and is said as the table's `internal`.
 */
export function errorText(error: unknown, language: Language): string {
  const entry = error instanceof NamedError ? ERRORS[error.errorName] : ERRORS.internal;
  return language === 'zh_CN' ? entry.zh : entry.en;
}

/** Seconds to wait before trying again, when the failure says so. */
export function retryAfter(error: unknown): number | null {
  const seconds = error instanceof NamedError ? error.details.seconds : undefined;
  return typeof seconds === 'number' ? Math.ceil(seconds) : null;
}

/** Whether the user may not have what was asked for: asking again is of no use. */
export function isPermissionError(error: unknown): boolean {
  return error instanceof NamedError && error.errorName === 'not-allowed';
}
