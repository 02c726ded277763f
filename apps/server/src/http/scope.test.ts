import { NamedError } from '@wakeline/contract/errors';
import type { Operation, Permission } from '@wakeline/contract/operation';
import { OPERATIONS, type OperationName } from '@wakeline/contract/operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { subscriptionTo } from '../delivery/testing/subscribers.ts';
import { passwordDigest } from '../identity/password.ts';
import { callAny } from '../testing/call-any.ts';
import { PASSWORD, Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';

/**
 * The scope of users who are limited to some tracker groups. The contract defines which operations concern trackers, groups
 * or notices: a new operation that is not named here fails this test.
 */
const PERMISSIONS = ['viewer', 'editor', 'administrator'] as const;
type Scoped = (typeof PERMISSIONS)[number];

/** `inScope` is in the group of the users, `outOfScope` in another group, `ungrouped` in none. */
interface ScopedTracker {
  readonly trackerId: number;
  readonly groupId: number | null;
  readonly messageId: number;
}

let world: World;
let harbour: WorldAccount;
let holder: Person;
let people: Record<Scoped, Person>;
let inScope: ScopedTracker & { readonly groupId: number };
let outOfScope: ScopedTracker & { readonly groupId: number };
let ungrouped: ScopedTracker;
let count = 0;

async function createScopedTracker(name: string, groupId: number | null): Promise<ScopedTracker> {
  count += 1;
  const imei = `boat-${count}`;
  const trackerId = await harbour.tracker(imei, `${name} ${count}`, groupId ?? undefined);
  const messageId = await world.appendNotice(harbour.accountId, trackerId, { latitude: 54, longitude: 10 });
  return { trackerId, groupId, messageId };
}

beforeAll(async () => {
  world = await startWorld();
  // The operator's account, whose users have the widest access.
  harbour = await world.account('operator');
  holder = await harbour.person('holder');
  const group = async (groupName: string) => (await holder.call('createGroup', { groupName })).groupId;
  const [pilots, tugs] = [await group('Pilots'), await group('Tugs')];
  inScope = { ...(await createScopedTracker('Mine', pilots)), groupId: pilots };
  outOfScope = { ...(await createScopedTracker('Secret', tugs)), groupId: tugs };
  ungrouped = await createScopedTracker('Secret', null);
  await holder.call('createShareLink', {
    shareName: 'Mine and others',
    trackerIds: [inScope.trackerId, outOfScope.trackerId, ungrouped.trackerId],
    expireTime: world.clock.now() + 60_000,
  });
  const position: [number, number] = [110.4, 24.7];
  await holder.call('createFence', {
    fenceName: 'Secret',
    fenceType: 'CIRCULAR',
    fenceData: { center: position, radius: 100 },
    color: '#0b5cad',
    groupId: tugs,
  });
  await holder.call('addLabelPoint', { placeName: 'Secret', latitude: 1, longitude: 2, groupId: tugs });
  await holder.call('addRoute', {
    routeName: 'Secret',
    color: '#0b5cad',
    dataPoints: [position, [111, 25]],
    groupId: tugs,
  });
  await holder.call('addRule', {
    ruleName: 'Secret',
    condition: { type: 'started' },
    appliesTo: 'groups',
    groupIds: [tugs],
  });
  await holder.call('createPlane', {
    tailNumber: 'B-HIDDEN',
    kind: 'light',
    model: 'Secret',
    trackerId: outOfScope.trackerId,
  });
  await holder.call('createPeople', { personName: 'Secret', trackerId: outOfScope.trackerId });
  await holder.call('createTask', {
    taskName: 'Secret',
    flightNumber: 'Secret',
    trackerIds: [outOfScope.trackerId],
  });
  const scoped = (permission: Scoped) =>
    harbour.person(`scoped ${permission}`, { permission, groupIds: [pilots] });
  await holder.call('createBdUsers', {
    bdUsers: [
      {
        bdUserName: 'Secret',
        cardNumber: '4207733',
        network: 'beidou',
        password: 'abc123',
        trackerId: outOfScope.trackerId,
      },
    ],
  });
  people = {
    viewer: await scoped('viewer'),
    editor: await scoped('editor'),
    administrator: await scoped('administrator'),
  };
});
afterAll(() => world.stop());

const OPERATION_LIST: readonly Operation[] = Object.values(OPERATIONS);
const RANK: readonly Permission[] = ['viewer', 'editor', 'administrator', 'holder'];

function canCall(operation: Operation, permission: Permission): boolean {
  if (operation.access === 'public') return false;
  const requiredPermission = typeof operation.access === 'object' ? operation.access.permission : 'viewer';
  return RANK.indexOf(permission) >= RANK.indexOf(requiredPermission);
}

/** Fields that identify a tracker, group or notice. `msgId` is a cursor and identifies none. */
const NAMING_FIELDS = [
  'trackerId',
  'trackerIds',
  'groupId',
  'groupIds',
  'messageId',
  'messageIds',
  'imei',
  'imeis',
];

/** All identifying fields in a schema. */
function namingFieldsOf(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return NAMING_FIELDS.filter((field) => text.includes(`"${field}":`));
}

/** A replay of one tracker in the caller's scope and one outside of it. */
function withVisibleTracker({ trackerId }: ScopedTracker): object {
  return { trackerIds: [inScope.trackerId, trackerId], startTime: 1, endTime: 2 };
}

/** A batch change of one tracker in the caller's scope and one outside of it. */
function ticked({ trackerId }: ScopedTracker): object {
  return { trackerIds: [inScope.trackerId, trackerId] };
}

/** A target that gets a tracker outside of the caller's scope. */
function forwarded({ trackerId }: ScopedTracker): object {
  return {
    target: {
      kind: 'http' as const,
      targetName: 'Archive',
      url: 'https://8.8.8.8/',
      contents: ['positions' as const],
      scope: { type: 'trackers' as const, trackerIds: [trackerId] },
      enabled: true,
    },
  };
}

/** A subscription to the notices of a tracker outside of the caller's scope. */
function subscribed({ trackerId }: ScopedTracker): object {
  return subscriptionTo(1, { scope: { type: 'trackers', trackerIds: [trackerId] } });
}

/** Payloads of operations that name a tracker, group or notice, with one outside of the caller's scope. */
const DENIED: Partial<
  Record<OperationName, { readonly payload: (hidden: ScopedTracker) => object; readonly error: string }>
> = {
  queryTrackerById: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  queryTrackerData: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  queryTrackerKey: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  renewTrackerKey: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  queryTrackerProtocol: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  editTracker: { payload: ({ trackerId }) => ({ trackerId, note: 'x' }), error: 'tracker-unknown' },
  querySupportedInstructions: {
    payload: ({ trackerId }) => ({ trackerIds: [trackerId] }),
    error: 'tracker-unknown',
  },
  sendInstruction: {
    payload: ({ trackerId }) => ({ trackerIds: [trackerId], instruction: 'restart' }),
    error: 'tracker-unknown',
  },
  queryInstructionList: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  exportInstructions: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  getInstructionByTime: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  restoreIntervals: { payload: ({ trackerId }) => ({ trackerIds: [trackerId] }), error: 'tracker-unknown' },
  removeTracker: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  getTrackByTime: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  getTrackPartByTime: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  getTrackColumns: { payload: withVisibleTracker, error: 'tracker-unknown' },
  queryTrackContext: { payload: withVisibleTracker, error: 'tracker-unknown' },
  getTrackReplyByTime: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  getChartData: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  queryTrackNotices: { payload: withVisibleTracker, error: 'tracker-unknown' },
  countTrackByTime: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  deleteTrackByTime: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  exportTrack: {
    payload: (hidden) => ({ ...withVisibleTracker(hidden), format: 'gpx' }),
    error: 'tracker-unknown',
  },
  importTrack: {
    payload: ({ trackerId }) => {
      const text = 'time,latitude,longitude\n2026-05-01T10:00:00Z,36.1,120.3\n';
      return { trackerId, file: new File([text], 'pier.csv') };
    },
    error: 'tracker-unknown',
  },
  matchTrack: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1, endTime: 2 }),
    error: 'tracker-unknown',
  },
  queryTrails: {
    payload: ({ trackerId }) => ({ trackerIds: [inScope.trackerId, trackerId], minutes: 5 }),
    error: 'tracker-unknown',
  },
  createShareLink: {
    payload: ({ trackerId }) => ({
      shareName: 'x',
      trackerIds: [inScope.trackerId, trackerId],
      expireTime: world.clock.now() + 60_000,
    }),
    error: 'tracker-unknown',
  },
  queryMsgById: { payload: ({ messageId }) => ({ messageId }), error: 'message-unknown' },
  deleteMsgById: { payload: ({ messageId }) => ({ messageId }), error: 'message-unknown' },
  batchDeleteMsg: { payload: ({ messageId }) => ({ messageIds: [messageId] }), error: 'message-unknown' },
  batchReadMsg: { payload: ({ messageId }) => ({ messageIds: [messageId] }), error: 'message-unknown' },
  queryAlarm: { payload: ({ messageId }) => ({ messageId }), error: 'message-unknown' },
  acknowledgeAlarm: { payload: ({ messageId }) => ({ messageId }), error: 'message-unknown' },
  commentAlarm: { payload: ({ messageId }) => ({ messageId, comment: 'x' }), error: 'message-unknown' },
  resolveAlarm: { payload: ({ messageId }) => ({ messageId, reason: 'test' }), error: 'message-unknown' },
  reopenAlarm: { payload: ({ messageId }) => ({ messageId }), error: 'message-unknown' },
  queryMsgByPage: { payload: ticked, error: 'tracker-unknown' },
  exportMessageListExcel: { payload: ticked, error: 'tracker-unknown' },
  exportMsgData: { payload: withVisibleTracker, error: 'tracker-unknown' },
  editGroup: {
    payload: ({ groupId }) => ({ groupId: groupId ?? 2_000_000_000, groupName: 'Taken over' }),
    error: 'group-unknown',
  },
  // The parent of the caller's own group is outside of their scope: its trackers would be invisible to them.
  deleteGroup: {
    payload: ({ groupId }) => ({ groupId: groupId ?? inScope.groupId }),
    error: 'group-unknown|not-allowed',
  },
  createGroup: {
    payload: ({ groupId }) => ({ groupName: `New ${Math.random()}`, parentId: groupId }),
    error: 'group-unknown|not-allowed',
  },
  editGroupShow: {
    payload: ({ trackerId, groupId }) => ({ trackerIds: [trackerId], groupIds: [groupId], display: 'HIDE' }),
    error: 'group-unknown',
  },
  addTracker: {
    payload: ({ groupId }) => ({ trackerName: 'x', imei: 'spy', groupId }),
    error: 'group-unknown',
  },
  liftSos: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  queryConnectionHelp: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  queryValidityHistory: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  queryTransferAccounts: { payload: () => ({}), error: 'not-allowed' },
  queryTransferGroups: { payload: () => ({ accountId: 1 }), error: 'not-allowed' },
  // Recipients can get notices of any device: nobody with a limited scope manages them.
  querySubscriptions: { payload: () => ({}), error: 'not-allowed' },
  addSubscription: { payload: subscribed, error: 'not-allowed' },
  editSubscription: {
    payload: (hidden) => ({ ...subscribed(hidden), subscriptionId: 1 }),
    error: 'not-allowed',
  },
  queryForwardTargets: { payload: () => ({}), error: 'not-allowed' },
  addForwardTarget: { payload: forwarded, error: 'not-allowed' },
  editForwardTarget: {
    payload: (hidden) => ({ ...forwarded(hidden), targetId: 1 }),
    error: 'not-allowed',
  },
  transferTrackers: {
    payload: (hidden) => ({ ...ticked(hidden), accountId: 1, history: 'move' }),
    error: 'not-allowed',
  },
  renewTrackers: { payload: (hidden) => ({ ...ticked(hidden), months: 1 }), error: 'tracker-unknown' },
  batchRemoveTracker: { payload: ticked, error: 'tracker-unknown' },
  batchEditTrackers: {
    payload: (hidden) => ({ ...ticked(hidden), change: { note: 'x' } }),
    error: 'tracker-unknown',
  },
  batchEditGroupAndIcon: {
    payload: (hidden) => ({ ...ticked(hidden), groupId: inScope.groupId }),
    error: 'tracker-unknown',
  },
  mergeGroups: {
    payload: ({ groupId }) => ({ groupId: inScope.groupId, targetId: groupId ?? 2_000_000_000 }),
    error: 'group-unknown|not-allowed',
  },
  exportDeviceDtosByEobUser: {
    payload: ({ groupId }) => ({ deviceFilter: { groupId: groupId ?? 2_000_000_000 } }),
    error: 'group-unknown',
  },
  createFence: {
    payload: ({ groupId }) => ({
      fenceName: 'x',
      fenceType: 'CIRCULAR',
      fenceData: { center: [1, 2], radius: 5 },
      color: '#0b5cad',
      groupId,
    }),
    error: 'group-unknown',
  },
  addLabelPoint: {
    payload: ({ groupId }) => ({ placeName: 'x', latitude: 1, longitude: 2, groupId }),
    error: 'group-unknown',
  },
  addRoute: {
    payload: ({ groupId }) => ({
      routeName: 'x',
      color: '#0b5cad',
      dataPoints: [
        [1, 2],
        [3, 4],
      ],
      groupId,
    }),
    error: 'group-unknown',
  },
  loadGPSTrackerMsg: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  queryPhotos: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  deletePhotos: { payload: ({ trackerId }) => ({ trackerId, photoIds: [1] }), error: 'tracker-unknown' },
  queryRecordings: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  deleteRecordings: {
    payload: ({ trackerId }) => ({ trackerId, recordingIds: [1] }),
    error: 'tracker-unknown',
  },
  queryDeviceEvents: {
    payload: ({ trackerId }) => ({ trackerId, startTime: 1_795_000_000_000, endTime: 1_795_086_400_000 }),
    error: 'tracker-unknown',
  },
  addRule: {
    payload: ({ trackerId }) => ({
      ruleName: 'x',
      condition: { type: 'started' },
      appliesTo: 'trackers',
      trackerIds: [inScope.trackerId, trackerId],
    }),
    error: 'tracker-unknown',
  },
  createTask: {
    payload: ({ trackerId }) => ({
      taskName: 'x',
      flightNumber: 'x',
      trackerIds: [inScope.trackerId, trackerId],
    }),
    error: 'tracker-unknown',
  },
  queryMoveFenceAlarm: { payload: ({ trackerId }) => ({ trackerId }), error: 'tracker-unknown' },
  switchMoveFenceAlarm: {
    payload: ({ trackerId }) => ({ trackerId, range: 100 }),
    error: 'tracker-unknown',
  },
  createBdUsers: {
    payload: ({ trackerId }) => ({
      bdUsers: [
        { bdUserName: 'Spy', cardNumber: '4207799', network: 'beidou', password: 'abc123', trackerId },
      ],
    }),
    error: 'tracker-unknown',
  },
  queryEobBdMsgSteps: { payload: ({ messageId }) => ({ messageId }), error: 'satellite-message-unknown' },
  cancelEobBdMsg: { payload: ({ messageId }) => ({ messageId }), error: 'satellite-message-unknown' },
  resendEobBdMsg: { payload: ({ messageId }) => ({ messageId }), error: 'satellite-message-unknown' },
  createPlane: {
    payload: ({ trackerId }) => ({ tailNumber: 'B-SPY', kind: 'light', trackerId }),
    error: 'tracker-unknown',
  },
  createPeople: {
    payload: ({ trackerId }) => ({ personName: 'Spy', trackerId }),
    error: 'tracker-unknown',
  },
  exportPlanesExcel: {
    payload: ({ groupId }) => ({ groupId: groupId ?? outOfScope.groupId }),
    error: 'group-unknown',
  },
  queryUnregisteredDevices: { payload: () => ({}), error: 'not-allowed' },
  uploadGPSFile: {
    payload: ({ groupId }) => {
      const file = new File(['{"type":"Point","coordinates":[110.5,24.8]}'], 'pier.geojson');
      return { file, save: true, groupId };
    },
    error: 'group-unknown',
  },
  createSubEobUser: {
    payload: ({ groupId }) => ({
      noteName: 'x',
      account: 'spy',
      pd: '0'.repeat(32),
      permission: 'viewer',
      roles: [],
      groupIds: groupId === null ? null : [groupId],
    }),
    error: 'right-not-yours|group-unknown',
  },
};

