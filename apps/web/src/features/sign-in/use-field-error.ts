import type { FormInstance } from 'antd';
import { useEffect } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { type ErrorFields, findErrorField, showFieldError } from '../../parts/forms/field-error.ts';
import { errorText } from '../../service/error-text.ts';

/** Shows a refusal at the field it concerns; returns one that concerns no field, to be shown above the form. */
export function useFieldError<Fields extends object>(
  form: FormInstance<Fields>,
  error: Error | null,
  errorFields: ErrorFields<keyof Fields & string>,
): Error | null {
  const language = useLanguage();
  useEffect(() => {
    if (error !== null) showFieldError(form, error, errorFields, errorText(error, language));
  }, [error, form, language, errorFields]);
  return error !== null && findErrorField(error, errorFields) === null ? error : null;
}
