// Length: one table typed over all operations, so that a new one does not compile without its row.
import { createHash, randomBytes } from 'node:crypto';
import type { ErrorName } from '@wakeline/contract/errors';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { OperationName, Operations } from '@wakeline/contract/operations';
import type { Role } from '@wakeline/contract/roles';
import type { TaskState } from '@wakeline/contract/tasks';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import type { Db } from '../db/database.ts';
import { hashActivationCode, makeActivationCode } from '../features/plugins/activation-code.ts';
import { passwordDigest } from '../identity/password.ts';
import { fixAt, storeFixes } from './fixes.ts';
import { mapRows } from './map-rows.ts';
import { PASSWORD } from './person.ts';
import type { World } from './world.ts';

/** For whom a payload is made: what it names is his, or his account's. */
export interface Owner {
  readonly userId: number;
  readonly accountId: number;
}

/** How an operation is called so that nothing but rights can refuse it. */
export interface Row<Name extends OperationName> {
  /** What it names is made new for each call: calls that end things leave the others theirs. */
  payload(owner: Owner): Promise<PayloadInput<Operations[Name]>>;
  /** Where no payload can be right, the failure that says that rights were not what was missing. */
  readonly outcome?: ErrorName;
  /** What a stranger is told of what the payload names: the same as of what does not exist. Null: it names nothing. */
  readonly foreign: ErrorName | null;
}

/** A function that every caller has for whom a payload is made: nobody gives a token what he has not himself. */
export const ROLE_OF_ALL: Role = 'eob_plugin_visual_screen';

/** A row for each operation of the contract: a missing one does not compile. */
export type Rows = { readonly [Name in OperationName]: Row<Name> };

const SECRET = Buffer.alloc(20, 7);
const DAY = 86_400_000;