/** Operations whose results concern trackers, groups or notices, with the payloads of this test. */
const READ: Partial<Record<OperationName, object>> = {
  queryAllTrackers: {},
  queryTrackerTable: {},
  queryLiveOverview: { bounds: { west: -180, south: -90, east: 180, north: 90 }, zoom: 5 },
  queryTrackerListData: { pageSize: 100 },
  queryDeviceDtosByPage: { pageSize: 100 },
  geoLocInfoWithKeywords: { keywords: 'e' },
  queryAllGroups: {},
  queryGroupShow: {},
  queryAllNotices: { pageSize: 100 },
  queryMsgByPage: { pageSize: 100 },
  queryNewMsgByMsgId: { msgId: 0 },
  queryAllSubEobUser: {},
  queryShareLinks: {},
  queryAllFences: {},
  queryAllLabelPoints: {},
  queryAllRoutes: {},
  queryRules: {},
  queryAllTask: {},
  queryTasksByPage: {},
  queryTrackingModes: {},
  queryUnrestoredIntervals: {},
  queryBdUsers: { pageSize: 100 },
  queryPlanesByPage: { pageSize: 100 },
  queryPeoplesByPage: { pageSize: 100 },
  queryLegsByPage: { pageSize: 100 },
  queryFlightsByPage: { pageSize: 100 },
  queryEobBdMsgs: {},
  queryHistoryEobBdMsgs: {},
};

