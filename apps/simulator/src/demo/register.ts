import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { InputError } from '../input/input-error.ts';
import type { Target } from '../link/wire.ts';
import { updateAirTrafficFeed } from './air-traffic.ts';
import { TRAFFIC_FEED } from './harbour-traffic.ts';
import { seedAccount } from './seed-account.ts';
import type { Scene, SimulatedDevice } from './simulated-device.ts';

/** Address and login of the service. */
export interface Service {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly prefix: string;
  readonly account: string;
  readonly password: string;
  /** Where the simulated ADS-B receiver is; null: off. */
  readonly airReceiver: Target | null;
}

/** Time of the latest fix of each registered device, by device id; null: none yet. */
export type LatestFixTimes = ReadonlyMap<string, number | null>;

/** What the server has after the registration. */
export interface Registered {
  readonly latestFixTimes: LatestFixTimes;
  /** Token of the feed with the traffic of the harbour; null: users deleted or renamed it. */
  readonly feedToken: string | null;
}

/** Failures that are retried: the server or its database is starting. */
const TRANSIENT_ERRORS = new Set([
  'network-failed',
  'timed-out',
  'database-away',
  'overloaded',
  'answer-malformed',
]);
/** Milliseconds between two attempts. */
const RETRY_INTERVAL_MS = 500;

/**
 * Signs in, creates missing groups, devices and other objects, and returns the registered devices. Objects that users
 * have renamed or moved are not changed. Waits for a server that is still starting. Throws an InputError
 * `server-refused` if sign-in is refused.
 */
export async function register(
  service: Service,
  scenes: readonly Scene[],
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<Registered> {
  const client = await openSession(service, signal);
  const { list } = await client.call('queryAllTrackers', {}, { signal });
  const latestFixTimes = new Map(list.map(({ imei, trackerStatusDto }) => [imei, trackerStatusDto.fixTime]));
  const groups = await ensureGroups(client, scenes, signal);
  const missing = scenes.flatMap(({ group, devices }) =>
    devices
      .filter(({ deviceId }) => !latestFixTimes.has(deviceId))
      .map((device) => ({ ...toTrackerForm(device, Date.now()), groupId: groups.get(group) ?? null })),
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
    deviceIds: new Map(
      scenes.flatMap(({ devices }) => devices.map(({ name, deviceId }) => [name, deviceId] as const)),
    ),
    shared: scenes.flatMap(({ devices }) => devices.filter(({ icon }) => icon === 'sailboat')).map(idOf),
    airReceiver: service.airReceiver,
    log,
    signal,
  });
  if (service.airReceiver !== null) await updateAirTrafficFeed(client, service.airReceiver, signal);
  const { list: feeds } = await client.call('queryFeeds', {}, { signal });
  const feedToken = feeds.find(({ feedName }) => feedName === TRAFFIC_FEED.feedName)?.token ?? null;
  await client.call('logout', {}, { signal });
  return { latestFixTimes, feedToken };
}

function idOf({ deviceId }: SimulatedDevice): string {
  return deviceId;
}

/** Signs in. Waits for a server that is still starting; throws an InputError `server-refused` if it refuses. */
export async function openSession(service: Service, signal: AbortSignal): Promise<Client> {
  let token: string | null = null;
  const client = createClient({ baseUrl: service.url, prefix: service.prefix, token: () => token });
  token = await signIn(client, service, signal);
  return client;
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

const DAY_MS = 86_400_000;

function toTrackerForm(device: SimulatedDevice, now: number) {
  const { deviceId, name, label, icon, model, note, iotCard, validDays } = device;
  return {
    trackerName: name,
    imei: deviceId,
    label,
    model,
    note,
    iotCard,
    validUntil: validDays === null ? null : now + validDays * DAY_MS,
    iconDto: { iconUrl: icon, iconType: 'STANDARD' as const },
  };
}

/** The digest that the service takes instead of the password. */
function digestOf(password: string): string {
  return createHash('md5').update(password).digest('hex');
}
