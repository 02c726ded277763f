import { type Role, SATELLITE_ROLES } from '@wakeline/contract/roles';

/** Titles of the page: one per function, and one for users with several of them. */
type RoleTitle = 'beidou' | 'iridium' | 'plane' | 'all';

const TITLES: Readonly<Record<(typeof SATELLITE_ROLES)[number], RoleTitle>> = {
  eob_plugin_bdhl: 'beidou',
  eob_plugin_irim: 'iridium',
  eob_plugin_flight_msg: 'plane',
};

/** The title for a user with these functions. */
export function roleTitleOf(roles: readonly { readonly name: Role }[]): RoleTitle {
  const [first, ...others] = SATELLITE_ROLES.filter((role) => roles.some(({ name }) => name === role));
  return first === undefined || others.length > 0 ? 'all' : TITLES[first];
}