/** Operations that other tests cover, each with that test. */
const TESTED_ELSEWHERE: Partial<Record<OperationName, string>> = {
  editSubEobUser: 'features/sub-users/sub-users.test.ts',
  batchAddTrackers: 'below: each row has a result of its own',
  queryRefusedDevices: 'features/account-settings/account-settings.test.ts',
  editFence: 'features/map-objects/map-objects.test.ts',
  editLabelPoint: 'features/map-objects/map-objects.test.ts',
  updateRoute: 'features/map-objects/map-objects.test.ts',
  queryAllRoutesByGroupId: 'features/map-objects/map-objects.test.ts',
  queryRouteByID: 'features/map-objects/map-objects.test.ts',
  editRule: 'features/rules/rules.test.ts',
  updateTask: 'features/aviation/watch-tasks.test.ts',
  queryTrackingModeDevices: 'features/aviation/tracking-mode/tracking-mode.test.ts',
  startTrackingMode: 'features/aviation/tracking-mode/tracking-mode.test.ts',
  queryTaskGeometry: 'features/aviation/task-geometry.test.ts',
  queryOperaOverview: 'features/reports/overview.test.ts',
  queryOperaOverviewChart: 'features/reports/overview-chart.test.ts',
  queryWarnData: 'features/reports/warns.test.ts',
  queryWarnCount: 'features/reports/warns.test.ts',
  exportWarnData: 'features/reports/warns.test.ts',
  exportWarnCount: 'features/reports/warns.test.ts',
  queryLocationData: 'features/reports/locations.test.ts',
  exportLocationData: 'features/reports/locations.test.ts',
  queryStopData: 'features/reports/stops.test.ts',
  exportStopData: 'features/reports/stops.test.ts',
  queryOverSpeedRecord: 'features/reports/overspeeds.test.ts',
  queryOverSpeedSums: 'features/reports/overspeeds.test.ts',
  queryFenceDataRecord: 'features/reports/fence-visits.test.ts',
  queryFenceDataSums: 'features/reports/fence-visits.test.ts',
  exportOverSpeedRecord: 'features/reports/overspeeds.test.ts',
  exportFenceDataRecord: 'features/reports/fence-visits.test.ts',
  exportFenceDataSums: 'features/reports/fence-visits.test.ts',
  exportOperaOverview: 'features/reports/export-overview.test.ts',
  queryScreens: 'features/screens/screens.test.ts',
  saveScreen: 'features/screens/screens.test.ts',
  queryDashboard: 'features/screens/screens.test.ts',
  saveDashboard: 'features/screens/screens.test.ts',
  queryScreenData: 'features/screens/screen-data.test.ts',
  queryScreenLink: 'features/screens/screen-links.test.ts',
  queryScreenLinkTrackers: 'features/screens/screen-links.test.ts',
  queryScreenLinkStates: 'features/screens/screen-links.test.ts',
  queryScreenLinkData: 'features/screens/screen-links.test.ts',
  saveReportSchedule: 'features/reports/schedules/schedules.test.ts',
  queryReportSchedules: 'features/reports/schedules/schedules.test.ts',
  queryTerminalMessages: 'features/satellite/terminal-inbox.test.ts',
  queryTerminalPlanes: 'features/satellite/terminal-planes.test.ts',
  sendEobBdMsg: 'features/satellite/messages.test.ts',
  editBdUser: 'features/satellite/accounts.test.ts',
  editPlane: 'features/aviation/planes.test.ts',
  queryPlaneBindings: 'features/aviation/planes.test.ts',
  editPeople: 'features/people/people.test.ts',
  queryPersonBindings: 'features/people/people.test.ts',
  addGroupToMatch: 'features/matches/matches.test.ts',
  batchCreateParticipants: 'features/matches/matches.test.ts',
  updateParticipantMsg: 'features/matches/matches.test.ts',
  queryParticipants: 'features/matches/matches.test.ts',
  queryShare: 'features/shares/shares.test.ts',
  queryShareStates: 'features/shares/shares.test.ts',
  queryShareTrails: 'features/shares/shares.test.ts',
  getShareTrackColumns: 'features/shares/shared-replay.test.ts',
};

