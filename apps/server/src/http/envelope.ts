import type { Language } from '@wakeline/contract/entities/user-config';
import type { Envelope } from '@wakeline/contract/envelope';
import { ERRORS, type ErrorName, type NamedError, SUCCESS_CODE } from '@wakeline/contract/errors';

/**
 * The message of a failure in the caller's language, with the path and reason for an invalid field, the line of a text
 * file, and the row of a spreadsheet.
 */
export function errorMessageOf(error: NamedError, language: Language): string {
  const message = errorTextOf(error.errorName, language);
  const { field, reason, line, row } = error.details;
  if (row !== undefined) {
    return language === 'zh_CN' ? `${message}（第${row}行）` : `${message} (row ${row})`;
  }
  if (line !== undefined) {
    return language === 'zh_CN' ? `${message}（第${line}行）` : `${message} (line ${line})`;
  }
  if (error.errorName !== 'field-invalid' || field === undefined) return message;
  return language === 'zh_CN' ? `${message}（${field}：${reason}）` : `${message} (${field}: ${reason})`;
}

export function errorTextOf(name: ErrorName, language: Language): string {
  return language === 'zh_CN' ? ERRORS[name].zh : ERRORS[name].en;
}

export function failureEnvelope(error: NamedError, language: Language): Envelope {
  return {
    result_code: ERRORS[error.errorName].code,
    result_msg: errorMessageOf(error, language),
    result: { error: error.errorName, details: error.details },
  };
}

const SUCCESS_PREFIX = `{"result_code":"${SUCCESS_CODE}","result_msg":"","result":`;

export function successText(result: unknown): string {
  return `${SUCCESS_PREFIX}${JSON.stringify(result)}}`;
}

/** The same text as `successText`, for a result that comes in chunks. */
export async function* successChunks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield SUCCESS_PREFIX;
  yield* chunks;
  yield '}';
}
