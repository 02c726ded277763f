import { queryAuditLog } from '@wakeline/contract/audit';
import { activatePlugins } from '@wakeline/contract/plugins';
import { uploadPicture } from '@wakeline/contract/settings';
import { queryAllSubEobUser } from '@wakeline/contract/sub-users';
import type { Db } from '../../db/database.ts';
import { allows } from '../../http/access.ts';
import type { Handlers } from '../../http/handler.ts';
import { registrationAt } from '../../identity/registration.ts';
import { readBranding } from './branding.ts';
import { readSettings, saveLanguage } from './settings.ts';

type SettingsOperation = 'loadSysConf' | 'queryUserConfig' | 'editUserLang';

/**
 * How the console looks, and what a user chose.
 *
 * @param devicePorts port that devices report to, by protocol
 */
export function settingsHandlers(
  db: Db,
  devicePorts: Readonly<Record<string, number>>,
): Pick<Handlers, SettingsOperation> {
  return {
    async loadSysConf({ t }, _nobody, call) {
      const account =
        t === undefined
          ? undefined
          : await db.selectFrom('account').select('branding').where('link_code', '=', t).executeTakeFirst();
      const { open } = await registrationAt(db, t);
      return {
        ...readBranding(account?.branding ?? {}, call.language),
        isOpenRegister: open ? 1 : 0,
        lang: call.language,
      };
    },

    async editUserLang({ lang }, caller) {
      await db.transaction().execute((tx) => saveLanguage(tx, caller.userId, lang));
      return {};
    },

    async queryUserConfig(_payload, caller, { now }) {
      const { config, loginPic, roles, pluginsOrder } = await readSettings(db, caller.userId, now);
      return {
        ...config,
        uid: String(caller.userId),
        username: caller.login,
        permission: caller.permission,
        timeZone: caller.timeZone,
        loginPic,
        noticeConf: { popup: ['SOS'], sound: true, desktop: false },
        roles: roles.map((name) => ({ name })),
        pluginsOrder: pluginsOrder.map((key) => ({ key })),
        devicePorts,
        groundSupport: false,
        abilities: {
          brand: allows(uploadPicture.access, caller),
          subUsers: allows(queryAllSubEobUser.access, caller),
          audit: allows(queryAuditLog.access, caller),
          plugins: allows(activatePlugins.access, caller),
        },
      };
    },
  };
}
