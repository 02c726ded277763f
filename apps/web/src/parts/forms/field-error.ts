import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { FormInstance } from 'antd';

/** The form field of each error, by error name. Other errors concern the whole form. */
export type ErrorFields<Field extends string> = Readonly<Partial<Record<ErrorName, Field>>>;

/** The field at which an error is shown; null: above the form. */
export function findErrorField<Field extends string>(
  error: unknown,
  errorFields: ErrorFields<Field>,
): Field | null {
  return error instanceof NamedError ? (errorFields[error.errorName] ?? null) : null;
}

/** Shows an error at its field and focuses it. Returns false if no field belongs to the error. */
export function showFieldError<Field extends string>(
  form: Pick<FormInstance, 'setFields' | 'focusField'>,
  error: unknown,
  errorFields: ErrorFields<Field>,
  text: string,
): boolean {
  const field = findErrorField(error, errorFields);
  if (field === null) return false;
  form.setFields([{ name: field, errors: [text] }]);
  form.focusField(field);
  return true;
}
