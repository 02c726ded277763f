import sharp from 'sharp';
import type { Db } from '../../db/database.ts';
import { hashActivationCode, makeActivationCode } from '../../features/plugins/activation-code.ts';
import { passwordDigest } from '../../identity/password.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, own, ROLE_OF_ALL, type Rows } from './row.ts';

/** The rows of an account and the people in it. */
export function accountRows(world: World, { fresh }: Makers) {
  const {
    database: { db },
  } = world;
  const newPassword = passwordDigest('Harbour99');
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

  return {
    activatePlugins: { payload: async () => ({ code: await activationCode(db) }), foreign: null },
    addPanel: own(() => ({
      panelName: '天气',
      panelUrl: 'https://example.org/',
      sort: Number(fresh().slice(4)),
      display: 'SHOW',
    })),
    allPanels: own(() => ({})),
    allPluginProducts: own(() => ({})),
    checkSubUser: own(() => ({ account: 'free name' })),
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
    delPanel: { payload: async (owner) => ({ panelId: await panel(owner) }), foreign: 'panel-unknown' },
    deleteSubEobUser: {
      payload: async (owner) => ({ subUserId: await subUser(owner) }),
      foreign: 'sub-user-unknown',
    },
    editPanel: {
      payload: async (owner) => ({ panelId: await panel(owner), panelName: '海况' }),
      foreign: 'panel-unknown',
    },
    editSubEobUser: {
      payload: async (owner) => ({ subUserId: await subUser(owner), noteName: 'Renamed' }),
      foreign: 'sub-user-unknown',
    },
    editUserConfig: own(() => ({ speedUnits: 2 })),
    editUserLang: own(() => ({ lang: 'en_US' })),
    loadSysConf: own(() => ({})),
    queryAllSubEobUser: own(() => ({})),
    queryUserConfig: own(() => ({})),
    uploadPicture: {
      async payload() {
        const create = { width: 4, height: 4, channels: 3, background: '#0b5cad' } as const;
        const png = await sharp({ create }).png().toBuffer();
        return { use: 'logo', picture: new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' }) };
      },
      foreign: null,
    },
  } satisfies Partial<Rows>;
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
