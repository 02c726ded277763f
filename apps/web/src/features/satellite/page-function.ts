import { type Role, SATELLITE_ROLES, type SatelliteRole } from '@wakeline/contract/roles';

/** Pages of satellite messages: one per function. */
const PAGE_FUNCTIONS = ['beidou', 'iridium', 'plane'] as const;
export type PageFunction = (typeof PAGE_FUNCTIONS)[number];

export const ROLE_OF_PAGE: Readonly<Record<PageFunction, SatelliteRole>> = {
  beidou: 'eob_plugin_bdhl',
  iridium: 'eob_plugin_irim',
  plane: 'eob_plugin_flight_msg',
};

/** Parameter of the address with the function of the page. */
export const PAGE_PARAMETER = 'of';

/**
 * The function whose page an address shows: the one that it names, or the only one of the user. Null: all functions of
 * the user together.
 */
export function findPageFunction(
  search: URLSearchParams,
  roles: readonly { readonly name: Role }[],
): PageFunction | null {
  const own = PAGE_FUNCTIONS.filter((page) => roles.some(({ name }) => name === ROLE_OF_PAGE[page]));
  const [only, ...others] = own;
  const named = own.find((page) => page === search.get(PAGE_PARAMETER));
  return named ?? (only !== undefined && others.length === 0 ? only : null);
}

/** Whether the user has any of the functions. */
export function hasSatelliteRole(roles: readonly { readonly name: Role }[]): boolean {
  return roles.some(({ name }) => (SATELLITE_ROLES as readonly Role[]).includes(name));
}
