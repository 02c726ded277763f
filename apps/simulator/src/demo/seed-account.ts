import { createHash } from 'node:crypto';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { OperationName } from '@wakeline/contract/operations';
import type { Role } from '@wakeline/contract/roles';
import type { Target } from '../link/wire.ts';
import { FENCES } from './account-data/fences.ts';
import { FORWARD_TARGET } from './account-data/forward-target.ts';
import { INSTRUCTION_TEMPLATES, INSTRUCTIONS } from './account-data/instructions.ts';
import { MODELS } from './account-data/models.ts';
import { POINTS } from './account-data/points.ts';
import { createSchedules } from './account-data/report-schedules.ts';
import { ROUTES } from './account-data/routes.ts';
import { createRules } from './account-data/rules.ts';
import { airTrafficFeed } from './air-traffic.ts';
import { createPassword } from './create-password.ts';
import { TRAFFIC_FEED } from './harbour-traffic.ts';
import { VEHICLES } from './scenes/city-traffic.ts';
import { HARBOUR } from './scenes/harbour.ts';
import { RACE } from './scenes/race.ts';
import { createAviationKinds } from './seed-aviation.ts';
import { createCourseKinds } from './seed-courses.ts';
import { createLayerKinds } from './seed-layers.ts';
import { createMatchKinds } from './seed-matches.ts';
import { createPeopleKinds } from './seed-people.ts';
import { createSatelliteKinds } from './seed-satellite.ts';
import { createScreenKinds } from './seed-screens.ts';

/** What is needed to create the objects of the demo account. */
export interface SeedContext {
  readonly client: Client;
  /** Login of the account's holder. */
  readonly account: string;
  /** MD5 of the password: required for share links that are valid for more than a day. */
  readonly passwordDigest: string;
  /** Origin of the console. */
  readonly url: string;
  /** Ids of the demo groups by name, and of its devices by device id. */
  readonly groups: ReadonlyMap<string, number>;
  readonly trackers: ReadonlyMap<string, number>;
  /** Device ids of the demo devices by name. */
  readonly deviceIds: ReadonlyMap<string, string>;
  /** Devices of the share link. */
  readonly shared: readonly string[];
  /** Where the simulated ADS-B receiver is; null: off. */
  readonly airReceiver: Target | null;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** An object that the demo creates once. The name is also the one in the audit log. */
interface Item {
  readonly name: string;
  readonly create: () => Promise<unknown>;
}

export interface ResourceKind {
  /** The operation that creates one, as in the audit log. */
  readonly action: OperationName;
  readonly names: () => Promise<readonly string[]>;
  readonly items: readonly Item[];
}

const PANEL = '地图OSM';
const PANEL_URL =
  'https://www.openstreetmap.org/export/embed.html?bbox=120.10%2C35.93%2C120.55%2C36.18&layer=mapnik';
const SHARE = '帆船赛直播 Regatta live';
const SHARE_DAYS = 90;
const DAY = 86_400_000;

const EDITOR_ROLES: readonly Role[] = [
  'eob_plugin_loc_monitor',
  'eob_plugin_device_mg',
  'eob_plugin_sys_conf',
  'eob_plugin_custom_map',
  'eob_plugin_multiple_playback',
  'eob_plugin_instructions',
];
const VIEWER_ROLES: readonly Role[] = [
  'eob_plugin_loc_monitor',
  'eob_plugin_sys_conf',
  'eob_plugin_multiple_playback',
];

/**
 * Creates the objects of the account besides devices: fences, routes, labelled points, rules, image layers, a panel,
 * sub-accounts, a share link, device models, instructions with templates, communication accounts with contacts,
 * templates and settings, landing places, planes, people, a match, scheduled reports, big screens with a link, and a training. Existing
 * objects are not changed. Objects that were created before, according to the audit log, are not created again: a user has
 * renamed or deleted them.
 */
export async function seedAccount(context: SeedContext): Promise<void> {
  let createdCount = 0;
  for (const kind of createResourceKinds(context)) createdCount += await createMissing(kind, context);
  if (createdCount === 0) return;
  context.log(`demo: ${createdCount} fences, routes, points and other objects created`);
  await tryCreate(context, 'export', () =>
    context.client.call('exportMapObjects', { kind: 'fence', format: 'geojson' }, { signal: context.signal }),
  );
}

async function createMissing({ action, names, items }: ResourceKind, context: SeedContext): Promise<number> {
  let createdCount = 0;
  await tryCreate(context, action, async () => {
    const existing = new Set(await names());
    const missing = items.filter(({ name }) => !existing.has(name));
    if (missing.length === 0) return;
    const createdBefore = await listCreatedBefore(context, action);
    for (const { name, create } of missing) {
      if (!createdBefore.has(name) && (await tryCreate(context, name, create))) createdCount += 1;
    }
  });
  return createdCount;
}

/** Names of all objects ever created by this operation, within the retention of the audit log. */
async function listCreatedBefore(
  { client, signal }: SeedContext,
  action: OperationName,
): Promise<ReadonlySet<string>> {
  const { list } = await client.call('queryAuditLog', { action, pageIndex: 1, pageSize: 1_000 }, { signal });
  return new Set(list.map(({ target }) => target));
}

/** Failures (a limit, a missing function of the account) do not prevent the creation of other objects. */
async function tryCreate(
  { log }: SeedContext,
  name: string,
  create: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await create();
    return true;
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    log(`demo: ${name} could not be created: ${error.errorName}`);
    return false;
  }
}

