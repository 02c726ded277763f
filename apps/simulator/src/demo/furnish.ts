import { createHash, randomInt } from 'node:crypto';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { OperationName } from '@wakeline/contract/operations';
import type { Role } from '@wakeline/contract/roles';
import { courseMap } from './furniture/course-map.ts';
import { FENCES } from './furniture/fences.ts';
import { POINTS } from './furniture/points.ts';
import { ROUTES } from './furniture/routes.ts';
import { HARBOUR } from './scenes/harbour.ts';
import { RACE } from './scenes/race.ts';

/** Who is signed in, for whom. */
export interface Household {
  readonly client: Client;
  /** Login of the account's holder. */
  readonly account: string;
  /** MD5 of the password, as it is sent: share links that live for days ask for it. */
  readonly passwordDigest: string;
  /** Origin of the console. */
  readonly url: string;
  /** Ids of the demo's groups by name, and of its devices by number. */
  readonly groups: ReadonlyMap<string, number>;
  readonly trackers: ReadonlyMap<string, number>;
  /** Devices that the share link shows. */
  readonly shared: readonly string[];
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A thing that the demo makes once: under this name, which is also its name in the audit log. */
interface Item {
  readonly name: string;
  readonly make: () => Promise<unknown>;
}

interface Kind {
  /** The operation that makes one, as the audit log names it. */
  readonly action: OperationName;
  readonly names: () => Promise<readonly string[]>;
  readonly items: readonly Item[];
}

const LAYER = '赛道图 Course map';
const PANEL = '地图OSM';
const PANEL_URL =
  'https://www.openstreetmap.org/export/embed.html?bbox=120.10%2C35.93%2C120.55%2C36.18&layer=mapnik';
const SHARE = '帆船赛直播 Regatta live';
const SHARE_DAYS = 90;
const DAY = 86_400_000;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const EDITOR_ROLES: readonly Role[] = [
  'eob_plugin_loc_monitor',
  'eob_plugin_device_mg',
  'eob_plugin_sys_conf',
  'eob_plugin_custom_map',
  'eob_plugin_multiple_playback',
];
const VIEWER_ROLES: readonly Role[] = [
  'eob_plugin_loc_monitor',
  'eob_plugin_sys_conf',
  'eob_plugin_multiple_playback',
];

/**
 * Puts into the account what a fleet has besides devices: fences, routes, labelled points, an own layer, a panel, sub-accounts and a share
 * link. What is there stays as it is. What the audit log says was made before is not made again: somebody renamed or deleted it.
 */
export async function furnish(house: Household): Promise<void> {
  let made = 0;
  for (const kind of kindsOf(house)) made += await makeMissing(kind, house);
  if (made === 0) return;
  house.say(`demo: ${made} fences, routes, points and other things made`);
  await attempt(house, 'export', () =>
    house.client.call('exportMapObjects', { kind: 'fence', format: 'geojson' }, { signal: house.signal }),
  );
}

async function makeMissing({ action, names, items }: Kind, house: Household): Promise<number> {
  let made = 0;
  await attempt(house, action, async () => {
    const there = new Set(await names());
    const missing = items.filter(({ name }) => !there.has(name));
    if (missing.length === 0) return;
    const before = await madeBefore(house, action);
    for (const { name, make } of missing) {
      if (!before.has(name) && (await attempt(house, name, make))) made += 1;
    }
  });
  return made;
}

/** Names of what was ever made by this operation, as long as the account keeps its audit log. */
async function madeBefore(
  { client, signal }: Household,
  action: OperationName,
): Promise<ReadonlySet<string>> {
  const { list } = await client.call('queryAuditLog', { action, pageIndex: 1, pageSize: 1_000 }, { signal });
  return new Set(list.map(({ target }) => target));
}

/** An account that may not have something (a limit, a function that it lacks) has the rest all the same. */
async function attempt({ say }: Household, what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    say(`demo: ${what} could not be made: ${error.errorName}`);
    return false;
  }
}

