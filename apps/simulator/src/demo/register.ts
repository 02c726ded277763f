import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { InputError } from '../input/input-error.ts';
import { seedAccount } from './seed-account.ts';
import type { Scene, SimulatedDevice } from './simulated-device.ts';

/** Where the service is and who the demo is there. */
export interface Service {
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly prefix: string;
  readonly account: string;
  readonly password: string;
}

/** What the server knows of the demo's devices: the time of each one's newest fix by its number; null for none yet. */
export type LatestFixTimes = ReadonlyMap<string, number | null>;

/** Failures after which the server is asked again: it starts, or its database does. */
const TRANSIENT_ERRORS = new Set([
  'network-failed',
  'timed-out',
  'database-away',
  'overloaded',
  'answer-malformed',
]);
/** Milliseconds between two tries. */
const RETRY_INTERVAL_MS = 500;

/**
 * Signs in, makes the groups, devices and other things that are missing, and answers what is there. What a person has renamed or moved
 * meanwhile stays as it is. Waits for a server that is not up yet. Throws an InputError `server-refused` when it does not let the demo in.
 */
export async function register(
  service: Service,
  scenes: readonly Scene[],
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<LatestFixTimes> {
  let token: string | null = null;
  const client = createClient({ baseUrl: service.url, prefix: service.prefix, token: () => token });
  token = await signIn(client, service, signal);
  const { list } = await client.call('queryAllTrackers', {}, { signal });
  const latestFixTimes = new Map(list.map(({ imei, trackerStatusDto }) => [imei, trackerStatusDto.fixTime]));
  const groups = await ensureGroups(client, scenes, signal);
  const missing = scenes.flatMap(({ group, devices }) =>
    devices
      .filter(({ deviceId }) => !latestFixTimes.has(deviceId))
      .map((device) => ({ ...toTrackerForm(device), groupId: groups.get(group) ?? null })),
  );
  if (missing.length > 0) {
    const { failed } = await client.call('batchAddTrackers', { trackers: missing }, { signal });
    const [first] = failed;
    if (first !== undefined) {
      throw new InputError('server-refused', `device ${first.imei}: ${first.error}: ${first.message}`);
    }
    for (const { imei } of missing) latestFixTimes.set(imei, null);
  }
  const { list: registered } = await client.call('queryAllTrackers', {}, { signal });
  await seedAccount({
    client,
    account: service.account,
    passwordDigest: digestOf(service.password),
    url: service.url,
    groups,
    trackers: new Map(registered.map(({ imei, trackerId }) => [imei, trackerId])),
    shared: scenes.flatMap(({ devices }) => devices.filter(({ icon }) => icon === 'sailboat')).map(idOf),
    log,
    signal,
  });
  await client.call('logout', {}, { signal });
  return latestFixTimes;
}

function idOf({ deviceId }: SimulatedDevice): string {
  return deviceId;
}

async function signIn(client: Client, { account, password }: Service, signal: AbortSignal): Promise<string> {
  const pd = digestOf(password);
  for (;;) {
    try {
      const { accountMsg } = await client.call('loginByCodeOrPd', { phone: account, pd }, { signal });
      return accountMsg.token;
    } catch (error) {
      if (!(error instanceof NamedError)) throw error;
      if (!TRANSIENT_ERRORS.has(error.errorName))
        throw new InputError('server-refused', `${error.errorName}: ${error.message}`);
      await pause(RETRY_INTERVAL_MS, undefined, { signal });
    }
  }
}

async function ensureGroups(
  client: Client,
  scenes: readonly Scene[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const { list } = await client.call('queryAllGroups', {}, { signal });
  const ids = new Map(list.map(({ gn, groupId }) => [gn, groupId]));
  for (const { group } of scenes) {
    if (ids.has(group)) continue;
    const { groupId } = await client.call('createGroup', { groupName: group }, { signal });
    ids.set(group, groupId);
  }
  return ids;
}

function toTrackerForm({ deviceId, name, label, icon, model, note }: SimulatedDevice) {
  return {
    trackerName: name,
    imei: deviceId,
    label,
    model,
    note,
    iconDto: { iconUrl: icon, iconType: 'STANDARD' as const },
  };
}

/** What the service takes instead of a password. */
function digestOf(password: string): string {
  return createHash('md5').update(password).digest('hex');
}