function createResourceKinds(context: SeedContext): readonly ResourceKind[] {
  const { client, groups, airReceiver, signal } = context;
  const groupId = (group: string) => groups.get(group) ?? null;
  return [
    {
      action: 'createFence',
      names: async () =>
        (await client.call('queryAllFences', {}, { signal })).list.map((item) => item.fenceName),
      items: FENCES.map(({ group, ...fence }) => ({
        name: fence.fenceName,
        create: () => client.call('createFence', { ...fence, groupId: groupId(group) }, { signal }),
      })),
    },
    {
      action: 'addRoute',
      names: async () =>
        (await client.call('queryAllRoutes', {}, { signal })).list.map((item) => item.routeName),
      items: ROUTES.map(({ group, ...route }) => ({
        name: route.routeName,
        create: () => client.call('addRoute', { ...route, groupId: groupId(group) }, { signal }),
      })),
    },
    {
      action: 'addLabelPoint',
      names: async () =>
        (await client.call('queryAllLabelPoints', {}, { signal })).list.map((item) => item.placeName),
      items: POINTS.map(({ group, ...point }) => ({
        name: point.placeName,
        create: () => client.call('addLabelPoint', { ...point, groupId: groupId(group) }, { signal }),
      })),
    },
    {
      action: 'addRule',
      names: async () => (await client.call('queryRules', {}, { signal })).list.map((item) => item.ruleName),
      items: createRules(HARBOUR, VEHICLES).map(({ group, ...rule }) => ({
        name: rule.ruleName,
        create: () => {
          const id = group === null ? null : groupId(group);
          const targets =
            id === null ? { appliesTo: 'all' as const } : { appliesTo: 'groups' as const, groupIds: [id] };
          return client.call('addRule', { ...rule, ...targets }, { signal });
        },
      })),
    },
    {
      action: 'saveReportSchedule',
      names: async () =>
        (await client.call('queryReportSchedules', {}, { signal })).list.map((item) => item.scheduleName),
      items: createSchedules(HARBOUR).map(({ group, by, ...schedule }) => ({
        name: schedule.scheduleName,
        create: async () => {
          const { users } = await client.call('queryReportSchedules', {}, { signal });
          const id = group === null ? null : groupId(group);
          const owner = users.find((user) => user.account === context.account);
          const filter = { groupIds: id === null ? [] : [id], trackerIds: [], keywords: '', by };
          const content = {
            ...{ report: 'overview' as const, filter },
            order: { sort: 'name' as const, direction: 'ascending' as const },
          };
          const userIds = owner === undefined ? [] : [owner.userId];
          const form = { ...schedule, content, userIds, addresses: [] };
          await client.call('saveReportSchedule', { schedule: form }, { signal });
        },
      })),
    },
    ...createLayerKinds(context),
    {
      action: 'addPanel',
      names: async () => (await client.call('allPanels', {}, { signal })).list.map((item) => item.panelName),
      items: [
        {
          name: PANEL,
          create: () =>
            client.call(
              'addPanel',
              { panelName: PANEL, panelUrl: PANEL_URL, sort: 1, display: 'SHOW' },
              { signal },
            ),
        },
      ],
    },
    {
      action: 'addFeed',
      names: async () => (await client.call('queryFeeds', {}, { signal })).list.map((item) => item.feedName),
      items: [
        ...[TRAFFIC_FEED, ...(airReceiver === null ? [] : [airTrafficFeed(airReceiver)])].map((feed) => ({
          name: feed.feedName,
          create: () => client.call('addFeed', feed, { signal }),
        })),
      ],
    },
    {
      action: 'addForwardTarget',
      names: async () =>
        (await client.call('queryForwardTargets', {}, { signal })).list.map(({ form }) => form.targetName),
      items: [
        {
          name: FORWARD_TARGET.targetName,
          create: () => client.call('addForwardTarget', { target: FORWARD_TARGET }, { signal }),
        },
      ],
    },
    {
      action: 'createSubEobUser',
      names: async () =>
        (await client.call('queryAllSubEobUser', {}, { signal })).list.map((item) => item.account),
      items: createSubAccountItems(context),
    },
    {
      action: 'createShareLink',
      names: async () =>
        (await client.call('queryShareLinks', {}, { signal })).list.map((item) => item.shareName),
      items: [{ name: SHARE, create: () => createRegattaShare(context) }],
    },
    ...createInstructionKinds(context),
    ...createSatelliteKinds(context),
    ...createAviationKinds(context),
    ...createPeopleKinds(context),
    ...createMatchKinds(context),
    ...createScreenKinds(context),
    ...createCourseKinds(context),
  ];
}