test('covers every operation about trackers, groups or notices', () => {
  const operationsWithInput = OPERATION_LIST.filter(
    ({ payload }) => namingFieldsOf(payload, 'input').length > 0,
  );
  const operationsWithOutput = OPERATION_LIST.filter(
    ({ result }) => namingFieldsOf(result, 'output').length > 0,
  );
  expect(operationsWithInput.length).toBeGreaterThan(8);
  expect(operationsWithOutput.length).toBeGreaterThan(6);
  const covered = { ...DENIED, ...READ, ...TESTED_ELSEWHERE };
  const missing = [...operationsWithInput, ...operationsWithOutput]
    .map(({ name }) => name)
    .filter((name) => !(name in covered));
  expect(missing).toEqual([]);
});

async function outcome(person: Person, name: OperationName, payload: object): Promise<string> {
  try {
    await callAny(person.client, name, payload);
    return 'done';
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    return error.errorName;
  }
}

describe.each(PERMISSIONS)('a user with permission %s, limited to a group', (permission) => {
  const denied = Object.entries(DENIED).filter(([name]) =>
    canCall(OPERATIONS[name as OperationName], permission),
  );

  test.each(denied)('is refused objects outside of it by %s', async (name, { payload, error }) => {
    for (const hidden of [outOfScope, ungrouped]) {
      // Of the ungrouped one only the tracker and its notice can be named.
      const result = await outcome(people[permission], name as OperationName, payload(hidden));
      expect(error.split('|')).toContain(result);
    }
  });

  const read = Object.entries(READ).filter(([name]) =>
    canCall(OPERATIONS[name as OperationName], permission),
  );

  test.each(read)('gets nothing outside of it from %s', async (name, payload) => {
    const result = await people[permission].call(name as OperationName, payload as never);
    const text = JSON.stringify(result);
    expect(text).not.toContain('Secret');
    expect(text).not.toContain('Tugs');
    for (const field of ['trackerId', 'groupId']) {
      const hidden =
        field === 'trackerId' ? [outOfScope.trackerId, ungrouped.trackerId] : [outOfScope.groupId];
      for (const id of hidden) expect(text).not.toMatch(new RegExp(`"${field}":${id}\\b`));
    }
  });

  test('gets everything inside of it', async () => {
    const person = people[permission];
    const { list: trackers, abilities } = await person.call('queryAllTrackers', {});
    expect(trackers.map(({ trackerId }) => trackerId)).toEqual([inScope.trackerId]);
    expect(abilities.add).toBe(permission !== 'viewer');
    const groups = await person.call('queryAllGroups', {});
    const canEdit = permission !== 'viewer';
    expect(groups).toMatchObject({
      list: [
        { groupId: inScope.groupId, parentId: null, cn: 1, abilities: { edit: canEdit, remove: false } },
      ],
      total: 1,
      abilities: { add: canEdit, addTop: false },
    });
    expect(await person.call('queryTrackerById', { trackerId: inScope.trackerId })).toMatchObject({
      abilities: { edit: canEdit, remove: canEdit, replay: true, liftSos: canEdit },
    });
    const window = { trackerId: inScope.trackerId, startTime: 1, endTime: 2 };
    expect((await person.call('getTrackByTime', window)).points).toEqual([]);
  });

  test('counts and reads only its notices', async () => {
    const person = people[permission];
    expect(await person.call('unReadMsgCount', {})).toMatchObject({ msgCount: 1 });
    const page = await person.call('queryAllNotices', {});
    expect(page).toMatchObject({ total: 1, list: [{ messageId: inScope.messageId }] });
    const poll = await person.call('queryNewMsgByMsgId', { msgId: 0 });
    expect(poll.msgList.map(({ messageId }) => messageId)).toEqual([inScope.messageId]);
    // The cursor also advances over invisible notices, so that they are not requested again.
    expect(poll.latestMsgId).toBeGreaterThanOrEqual(ungrouped.messageId);
    await person.call('queryMsgById', { messageId: inScope.messageId });
    expect(await person.call('unReadMsgCount', {})).toMatchObject({ msgCount: 0 });
  });
});

