import { LANDING_PLACES } from './account-data/landing-places.ts';
import { PLANES } from './account-data/planes.ts';
import { type DemoTask, TASKS } from './account-data/watch-tasks.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

/** Planes of the demo's airfield, with their devices, landing places, and tasks. */
export function createAviationKinds(context: SeedContext): readonly ResourceKind[] {
  const { client, groups, trackers, deviceIds, signal } = context;
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
    {
      action: 'createTask',
      names: async () =>
        (await client.call('queryTasksByPage', { pageIndex: 1, pageSize: 100 }, { signal })).list.map(
          (item) => item.taskName,
        ),
      items: TASKS.map((task) => ({ name: task.taskName, create: () => createTask(context, task) })),
    },
  ];
}

async function createTask(
  { client, trackers, deviceIds, signal }: SeedContext,
  { devices, line, ...form }: DemoTask,
): Promise<void> {
  const trackerIds = devices.flatMap((name) => trackers.get(deviceIds.get(name) ?? '') ?? []);
  const routes = line === undefined ? [] : (await client.call('queryAllRoutes', {}, { signal })).list;
  const route = routes.find(({ routeName }) => routeName === line?.routeName);
  const { routeName: _, ...limits } = line ?? {
    routeName: '',
    limit: 0 as const,
    lowest: null,
    highest: null,
  };
  await client.call(
    'createTask',
    { ...form, trackerIds, line: route === undefined ? null : { routeId: route.routeId, ...limits } },
    { signal },
  );
}
