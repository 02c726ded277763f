import sharp from 'sharp';
import type { Db } from '../../db/database.ts';
import { hashActivationCode, makeActivationCode } from '../../features/plugins/activation-code.ts';
import { passwordDigest } from '../../identity/password.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { COMMON_ROLE, type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of an account and its users. */
export function accountRows(world: World, { uniqueName }: Makers) {
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
        sort: Number(uniqueName().slice(4)),
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
        login: uniqueName(),
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
    activatePlugins: { payload: async () => ({ code: await activationCode(db) }), otherAccountError: null },
    addPanel: rowWithoutIds(() => ({
      panelName: '天气',
      panelUrl: 'https://example.org/',
      sort: Number(uniqueName().slice(4)),
      display: 'SHOW',
    })),
    allPanels: rowWithoutIds(() => ({})),
    allPluginProducts: rowWithoutIds(() => ({})),
    checkSubUser: rowWithoutIds(() => ({ account: 'free name' })),
    createSubEobUser: rowWithoutIds(() => ({
      noteName: 'New',
      account: uniqueName(),
      pd: newPassword,
      permission: 'viewer',
      roles: [],
    })),
    countRetentionLoss: rowWithoutIds(() => ({ retentionDays: 30 })),
    editAccountSettings: rowWithoutIds(() => ({ devicePassword: '654321' })),
    queryAccountLimits: rowWithoutIds(() => ({})),
    queryAccountSettings: rowWithoutIds(() => ({})),
    delPanel: {
      payload: async (owner) => ({ panelId: await panel(owner) }),
      otherAccountError: 'panel-unknown',
    },
    deleteSubEobUser: {
      payload: async (owner) => ({ subUserId: await subUser(owner) }),
      otherAccountError: 'sub-user-unknown',
    },
    editPanel: {
      payload: async (owner) => ({ panelId: await panel(owner), panelName: '海况' }),
      otherAccountError: 'panel-unknown',
    },
    editSubEobUser: {
      payload: async (owner) => ({ subUserId: await subUser(owner), noteName: 'Renamed' }),
      otherAccountError: 'sub-user-unknown',
    },
    editUserConfig: rowWithoutIds(() => ({ speedUnits: 2 })),
    editUserLang: rowWithoutIds(() => ({ lang: 'en_US' })),
    loadSysConf: rowWithoutIds(() => ({})),
    queryAllSubEobUser: rowWithoutIds(() => ({})),
    queryUserConfig: rowWithoutIds(() => ({})),
    uploadPicture: {
      async payload() {
        const create = { width: 4, height: 4, channels: 3, background: '#0b5cad' } as const;
        const png = await sharp({ create }).png().toBuffer();
        return { use: 'logo', picture: new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' }) };
      },
      otherAccountError: null,
    },
  } satisfies Partial<Rows>;
}

async function activationCode(db: Db): Promise<string> {
  const code = makeActivationCode();
  const code_hash = hashActivationCode(code);
  if (code_hash === null) throw new Error('invalid activation code');
  await db
    .insertInto('activation_code')
    .values({ code_hash, roles: [COMMON_ROLE], days: 1 })
    .execute();
  return code;
}
