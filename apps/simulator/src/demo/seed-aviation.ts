import { type DemoFlight, FLIGHTS } from './account-data/flights.ts';
import { LANDING_PLACES } from './account-data/landing-places.ts';
import { PLANES } from './account-data/planes.ts';
import { type DemoTask, TASKS, TRACKED_TASK } from './account-data/watch-tasks.ts';
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
      action: 'createFlight',
      names: async () =>
        (await client.call('queryFlightsByPage', { pageIndex: 1, pageSize: 100 }, { signal })).list.map(
          (item) => item.flightNumber,
        ),
      items: FLIGHTS.map((flight) => ({
        name: flight.flightNumber,
        create: () => createFlight(context, flight),
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
    {
      action: 'startTrackingMode',
      // The audit log has those that were started before.
      names: async () => [],
      items: [{ name: TRACKED_TASK.taskName, create: () => startTracking(context) }],
    },
  ];
}

async function createTask(
  { client, trackers, deviceIds, signal }: SeedContext,
  { devices, line, flight, ...form }: DemoTask,
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
  const flights =
    flight === undefined
      ? []
      : (await client.call('queryFlightsByPage', { keywords: flight }, { signal })).list;
  const flightId = flights.find(({ flightNumber }) => flightNumber === flight)?.flightId ?? null;
  await client.call(
    'createTask',
    {
      ...form,
      flightId,
      trackerIds,
      line: route === undefined ? null : { routeId: route.routeId, ...limits },
    },
    { signal },
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Saturday and Sunday in ISO 8601. */
const WEEKEND = [6, 7];

async function startTracking({ client, signal }: SeedContext): Promise<void> {
  const { taskName, interval, restoreInterval, hours } = TRACKED_TASK;
  const { list } = await client.call('queryAllTask', {}, { signal });
  const task = list.find((one) => one.taskName === taskName);
  if (task === undefined) return;
  const endTime = Date.now() + hours * HOUR_MS;
  await client.call(
    'startTrackingMode',
    { taskId: task.taskId, interval, endTime, restoreInterval },
    { signal },
  );
}

async function createFlight({ client, signal }: SeedContext, flight: DemoFlight): Promise<void> {
  const { flightNumber, alternate, peopleOnBoard, note, weekends = 0 } = flight;
  const places = (await client.call('queryLandingPlaces', {}, { signal })).list;
  const placeOf = (name: string) => {
    const own = places.find(({ landingPlaceName }) => landingPlaceName === name);
    return own === undefined ? { ident: name } : { landingPlaceId: own.landingPlaceId };
  };
  const planes = (await client.call('queryPlanesByPage', { pageIndex: 1, pageSize: 100 }, { signal })).list;
  const plane = planes.find(({ tailNumber }) => tailNumber === flight.tailNumber);
  const routes = flight.route === null ? [] : (await client.call('queryAllRoutes', {}, { signal })).list;
  const route = routes.find(({ routeName }) => routeName === flight.route);
  const takeoffTime = Math.round(Date.now() / MINUTE_MS + flight.takeoff) * MINUTE_MS;
  const until = new Date(takeoffTime + weekends * 7 * DAY_MS).toISOString().slice(0, 10);
  const { flightIds } = await client.call(
    'createFlight',
    {
      ...{ flightNumber, alternate, peopleOnBoard, note },
      planeId: plane?.planeId ?? null,
      departure: placeOf(flight.from),
      arrival: placeOf(flight.to),
      takeoffTime,
      arrivalTime: takeoffTime + flight.minutes * MINUTE_MS,
      routeId: route?.routeId ?? null,
      ...(weekends > 0 && { repeat: { weekdays: WEEKEND, until } }),
    },
    { signal },
  );
  const [flightId] = flightIds;
  if (flight.isCancelled === true && flightId !== undefined)
    await client.call('cancelFlight', { flightId }, { signal });
}
