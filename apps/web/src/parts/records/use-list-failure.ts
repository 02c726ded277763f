import type { UseQueryResult } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText, isPermissionError } from '../../service/error-text.ts';

/** Error text of a table query, and its retry function if retrying can help. */
export function useListFailure({ error, refetch }: Pick<UseQueryResult, 'error' | 'refetch'>) {
  const language = useLanguage();
  return {
    failure: error === null ? null : errorText(error, language),
    onRetry: isPermissionError(error) ? null : () => void refetch(),
  };
}
