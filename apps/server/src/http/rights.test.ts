import { createClient } from '@wakeline/client/client';
import { ERRORS, NamedError } from '@wakeline/contract/errors';
import type { Operation, Permission } from '@wakeline/contract/operation';
import { OPERATIONS, type OperationName } from '@wakeline/contract/operations';
import { ROLES } from '@wakeline/contract/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordDigest } from '../identity/password.ts';
import { PASSWORD, type Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';

/** Payloads that would be right in the caller's own account; ids are those of the account `harbour`. */
function payloads({
  trackerId,
  groupId,
  messageId,
  panelId,
  subUserId,
}: Ids): Readonly<Record<OperationName, object>> {
  const window = { trackerId, startTime: 1_780_000_000_000, endTime: 1_780_000_060_000 };
  return {
    addTracker: { trackerName: 'New', imei: `new-${Math.random().toString(36).slice(2)}` },
    batchAddTrackers: {
      trackers: [{ trackerName: 'Row', imei: `row-${Math.random().toString(36).slice(2)}` }],
    },
    changeAllMsgToRead: {},
    createGroup: { groupName: `Group ${Math.random().toString(36).slice(2)}` },
    deleteGroup: { groupId },
    editGroup: { groupId, groupName: `Renamed ${Math.random().toString(36).slice(2)}` },
    editTracker: { trackerId, trackerName: 'Renamed' },
    editUserLang: { lang: 'en_US' },
    getTrackByTime: window,
    getTrackPartByTime: window,
    loadSysConf: {},
    loginByCodeOrPd: { phone: 'nobody of this name', pd: '0'.repeat(32) },
    logout: {},
    queryAllGroups: {},
    queryAllNotices: {},
    queryAllTrackers: {},
    queryMsgById: { messageId },
    queryNewMsgByMsgId: {},
    queryTrackerById: { trackerId },
    queryUnregisteredDevices: {},
    queryUserConfig: {},
    removeTracker: { trackerId },
    unReadMsgCount: {},
    activatePlugins: { code: 'AAAA-BBBB-CCCC-DDDD' },
    addPanel: { panelName: '天气', panelUrl: 'https://example.org/', sort: nextNumber(), display: 'SHOW' },
    allPanels: {},
    allPluginProducts: {},
    beginTwoFactor: { oldPD: passwordDigest(PASSWORD) },
    bindPhone: { phone: '13800138000', code: '123456' },
    changeAllTaskToRead: {},
    changePassword: { oldPD: passwordDigest(PASSWORD), newPD: passwordDigest(PASSWORD) },
    checkResetCode: { phone: '13800138000', code: '123456' },
    checkSubUser: { account: 'free name' },
    confirmTwoFactor: { otp: '123456' },
    createSubEobUser: {
      noteName: 'New',
      account: `new-user-${nextNumber()}`,
      pd: passwordDigest('Harbour99'),
      permission: 'viewer',
      roles: ['eob_plugin_loc_monitor'],
    },
    createToken: {
      name: 'script',
      permission: 'viewer',
      roles: ['eob_plugin_loc_monitor'],
      days: 1,
    },
    delPanel: { panelId },
    deleteSubEobUser: { subUserId },
    deleteToken: { tokenId: 1 },
    editNoticeConf: { sound: false },
    editPanel: { panelId, panelName: '海况' },
    editSubEobUser: { subUserId, noteName: 'Renamed' },
    editUserConfig: { speedUnits: 2 },
    endSession: {},
    endTwoFactor: { oldPD: passwordDigest(PASSWORD), otp: '123456' },
    exportAuditLog: {},
    getSignParam: {},
    queryAllSubEobUser: {},
    queryAllTaskProgress: {},
    queryAuditLog: {},
    queryNoticeConf: {},
    querySecurity: {},
    querySessions: {},
    queryTokens: {},
    queryUpdateLog: {},
    readUpdateLog: { noticeId: 1 },
    register: { phone: '13800138000', code: '123456', pd: passwordDigest('Harbour99') },
    resetPd: { ticket: 'none', newPD: passwordDigest('Harbour99') },
    sendLoginCode: { phone: '13800138000', type: 0 },
    switchStatusNotice: { isOpen: 1 },
    updateIsRead: { taskProgressId: 1 },
    uploadPicture: { use: 'logo', picture: new File([], 'logo.png') },
  };
}

interface Ids {
  readonly trackerId: number;
  readonly groupId: number;
  readonly messageId: number;
  readonly panelId: number;
  readonly subUserId: number;
}

let count = 0;
function nextNumber(): number {
  count += 1;
  return count;
}

/** What a stranger is told of an id that is another account's: the same as of one that does not exist. */
const UNKNOWN: Partial<Record<OperationName, string>> = {
  deleteGroup: 'group-unknown',
  editGroup: 'group-unknown',
  editTracker: 'tracker-unknown',
  getTrackByTime: 'tracker-unknown',
  getTrackPartByTime: 'tracker-unknown',
  queryMsgById: 'message-unknown',
  queryTrackerById: 'tracker-unknown',
  removeTracker: 'tracker-unknown',
};

const OPERATION_LIST: readonly Operation[] = Object.values(OPERATIONS);
const GUARDED = OPERATION_LIST.filter((operation) => operation.access !== 'public');
const RANK: readonly Permission[] = ['viewer', 'editor', 'administrator', 'holder'];

let world: World;
let ids: Ids;
let people: Record<'viewer' | 'editor' | 'administrator' | 'stranger', Person>;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  const holder = await harbour.person('holder');
  const { groupId } = await holder.call('createGroup', { groupName: 'Pilots' });
  const trackerId = await harbour.tracker('860000000000001');
  await world.notice(harbour.accountId, trackerId, { noticeType: 'SOS' });
  ids = { trackerId, groupId, messageId: 1, panelId: 1, subUserId: 1 };
  people = {
    viewer: await harbour.person('viewer', { permission: 'viewer' }),
    editor: await harbour.person('editor', { permission: 'editor' }),
    administrator: await harbour.person('administrator', { permission: 'administrator' }),
    stranger: await (await world.account('airfield')).person('stranger'),
  };
});
afterAll(() => world.stop());

