import { LANDING_PLACES } from './account-data/landing-places.ts';
import { PLANES } from './account-data/planes.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

/** Planes of the demo's airfield, with their devices, and landing places. */
export function createAviationKinds({
  client,
  groups,
  trackers,
  deviceIds,
  signal,
}: SeedContext): readonly ResourceKind[] {
  return [
    {
      action: 'createLandingPlace',
      names: async () =>
        (await client.call('queryLandingPlaces', {}, { signal })).list.map((item) => item.landingPlaceName),
      items: LANDING_PLACES.map((place) => ({
        name: place.landingPlaceName,
        create: () => client.call('createLandingPlace', place, { signal }),
      })),
    },
    {
      action: 'createPlane',
      names: async () =>
        (await client.call('queryPlanesByPage', { pageIndex: 1, pageSize: 100 }, { signal })).list.map(
          (item) => item.tailNumber,
        ),
      items: PLANES.map(({ device, group, ...form }) => ({
        name: form.tailNumber,
        create: () => {
          const trackerId = device === null ? null : (trackers.get(deviceIds.get(device) ?? '') ?? null);
          const groupId = group === null ? null : (groups.get(group) ?? null);
          return client.call('createPlane', { ...form, trackerId, groupId }, { signal });
        },
      })),
    },
  ];
}
