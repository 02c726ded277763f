import type { FormInstance } from 'antd';
import { useEffect } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { type ErrorPlaces, placeError, placeOf } from '../../parts/forms/place-error.ts';
import { errorText } from '../../service/error-text.ts';

/** Says a refusal at the field that it is about; answers one that is about none, to be said above the form. */
export function usePlacedError<Fields extends object>(
  form: FormInstance<Fields>,
  error: Error | null,
  places: ErrorPlaces<keyof Fields & string>,
): Error | null {
  const language = useLanguage();
  useEffect(() => {
    if (error !== null) placeError(form, error, places, errorText(error, language));
  }, [error, form, language, places]);
  return error !== null && placeOf(error, places) === null ? error : null;
}
