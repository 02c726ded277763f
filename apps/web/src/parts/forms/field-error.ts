import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { FormInstance } from 'antd';

/** Where failures belong, by name. What is not in it concerns the whole form. */
export type ErrorFields<Field extends string> = Readonly<Partial<Record<ErrorName, Field>>>;

/** The field at which a failure is said; null: it is said above the form. */
export function findErrorField<Field extends string>(
  error: unknown,
  errorFields: ErrorFields<Field>,
): Field | null {
  return error instanceof NamedError ? (errorFields[error.errorName] ?? null) : null;
}

/** Says a failure at its field and leads there. Answers whether there is such a field. */
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