describe('an editor limited to a group', () => {
  test('adds devices only to it', async () => {
    const { editor } = people;
    const { trackerId } = await editor.call('addTracker', {
      trackerName: 'Added',
      imei: 'added-1',
      groupId: inScope.groupId,
    });
    expect((await editor.call('queryTrackerById', { trackerId })).groupId).toBe(inScope.groupId);
    const row = (imei: string, groupId?: number | null) => ({ trackerName: imei, imei, groupId });
    const { added, failed } = await editor.call('batchAddTrackers', {
      trackers: [
        row('row-1', inScope.groupId),
        row('row-2', outOfScope.groupId),
        row('row-3', null),
        row('row-4'),
      ],
    });
    expect(added.map(({ row }) => row)).toEqual([1]);
    expect(failed.map(({ row, error }) => [row, error])).toEqual([
      [2, 'group-unknown'],
      [3, 'group-unknown'],
      [4, 'group-unknown'],
    ]);
    await editor.call('removeTracker', { trackerId });
    for (const { trackerId } of added) await editor.call('removeTracker', { trackerId });
  });

  test('cannot move devices out of it, but can change them otherwise', async () => {
    const { editor } = people;
    const { trackerId } = inScope;
    for (const groupId of [outOfScope.groupId, null]) {
      await expect(editor.call('editTracker', { trackerId, groupId })).rejects.toMatchObject({
        errorName: 'group-unknown',
      });
    }
    await editor.call('editTracker', { trackerId, note: 'seen', groupId: inScope.groupId });
    expect((await editor.call('queryTrackerById', { trackerId })).note).toBe('seen');
    await editor.call('editGroup', { groupId: inScope.groupId, groupName: 'Pilots of the quay' });
  });
});

