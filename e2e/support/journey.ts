import { test as base } from '@playwright/test';
import { Console } from './console.ts';
import { Device } from './device.ts';
import { ServerProcess } from './server.ts';

/** Registers a device and returns its id. */
interface Registration {
  readonly name: string;
  readonly imei: string;
  readonly groupId?: number;
  readonly label?: string;
  readonly icon?: string;
}

interface WorkerFixtures {
  /** One server for all journeys of a worker that do not change its settings. */
  readonly sharedServer: ServerProcess;
  /** A server with open registration for journeys about signing in; started on first use. */
  readonly registrationServer: ServerProcess;
}

interface TestFixtures {
  /** A server whose account has no devices, no groups, no tasks and nothing unread. */
  readonly server: ServerProcess;
  readonly console: Console;
  readonly register: (registration: Registration) => Promise<number>;
  /** Connects a registered device; it disconnects at the end of the journey. */
  readonly connect: (imei: string) => Promise<Device>;
}

/** A journey through the console, with a server and devices behind it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await ServerProcess.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],

  registrationServer: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const server = await ServerProcess.start();
      await server.operator('admin', 'registration', 'open');
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],

  server: async ({ sharedServer }, use) => {
    await clearAccount(sharedServer);
    await use(sharedServer);
  },

  console: async ({ page, server }, use) => {
    await use(new Console(page, server));
  },

  register: async ({ server }, use) => {
    await use((registration) => registerAt(server, registration));
  },

  connect: async ({ server }, use) => {
    const devices: Device[] = [];
    await use(async (imei) => {
      const device = await Device.connect(imei, server.ports.jt808);
      devices.push(device);
      return device;
    });
    for (const device of devices) device.disconnect();
  },
});

export { expect } from '@playwright/test';

export async function registerAt(
  { client }: ServerProcess,
  { name, imei, groupId, label, icon }: Registration,
): Promise<number> {
  const { trackerId } = await client.call('addTracker', {
    trackerName: name,
    imei,
    ...(groupId === undefined ? {} : { groupId }),
    ...(label === undefined ? {} : { label }),
    iconDto: { iconUrl: icon ?? 'motorboat', iconType: 'STANDARD' },
  });
  return trackerId;
}

/** A running match cannot be deleted. */
async function clearMatches(client: ServerProcess['client']): Promise<void> {
  const { list } = await client.call('queryMatchMsgByPage', { pageSize: 100 });
  for (const { matchId, state } of list) {
    if (state === 'running') await client.call('editMatchStatus', { matchId, state: 'finished' });
    await client.call('deleteMatch', { matchId });
  }
}

async function clearAccount({ client }: ServerProcess): Promise<void> {
  await clearAviation(client);
  await clearMatches(client);
  const people = await client.call('queryPeoplesByPage', { pageSize: 100 });
  const personIds = people.list.map(({ personId }) => personId);
  if (personIds.length > 0) await client.call('batchDeletePeople', { personIds });
  const trackers = await client.call('queryAllTrackers', {});
  for (const { trackerId } of trackers.list) await client.call('removeTracker', { trackerId });
  const groups = await client.call('queryAllGroups', {});
  for (const { groupId } of groups.list) await client.call('deleteGroup', { groupId });
  await client.call('editGroupShow', { groupIds: [null], display: 'SHOW' });
  await client.call('changeAllMsgToRead', {});
}

async function clearAviation(client: ServerProcess['client']): Promise<void> {
  const tasks = await client.call('queryTasksByPage', { pageSize: 100 });
  for (const { taskId } of tasks.list) await client.call('deleteTask', { taskId });
  const flightIds = (await client.call('queryFlightsByPage', { pageSize: 100 })).list.map(
    (flight) => flight.flightId,
  );
  if (flightIds.length > 0) await client.call('deleteFlight', { flightIds });
  const planeIds = (await client.call('queryPlanesByPage', { pageSize: 100 })).list.map(
    (plane) => plane.planeId,
  );
  if (planeIds.length > 0) await client.call('deletePlanes', { planeIds });
  const landingPlaceIds = (await client.call('queryLandingPlaces', {})).list.map(
    (place) => place.landingPlaceId,
  );
  if (landingPlaceIds.length > 0) await client.call('deleteLandingPlaces', { landingPlaceIds });
}
