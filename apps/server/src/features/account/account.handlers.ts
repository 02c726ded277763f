import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { endSession } from '../../http/session.ts';
import { readBranding } from './branding.ts';
import { loginHandler } from './login.ts';
import { readSettings, saveLanguage } from './settings.ts';

type AccountOperation = 'loginByCodeOrPd' | 'logout' | 'loadSysConf' | 'queryUserConfig' | 'editUserLang';

/**
 * Signing in and out, and how the console looks.
 *
 * @param devicePorts port that devices report to, by protocol
 */
export function accountHandlers(
  db: Db,
  devicePorts: Readonly<Record<string, number>>,
): Pick<Handlers, AccountOperation> {
  return {
    loginByCodeOrPd: loginHandler(db),

    async logout(_payload, caller, call) {
      await db.transaction().execute((tx) => endSession(tx, caller));
      call.setSessionCookie(null);
      return {};
    },

    async loadSysConf({ t }, _nobody, call) {
      const account =
        t === undefined
          ? undefined
          : await db.selectFrom('account').select('branding').where('link_code', '=', t).executeTakeFirst();
      const branding = readBranding(account?.branding ?? {}, call.language);
      const { logoUrl, loginPic, sysName, themeColor, isOpenRegister } = branding;
      return { logoUrl, loginPic, sysName, themeColor, isOpenRegister, lang: call.language };
    },

    async editUserLang({ lang }, caller) {
      await db.transaction().execute((tx) => saveLanguage(tx, caller.userId, lang));
      return {};
    },

    async queryUserConfig(_payload, caller) {
      const { config, roles, pluginsOrder } = await readSettings(db, caller.userId);
      return {
        ...config,
        uid: String(caller.userId),
        username: caller.login,
        permission: caller.permission,
        timeZone: caller.timeZone,
        roles: roles.map((name) => ({ name })),
        pluginsOrder: pluginsOrder.map((key) => ({ key })),
        devicePorts,
      };
    },
  };
}
