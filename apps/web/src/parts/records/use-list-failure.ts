import type { UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';

/** Why the rows of a table could not be read, and how they are asked for again where that is of use. */
export function useListFailure({ error, refetch }: Pick<UseQueryResult, 'error' | 'refetch'>) {
  const language = useLanguage();
  return {
    failure: error === null ? null : errorText(error, language),
    onRetry: isPermissionError(error) ? null : () => void refetch(),
  };
}