/** An instruction is named after its device, as in the audit log. */
function createInstructionKinds({
  client,
  trackers,
  deviceIds,
  signal,
}: SeedContext): readonly ResourceKind[] {
  return [
    {
      action: 'addTrackModel',
      names: async () =>
        (await client.call('queryAllTrackModel', {}, { signal })).list.map((item) => item.modelName),
      items: MODELS.map((model) => ({
        name: model.modelName,
        create: () => client.call('addTrackModel', model, { signal }),
      })),
    },
    {
      action: 'addInstructionTemplate',
      names: async () =>
        (await client.call('queryInstructionTemplates', {}, { signal })).list.map(
          (item) => item.templateName,
        ),
      items: INSTRUCTION_TEMPLATES.map((template) => ({
        name: template.templateName,
        create: () => client.call('addInstructionTemplate', template, { signal }),
      })),
    },
    {
      action: 'sendInstruction',
      names: async () =>
        (await client.call('queryInstructionList', { pageIndex: 1, pageSize: 100 }, { signal })).list.map(
          (item) => item.trackerName,
        ),
      items: INSTRUCTIONS.map(({ device, instruction, parameters }) => ({
        name: device,
        create: () => {
          const trackerIds = [trackers.get(deviceIds.get(device) ?? '') ?? 0];
          return client.call('sendInstruction', { trackerIds, instruction, parameters }, { signal });
        },
      })),
    },
  ];
}

/**
 * One sub-account per permission; the viewer sees two groups. Passwords are random, because the logins are publicly
 * known.
 */
function createSubAccountItems({ client, account, groups, log, signal }: SeedContext): readonly Item[] {
  const scope = [HARBOUR, RACE].flatMap((name) => groups.get(name) ?? []);
  const accounts = [
    {
      suffix: 'admin',
      noteName: '管理员 Administrator',
      permission: 'administrator',
      roles: null,
      groupIds: null,
    },
    {
      suffix: 'editor',
      noteName: '编辑者 Editor',
      permission: 'editor',
      roles: EDITOR_ROLES,
      groupIds: null,
    },
    {
      suffix: 'viewer',
      noteName: '查看者 Viewer',
      permission: 'viewer',
      roles: VIEWER_ROLES,
      groupIds: scope,
    },
  ] as const;
  return accounts.map(({ suffix, noteName, permission, roles, groupIds }) => {
    const login = `${account}-${suffix}`;
    return {
      name: login,
      create: async () => {
        const current = await client.call('queryAllSubEobUser', {}, { signal });
        const password = createPassword();
        const pd = createHash('md5').update(password).digest('hex');
        await client.call(
          'createSubEobUser',
          {
            noteName,
            account: login,
            pd,
            permission,
            roles: roles === null ? current.roles : current.roles.filter((role) => roles.includes(role)),
            groupIds: groupIds === null ? null : [...groupIds],
          },
          { signal },
        );
        log(`demo: sub-account ${login} (${permission}) with password ${password}`);
      },
    };
  });
}

async function createRegattaShare({
  client,
  passwordDigest: oldPD,
  url,
  trackers,
  shared,
  log,
  signal,
}: SeedContext): Promise<void> {
  const trackerIds = shared.flatMap((deviceId) => trackers.get(deviceId) ?? []);
  const expireTime = Date.now() + SHARE_DAYS * DAY;
  const link = { shareName: SHARE, trackerIds, expireTime, backMinutes: 60, oldPD };
  const { code } = await client.call('createShareLink', link, { signal });
  log(`demo: public link without sign-in: ${url}/realTimeTrace?share=${code}`);
}
