import type { SatelliteRole } from '@wakeline/contract/roles';
import { useCallback } from 'react';
import { useSession } from '../../service/session.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import { findPageFunction, PAGE_PARAMETER, type PageFunction, ROLE_OF_PAGE } from './page-function.ts';

interface SatellitePage {
  /** Null: all functions of the user together. */
  readonly page: PageFunction | null;
  /** Restricts queries to the networks of the page. */
  readonly filter: { readonly role?: SatelliteRole };
  readonly search: URLSearchParams;
  /** Replaces the parameters of the address besides the function of the page. */
  readonly setSearch: (update: (before: URLSearchParams) => Readonly<Record<string, string>>) => void;
  /** URL of another tab of the page. */
  readonly buildUrl: (tab: SatelliteTab, parameters?: Readonly<Record<string, string>>) => string;
}

export const SATELLITE_TABS = ['messageRecord', 'sendMessage', 'phoneAccount', 'settings'] as const;
export type SatelliteTab = (typeof SATELLITE_TABS)[number];

/** The page of satellite messages that the address shows. */
export function useSatellitePage(): SatellitePage {
  const { roles } = useSession();
  const [search, setParameters] = useSearchParams();
  const page = findPageFunction(search, roles);
  const setSearch = useCallback<SatellitePage['setSearch']>(
    (update) =>
      setParameters(
        (before) => {
          const named = before.get(PAGE_PARAMETER);
          return { ...(named === null ? {} : { [PAGE_PARAMETER]: named }), ...update(before) };
        },
        { replace: true },
      ),
    [setParameters],
  );
  const named = search.get(PAGE_PARAMETER);
  const buildUrl: SatellitePage['buildUrl'] = (tab, parameters = {}) => {
    const all = new URLSearchParams({
      ...(named === null ? {} : { [PAGE_PARAMETER]: named }),
      ...parameters,
    });
    return `/satelliteNews/${tab}${all.size === 0 ? '' : `?${all}`}`;
  };
  const filter = page === null ? {} : { role: ROLE_OF_PAGE[page] };
  return { page, filter, search, setSearch, buildUrl };
}
