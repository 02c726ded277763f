import { useCallback } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams as useRenderedSearchParams } from 'react-router';

type SearchParams = URLSearchParams | Readonly<Record<string, string>>;
type SearchParamsUpdate = SearchParams | ((before: URLSearchParams) => SearchParams);

export type SetSearchParams = (update: SearchParamsUpdate, options?: NavigateOptions) => void;

/**
 * The search parameters of the address, and a stable function that changes them. Unlike the router's own hook, an
 * update starts from the current address: one that follows another before React has rendered it does not undo it.
 */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const [searchParams] = useRenderedSearchParams();
  const navigate = useNavigate();
  const setSearchParams = useCallback<SetSearchParams>(
    (update, options) => {
      const next =
        typeof update === 'function' ? update(new URLSearchParams(window.location.search)) : update;
      void navigate(`?${new URLSearchParams(next)}`, options);
    },
    [navigate],
  );
  return [searchParams, setSearchParams];
}
