import type { Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import { errorMessageOf, errorTextOf } from '../../../http/envelope.ts';
import { headingOf } from './device-columns.ts';
import type { CellFailure } from './evaluate-row.ts';

/** What is wrong with a cell. */
export function failureText({ error, reason, otherRow }: CellFailure, language: Language): string {
  if (reason !== null) return reason;
  return otherRow === null
    ? errorTextOf(error, language)
    : errorMessageOf(new NamedError(error, { row: otherRow }), language);
}

/** What is wrong with a row, with the columns. */
export function rowFailureText(failures: readonly CellFailure[], language: Language): string {
  const separator = language === 'zh_CN' ? '：' : ': ';
  return failures
    .map((failure) => `${headingOf(failure.field, language)}${separator}${failureText(failure, language)}`)
    .join(language === 'zh_CN' ? '；' : '; ');
}
