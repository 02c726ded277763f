import type { Role, SatelliteRole } from '@wakeline/contract/roles';
import { SATELLITE_NETWORKS, type SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import type { Subject } from '../identity/access.ts';
import type { Scope } from '../identity/scope.ts';
import type { Visibility } from './accounts.ts';

/** The functions of which one permits a network. Aircraft carry terminals of each network. */
export const ROLES_OF_NETWORK: Readonly<Record<SatelliteNetwork, readonly Role[]>> = {
  beidou: ['eob_plugin_bdhl', 'eob_plugin_flight_msg'],
  iridium: ['eob_plugin_irim', 'eob_plugin_flight_msg'],
  inreach: ['eob_plugin_irim', 'eob_plugin_flight_msg'],
};

/** Networks whose terminals and messages the user may see. */
export function networksOf({ roles }: Pick<Subject, 'roles'>): readonly SatelliteNetwork[] {
  return SATELLITE_NETWORKS.filter((network) =>
    ROLES_OF_NETWORK[network].some((role) => roles.includes(role)),
  );
}

/** @param role only the networks of this function, none if the user lacks it; omitted: of all functions of the user */
export function visibilityOf(
  { accountId, groupIds, roles }: Scope & Pick<Subject, 'roles'>,
  role?: SatelliteRole,
): Visibility {
  const counted = role === undefined ? roles : roles.filter((one) => one === role);
  return {
    accountId,
    groupIds,
    networks: networksOf({ roles: counted }),
    tailNumbers: counted.includes('eob_plugin_flight_msg'),
  };
}