/** The name under which a call fails, or `done`. */
async function outcome(person: { call: Person['call'] }, operation: Operation): Promise<string> {
  const name = operation.name as OperationName;
  try {
    await person.call(name, payloads(ids)[name] as never);
    return 'done';
  } catch (error) {
    if (!(error instanceof NamedError)) throw error;
    return error.errorName;
  }
}

function least(operation: Operation): Permission {
  return typeof operation.access === 'object' ? operation.access.permission : 'viewer';
}

describe('nobody', () => {
  test.each(GUARDED.map((operation) => [operation.name, operation] as const))(
    'is refused %s',
    async (_name, operation) => {
      const nobody = createClient({ baseUrl: world.url, prefix: world.prefix });
      expect(await outcome(nobody, operation)).toBe('session-gone');
      const withWrongToken = createClient({
        baseUrl: world.url,
        prefix: world.prefix,
        token: () => 'x'.repeat(43),
      });
      expect(await outcome(withWrongToken, operation)).toBe('session-gone');
    },
  );
});

describe("a stranger finds another account's things not there", () => {
  const withIds = OPERATION_LIST.filter((operation) => operation.name in UNKNOWN);
  test.each(withIds.map((operation) => [operation.name, operation] as const))(
    '%s',
    async (name, operation) => {
      expect(await outcome(people.stranger, operation)).toBe(UNKNOWN[name as OperationName]);
    },
  );

  test('no operation that takes an id is left out', () => {
    const takesId = OPERATION_LIST.filter(({ payload }) =>
      ['trackerId', 'messageId'].some((field) => field in payload.shape),
    ).map(({ name }) => name);
    expect(Object.keys(UNKNOWN)).toEqual(expect.arrayContaining(takesId));
  });

  test('nor can a device be put into a group of theirs', async () => {
    const { groupId } = ids;
    const form = { trackerName: 'Spy', imei: 'spy-1', groupId };
    await expect(people.stranger.call('addTracker', form)).rejects.toMatchObject({
      errorName: 'group-unknown',
    });
    const batch = await people.stranger.call('batchAddTrackers', { trackers: [form] });
    expect(batch).toMatchObject({ added: [], failed: [{ row: 1, error: 'group-unknown' }] });
    const own = await (await world.account('airfield')).tracker('own-1');
    await expect(people.stranger.call('editTracker', { trackerId: own, groupId })).rejects.toMatchObject({
      errorName: 'group-unknown',
    });
  });

  test('lists are empty of them', async () => {
    expect(await people.stranger.call('queryAllGroups', {})).toMatchObject({ list: [], total: 0 });
    expect(await people.stranger.call('queryAllNotices', {})).toMatchObject({ list: [], total: 0 });
    expect((await people.stranger.call('queryNewMsgByMsgId', { msgId: 0 })).msgList).toEqual([]);
    const { list } = await people.stranger.call('queryAllTrackers', {});
    expect(list.map(({ imei }) => imei)).not.toContain('860000000000001');
  });
});

describe.each(['viewer', 'editor', 'administrator'] as const)('a person with permission %s', (permission) => {
  const refused = GUARDED.filter((operation) => RANK.indexOf(least(operation)) > RANK.indexOf(permission));
  test.skipIf(refused.length === 0).each(refused.map((operation) => [operation.name, operation] as const))(
    'is not allowed %s',
    async (_name, operation) => {
      expect(await outcome(people[permission], operation)).toBe('not-allowed');
    },
  );

  const allowed = GUARDED.filter(
    (operation) =>
      !refused.includes(operation) &&
      // These end what the other rows need; each has its own test.
      !['logout', 'removeTracker', 'deleteGroup', 'queryUnregisteredDevices'].includes(operation.name),
  );
  test.each(allowed.map((operation) => [operation.name, operation] as const))(
    'may call %s',
    async (_name, operation) => {
      expect(await outcome(people[permission], operation)).toBe('done');
    },
  );
});

describe('a holder without the function', () => {
  const needsRole = GUARDED.flatMap((operation) =>
    typeof operation.access === 'object' && operation.access.role !== null
      ? [[operation.name, operation, operation.access.role] as const]
      : [],
  );
  test.each(needsRole)('is not allowed %s', async (_name, operation, role) => {
    const person = await (await world.account('harbour')).person(`without ${role}`, {
      roles: ROLES.filter((other) => other !== role),
    });
    expect(await outcome(person, operation)).toBe('not-allowed');
  });
});

test('devices that nobody registered are shown to the operator alone', async () => {
  const operation = OPERATIONS.queryUnregisteredDevices;
  expect(await outcome(people.stranger, operation)).toBe('not-allowed');
  const operator = await (await world.account('operator')).person('root');
  expect(await outcome(operator, operation)).toBe('done');
});

test('every operation says who may call it, and only failures that exist', () => {
  for (const operation of OPERATION_LIST) {
    expect(operation.access, operation.name).toBeDefined();
    for (const name of operation.errors) expect(ERRORS, operation.name).toHaveProperty(name);
  }
});