describe('subgroups of the group of a user', () => {
  test('are visible with their trackers, but not listed in the scope of the user', async () => {
    const harbours = (await holder.call('createGroup', { groupName: 'Harbours' })).groupId;
    const east = (await holder.call('createGroup', { groupName: 'East', parentId: harbours })).groupId;
    const berth = (await holder.call('createGroup', { groupName: 'Berth', parentId: east })).groupId;
    const { trackerId } = await createScopedTracker('Moored', berth);
    const person = await harbour.person('harbour master', { permission: 'editor', groupIds: [east] });
    const { list } = await person.call('queryAllGroups', {});
    // The parent of their own group is invisible.
    expect(list.map(({ gn, parentId }) => [gn, parentId])).toEqual([
      ['Berth', east],
      ['East', null],
    ]);
    expect(list.find(({ gn }) => gn === 'Berth')?.abilities).toEqual({ edit: true, remove: true });
    expect((await person.call('queryAllTrackers', {})).list.map((one) => one.trackerId)).toEqual([trackerId]);
    const users = await holder.call('queryAllSubEobUser', {});
    expect(users.list.find(({ account }) => account === 'harbour master')?.groupIds).toEqual([east]);

    // Sent back unchanged, the invisible parent of their group stays.
    await person.call('editGroup', { groupId: east, groupName: 'East side', parentId: null });
    const { list: all } = await holder.call('queryAllGroups', {});
    expect(all.find(({ groupId }) => groupId === east)).toMatchObject({
      gn: 'East side',
      parentId: harbours,
    });

    const { groupId: createdGroupId } = await person.call('createGroup', {
      groupName: 'Slip',
      parentId: east,
    });
    await person.call('editGroup', { groupId: createdGroupId, parentId: berth });
    for (const [parentId, errorName] of [
      [null, 'not-allowed'],
      [harbours, 'group-unknown'],
      [outOfScope.groupId, 'group-unknown'],
    ] as const) {
      await expect(person.call('editGroup', { groupId: createdGroupId, parentId })).rejects.toMatchObject({
        errorName,
      });
    }
    await person.call('deleteGroup', { groupId: berth });
    expect((await holder.call('queryTrackerById', { trackerId })).groupId).toBe(east);
    await expect(person.call('deleteGroup', { groupId: east })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
  });

  test('enter and leave the scope when they are moved, also for an API token and an open console', async () => {
    const quay = (await holder.call('createGroup', { groupName: 'Quay' })).groupId;
    const crane = (await holder.call('createGroup', { groupName: 'Crane' })).groupId;
    const { trackerId } = await createScopedTracker('Lifted', crane);
    const person = await harbour.person('crane driver', { permission: 'viewer', groupIds: [quay] });
    const console = await person.console();
    await console.waitUntilLive();
    const countVisible = async (who: Person) => (await who.call('queryAllTrackers', {})).total;
    const { token } = await person.call('createToken', {
      oldPD: passwordDigest(PASSWORD),
      name: 'board',
      permission: 'viewer',
      roles: ['eob_plugin_loc_monitor'],
      days: 1,
    });
    const program = new Person({ ...person, url: world.url, prefix: world.prefix });
    program.useToken(token);
    expect([await countVisible(person), await countVisible(program)]).toEqual([0, 0]);

    await holder.call('editGroup', { groupId: crane, parentId: quay });
    await console.waitUntil('the tracker is visible', ({ trackers, states }) => {
      return trackers.has(trackerId) && states.has(trackerId);
    });
    expect([await countVisible(person), await countVisible(program)]).toEqual([1, 1]);
    await holder.call('editGroup', { groupId: crane, parentId: null });
    await console.waitUntil('it is removed', ({ removed }) => removed.includes(trackerId));
    expect([await countVisible(person), await countVisible(program)]).toEqual([0, 0]);
  });
});

test('a user whose only group is deleted sees nothing, not everything', async () => {
  const { groupId } = await holder.call('createGroup', { groupName: 'Short-lived' });
  const person = await harbour.person('lost', { permission: 'editor', groupIds: [groupId] });
  await createScopedTracker('Secret', groupId);
  expect((await person.call('queryAllTrackers', {})).total).toBe(1);
  await holder.call('deleteGroup', { groupId });
  expect(await person.call('queryAllTrackers', {})).toEqual({
    list: [],
    total: 0,
    abilities: { add: false },
  });
  expect((await person.call('queryAllGroups', {})).total).toBe(0);
  expect((await person.call('queryAllNotices', {})).total).toBe(0);
});

test('moves a notice with its tracker into the scope and out of it', async () => {
  const { viewer } = people;
  const guest = await createScopedTracker('Guest', outOfScope.groupId);
  const countVisible = async () =>
    (await viewer.call('queryAllNotices', {})).list.some(({ messageId }) => messageId === guest.messageId);
  expect(await countVisible()).toBe(false);
  await holder.call('editTracker', { trackerId: guest.trackerId, groupId: inScope.groupId });
  expect(await countVisible()).toBe(true);
  await holder.call('removeTracker', { trackerId: guest.trackerId });
  expect(await countVisible()).toBe(false);
  expect((await holder.call('queryAllNotices', { pageSize: 100 })).list).toContainEqual(
    expect.objectContaining({ messageId: guest.messageId, trackerId: null }),
  );
});