/** Rows whose payloads are made in `world`, behind the server's back. */
export function operationRows(world: World): Rows {
  const {
    database: { db },
    clock,
    notice,
  } = world;
  let made = 0;
  const fresh = (): string => {
    made += 1;
    return `row ${made}`;
  };
  const phone = () => `138${fresh().slice(4).padStart(8, '0')}`;
  const own = <Name extends OperationName>(payload: () => PayloadInput<Operations[Name]>): Row<Name> => ({
    payload: async () => payload(),
    foreign: null,
  });
  const digest = passwordDigest(PASSWORD);
  const newPassword = passwordDigest('Harbour99');

  const ofNotice = {
    // About no tracker: one that is about one is read by who may watch it.
    payload: async ({ accountId }: Owner) => ({
      messageId: await notice(accountId, null, { noticeType: 'SOS' }),
    }),
    foreign: 'message-unknown',
  } as const;

  async function tracker({ accountId }: Owner): Promise<number> {
    const { tracker_id } = await db
      .insertInto('tracker')
      .values({ account_id: accountId, name: fresh(), imei: fresh().replace(' ', '-'), password: '123456' })
      .returning('tracker_id')
      .executeTakeFirstOrThrow();
    return tracker_id;
  }
  async function group({ accountId }: Owner): Promise<number> {
    const { group_id } = await db
      .insertInto('tracker_group')
      .values({ account_id: accountId, name: fresh() })
      .returning('group_id')
      .executeTakeFirstOrThrow();
    return group_id;
  }
  async function panel({ accountId }: Owner): Promise<number> {
    const { panel_id } = await db
      .insertInto('extension_panel')
      .values({
        account_id: accountId,
        name: 'Tides',
        address: 'https://example.org/',
        sort: Number(fresh().slice(4)),
        display: 'SHOW',
      })
      .returning('panel_id')
      .executeTakeFirstOrThrow();
    return panel_id;
  }
  /** In no queue: nobody works on it. */
  async function task({ accountId, userId }: Owner, state: TaskState): Promise<number> {
    const { task_id } = await db
      .insertInto('task')
      .values({
        account_id: accountId,
        user_id: userId,
        kind: 'exportAuditLog',
        subject: '{}',
        state,
        created_at: new Date(clock.now()),
      })
      .returning('task_id')
      .executeTakeFirstOrThrow();
    return task_id;
  }
  async function subUser({ accountId }: Owner): Promise<number> {
    const { user_id } = await db
      .insertInto('app_user')
      .values({
        account_id: accountId,
        login: fresh(),
        password_hash: '',
        permission: 'viewer',
        roles: [],
        plugins_order: [],
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    return user_id;
  }
  async function window(owner: Owner) {
    const endTime = clock.now();
    return { trackerId: await tracker(owner), startTime: endTime - 60_000, endTime };
  }

  async function windows(owner: Owner) {
    const { trackerId, ...span } = await window(owner);
    return { trackerIds: [trackerId], ...span };
  }
  async function setFactor({ userId }: Owner, confirmed: Date | null): Promise<void> {
    await db
      .updateTable('app_user')
      .set({ totp_secret: SECRET, totp_confirmed_at: confirmed, totp_last_step: null })
      .where('user_id', '=', userId)
      .execute();
  }
  const otp = () =>
    TOTP.generate({
      secret: new Secret({ buffer: new Uint8Array(SECRET).buffer }),
      timestamp: clock.now(),
    });

  return {
    ...mapRows(world, { fresh, tracker, group }),
    activatePlugins: { payload: async () => ({ code: await activationCode(db) }), foreign: null },
    addPanel: own(() => ({
      panelName: '天气',
      panelUrl: 'https://example.org/',
      sort: Number(fresh().slice(4)),
      display: 'SHOW',
    })),
    addTracker: own(() => ({ trackerName: 'New', imei: fresh().replace(' ', '-') })),
    allPanels: own(() => ({})),
    allPluginProducts: own(() => ({})),
    batchAddTrackers: own(() => ({
      trackers: [{ trackerName: 'Row', imei: fresh().replace(' ', '-') }],
    })),
    beginTwoFactor: {
      async payload({ userId }) {
        await db
          .updateTable('app_user')
          .set({ totp_secret: null, totp_confirmed_at: null })
          .where('user_id', '=', userId)
          .execute();
        return { oldPD: digest };
      },
      foreign: null,
    },
    bindPhone: {
      payload: async () => ({ oldPD: digest, phone: phone(), code: '123456' }),
      outcome: 'code-wrong',
      foreign: null,
    },
    changeAllMsgToRead: own(() => ({})),
    cancelTask: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'waiting') }),
      foreign: 'task-unknown',
    },
    changeAllTaskToRead: own(() => ({})),
    // Another one would be the password of who calls the next operation.
    changePassword: {
      payload: async () => ({ oldPD: digest, newPD: digest }),
      outcome: 'password-same',
      foreign: null,
    },
    checkResetCode: {
      payload: async () => ({ phone: phone(), code: '123456' }),
      outcome: 'code-wrong',
      foreign: null,
    },
    checkSubUser: own(() => ({ account: 'free name' })),
    confirmTwoFactor: {
      async payload(owner) {
        await setFactor(owner, null);
        return { otp: otp() };
      },
      foreign: null,
    },
    createGroup: own(() => ({ groupName: fresh() })),
    createSubEobUser: own(() => ({
      noteName: 'New',
      account: fresh(),
      pd: newPassword,
      permission: 'viewer',
      roles: [],
    })),
    countRetentionLoss: own(() => ({ retentionDays: 30 })),
    editAccountSettings: own(() => ({ devicePassword: '654321' })),
    queryAccountSettings: own(() => ({})),
    queryRefusedDevices: own(() => ({})),
    createToken: {
      async payload({ userId }) {
        await db.deleteFrom('api_token').where('user_id', '=', userId).execute();
        return { oldPD: digest, name: 'script', permission: 'viewer', roles: [ROLE_OF_ALL], days: 1 };
      },
      foreign: null,
    },
    delPanel: { payload: async (owner) => ({ panelId: await panel(owner) }), foreign: 'panel-unknown' },
    deleteGroup: { payload: async (owner) => ({ groupId: await group(owner) }), foreign: 'group-unknown' },
    deleteMsgById: ofNotice,
    deleteSubEobUser: {
      payload: async (owner) => ({ subUserId: await subUser(owner) }),
      foreign: 'sub-user-unknown',
    },
    deleteToken: {
      async payload({ userId }) {
        const { token_id } = await db
          .insertInto('api_token')
          .values({
            user_id: userId,
            name: fresh(),
            token_hash: randomBytes(32),
            permission: 'viewer',
            roles: [],
            created_at: new Date(clock.now()),
            expires_at: new Date(clock.now() + DAY),
          })
          .returning('token_id')
          .executeTakeFirstOrThrow();
        return { tokenId: token_id };
      },
      foreign: 'token-unknown',
    },
    editGroup: {
      payload: async (owner) => ({ groupId: await group(owner), groupName: fresh() }),
      foreign: 'group-unknown',
    },
    editNoticeConf: own(() => ({ sound: false })),
    editPanel: {
      payload: async (owner) => ({ panelId: await panel(owner), panelName: '海况' }),
      foreign: 'panel-unknown',
    },
    editSubEobUser: {
      payload: async (owner) => ({ subUserId: await subUser(owner), noteName: 'Renamed' }),
      foreign: 'sub-user-unknown',
    },
    editTracker: {
      payload: async (owner) => ({ trackerId: await tracker(owner), trackerName: 'Renamed' }),
      foreign: 'tracker-unknown',
    },
    queryTrackerKey: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    renewTrackerKey: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    queryTrackerProtocol: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    editUserConfig: own(() => ({ speedUnits: 2 })),
    editUserLang: own(() => ({ lang: 'en_US' })),
    endSession: {
      async payload({ userId }) {
        const { session_id } = await db
          .insertInto('session')
          .values({
            user_id: userId,
            token_hash: createHash('sha256').update(fresh()).digest(),
            created_at: new Date(clock.now()),
            last_seen_at: new Date(clock.now()),
            expires_at: new Date(clock.now() + DAY),
            address: '',
            user_agent: '',
          })
          .returning('session_id')
          .executeTakeFirstOrThrow();
        return { sessionId: session_id };
      },
      foreign: 'session-unknown',
    },
    endTwoFactor: {
      async payload(owner) {
        await setFactor(owner, new Date(0));
        return { oldPD: digest, otp: otp() };
      },
      foreign: null,
    },
    exportAuditLog: own(() => ({})),
    getSignParam: {
      async payload({ accountId }) {
        await db.deleteFrom('used_sign').execute();
        await db
          .updateTable('account')
          .set({ sign_secret: SECRET, ground_support_url: 'https://ground.example/' })
          .where('account_id', '=', accountId)
          .execute();
        return {};
      },
      foreign: null,
    },
    getTrackByTime: { payload: window, foreign: 'tracker-unknown' },
    getTrackPartByTime: { payload: window, foreign: 'tracker-unknown' },
    getTrackColumns: { payload: windows, foreign: 'tracker-unknown' },
    getTrackReplyByTime: { payload: window, outcome: 'track-none', foreign: 'tracker-unknown' },
    getChartData: { payload: window, foreign: 'tracker-unknown' },
    queryTrackNotices: { payload: windows, foreign: 'tracker-unknown' },
    countTrackByTime: { payload: window, foreign: 'tracker-unknown' },
    deleteTrackByTime: {
      async payload(owner) {
        const asked = await window(owner);
        // Who deletes nothing leaves nothing in the audit log.
        await storeFixes(db, asked.trackerId, [fixAt(asked.startTime)]);
        return asked;
      },
      foreign: 'tracker-unknown',
    },
    exportTrack: {
      payload: async (owner) => ({ ...(await windows(owner)), format: 'gpx' as const }),
      outcome: 'track-none',
      foreign: 'tracker-unknown',
    },
    importTrack: {
      payload: async (owner) => ({
        trackerId: await tracker(owner),
        file: new File(['time,latitude,longitude\n2026-05-01T10:00:00Z,36.1,120.3\n'], 'pier.csv'),
      }),
      foreign: 'tracker-unknown',
    },
    matchTrack: { payload: window, outcome: 'matching-none', foreign: 'tracker-unknown' },
    queryReplaySetup: own(() => ({})),
    loadSysConf: own(() => ({})),
    loginByCodeOrPd: {
      payload: async () => ({ phone: fresh(), pd: newPassword }),
      outcome: 'credentials-wrong',
      foreign: null,
    },
    logout: own(() => ({})),
    queryAllGroups: own(() => ({})),
    queryAllNotices: own(() => ({})),
    queryAllSubEobUser: own(() => ({})),
    queryAllTaskProgress: own(() => ({})),
    queryAllTrackers: own(() => ({})),
    queryAuditLog: own(() => ({})),
    queryMsgById: ofNotice,
    queryNewMsgByMsgId: own(() => ({})),
    queryNoticeConf: own(() => ({})),
    querySecurity: own(() => ({})),
    querySessions: own(() => ({})),
    queryTokens: own(() => ({})),
    queryTrackerTable: own(() => ({})),
    queryTrackerById: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    // Beyond what the contract says: to people of the operator's own account.
    queryUnregisteredDevices: { payload: async () => ({}), outcome: 'not-allowed', foreign: null },
    queryUpdateLog: own(() => ({})),
    queryUserConfig: own(() => ({})),
    // Of everybody: there is no account whose entry it could be.
    readUpdateLog: own(() => ({ noticeId: 1 })),
    register: {
      payload: async () => ({ phone: phone(), code: '123456', pd: newPassword }),
      outcome: 'registration-closed',
      foreign: null,
    },
    removeTracker: {
      payload: async (owner) => ({ trackerId: await tracker(owner) }),
      foreign: 'tracker-unknown',
    },
    resetPd: {
      payload: async () => ({ ticket: 'none', newPD: newPassword }),
      outcome: 'ticket-gone',
      foreign: null,
    },
    sendLoginCode: own(() => ({ phone: phone(), type: 0 })),
    switchStatusNotice: own(() => ({ isOpen: 1 })),
    unReadMsgCount: own(() => ({})),
    unbindPhone: own(() => ({ oldPD: digest })),
    updateIsRead: {
      payload: async (owner) => ({ taskProgressId: await task(owner, 'done') }),
      foreign: 'task-unknown',
    },
    uploadPicture: {
      async payload() {
        const create = { width: 4, height: 4, channels: 3, background: '#0b5cad' } as const;
        const png = await sharp({ create }).png().toBuffer();
        return { use: 'logo', picture: new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' }) };
      },
      foreign: null,
    },
  };
}

async function activationCode(db: Db): Promise<string> {
  const code = makeActivationCode();
  const code_hash = hashActivationCode(code);
  if (code_hash === null) throw new Error('an activation code that is none');
  await db
    .insertInto('activation_code')
    .values({ code_hash, roles: [ROLE_OF_ALL], days: 1 })
    .execute();
  return code;
}