function kindsOf(house: Household): readonly Kind[] {
  const { client, groups, signal } = house;
  const groupId = (group: string) => groups.get(group) ?? null;
  return [
    {
      action: 'createFence',
      names: async () =>
        (await client.call('queryAllFences', {}, { signal })).list.map((one) => one.fenceName),
      items: FENCES.map(({ group, ...fence }) => ({
        name: fence.fenceName,
        make: () => client.call('createFence', { ...fence, groupId: groupId(group) }, { signal }),
      })),
    },
    {
      action: 'addRoute',
      names: async () =>
        (await client.call('queryAllRoutes', {}, { signal })).list.map((one) => one.routeName),
      items: ROUTES.map(({ group, ...route }) => ({
        name: route.routeName,
        make: () => client.call('addRoute', { ...route, groupId: groupId(group) }, { signal }),
      })),
    },
    {
      action: 'addLabelPoint',
      names: async () =>
        (await client.call('queryAllLabelPoints', {}, { signal })).list.map((one) => one.placeName),
      items: POINTS.map(({ group, ...point }) => ({
        name: point.placeName,
        make: () => client.call('addLabelPoint', { ...point, groupId: groupId(group) }, { signal }),
      })),
    },
    {
      action: 'addLayer',
      names: async () =>
        (await client.call('queryAllLayers', {}, { signal })).list.map((one) => one.layerName),
      items: [{ name: LAYER, make: () => addCourseMap(house) }],
    },
    {
      action: 'addPanel',
      names: async () => (await client.call('allPanels', {}, { signal })).list.map((one) => one.panelName),
      items: [
        {
          name: PANEL,
          make: () =>
            client.call(
              'addPanel',
              { panelName: PANEL, panelUrl: PANEL_URL, sort: 1, display: 'SHOW' },
              { signal },
            ),
        },
      ],
    },
    {
      action: 'createSubEobUser',
      names: async () =>
        (await client.call('queryAllSubEobUser', {}, { signal })).list.map((one) => one.account),
      items: subAccounts(house),
    },
    {
      action: 'createShareLink',
      names: async () =>
        (await client.call('queryShareLinks', {}, { signal })).list.map((one) => one.shareName),
      items: [{ name: SHARE, make: () => shareRegatta(house) }],
    },
  ];
}

function addCourseMap({ client, signal }: Household): Promise<unknown> {
  const { file, layerPoints, mapPoints } = courseMap();
  return client.call(
    'addLayer',
    { layerName: LAYER, picture: file, layerPoints, mapPoints, opacity: 75 },
    { signal },
  );
}

/** One of each permission; the viewer sees two groups. Their passwords are random: the demo must not be open to who knows its logins. */
function subAccounts({ client, account, groups, say, signal }: Household): readonly Item[] {
  const scope = [HARBOUR, RACE].flatMap((name) => groups.get(name) ?? []);
  const people = [
    {
      suffix: 'admin',
      noteName: '管理员 Administrator',
      permission: 'administrator',
      roles: null,
      groupIds: null,
    },
    {
      suffix: 'editor',
      noteName: '编辑员 Editor',
      permission: 'editor',
      roles: EDITOR_ROLES,
      groupIds: null,
    },
    {
      suffix: 'viewer',
      noteName: '查看员 Viewer',
      permission: 'viewer',
      roles: VIEWER_ROLES,
      groupIds: scope,
    },
  ] as const;
  return people.map(({ suffix, noteName, permission, roles, groupIds }) => {
    const login = `${account}-${suffix}`;
    return {
      name: login,
      make: async () => {
        const given = await client.call('queryAllSubEobUser', {}, { signal });
        const password = Array.from({ length: 12 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
          '',
        );
        const pd = createHash('md5').update(password).digest('hex');
        await client.call(
          'createSubEobUser',
          {
            noteName,
            account: login,
            pd,
            permission,
            roles: roles === null ? given.roles : given.roles.filter((role) => roles.includes(role)),
            groupIds: groupIds === null ? null : [...groupIds],
          },
          { signal },
        );
        say(`demo: sub-account ${login} (${permission}) with password ${password}`);
      },
    };
  });
}

async function shareRegatta({
  client,
  passwordDigest: oldPD,
  url,
  trackers,
  shared,
  say,
  signal,
}: Household): Promise<void> {
  const trackerIds = shared.flatMap((deviceId) => trackers.get(deviceId) ?? []);
  const expireTime = Date.now() + SHARE_DAYS * DAY;
  const link = { shareName: SHARE, trackerIds, expireTime, backMinutes: 60, oldPD };
  const { code } = await client.call('createShareLink', link, { signal });
  say(`demo: for everybody, without signing in: ${url}/realTimeTrace?share=${code}`);
}
