import { type Language, type UserConfig, userConfig } from '@wakeline/contract/entities/user-config';
import { ROLES, type Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { grantedRoles } from '../../http/session.ts';
import { readBranding } from './branding.ts';

const { shape } = userConfig;

/** What a user chose, stored under the contract's own names. What is not there, or none any more, is the default. */
const chosen = z.object({
  speedUnits: shape.speedUnits.catch(1),
  locationFormat: shape.locationFormat.catch(1),
  deviceListParam: shape.deviceListParam.catch('ELECTRICITY'),
  mapRefreshTime: shape.mapRefreshTime.catch(30_000),
  hideOfflineDevice: shape.hideOfflineDevice.catch(false),
  menu: shape.menu.catch('full'),
  lang: shape.lang.catch('zh_CN'),
});

export interface UserSettings {
  readonly config: UserConfig;
  readonly loginPic: string | null;
  readonly roles: readonly Role[];
  readonly pluginsOrder: readonly Role[];
}

/** How the user wants the console, under the account's branding, with the functions that he has at `now`. */
export async function readSettings(db: Db, userId: number, now: number): Promise<UserSettings> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('account', 'account.account_id', 'app_user.account_id')
    .where('user_id', '=', userId)
    .select(['config', 'plugins_order', 'branding', grantedRoles(now).as('roles')])
    .executeTakeFirstOrThrow();
  const own = chosen.parse(row.config);
  const { sysName, logoUrl, loginPic, themeColor, textColor } = readBranding(row.branding, own.lang);
  const roles = ROLES.filter((role) => row.roles.includes(role));
  return {
    config: { ...own, sysName, logoUrl, themeColor, textColor },
    loginPic,
    roles,
    pluginsOrder: inOrder(roles, row.plugins_order),
  };
}

/** Keeps the language of a user; open consoles are written to in it from now on. */
export async function saveLanguage(tx: Tx, userId: number, lang: Language): Promise<void> {
  await sql`
    update app_user set config = config || jsonb_build_object('lang', ${lang}::text)
    where user_id = ${userId}`.execute(tx);
  await sendEvent(tx, { type: 'rights', userId });
}

/** The user's own order first; functions that came later stand behind, in the default order. */
function inOrder(roles: readonly Role[], order: readonly string[]): readonly Role[] {
  const place = (role: Role) => {
    const index = order.indexOf(role);
    return index === -1 ? order.length : index;
  };
  return roles.toSorted((a, b) => place(a) - place(b));
}
