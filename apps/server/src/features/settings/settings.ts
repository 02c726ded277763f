import {
  type Language,
  type NoticeConf,
  type UserConfig,
  userConfig,
} from '@wakeline/contract/entities/user-config';
import { ROLES, type Role } from '@wakeline/contract/roles';
import { type ReportSettings, reportSettings } from '@wakeline/contract/settings/account-settings';
import type { userConfigForm } from '@wakeline/contract/settings/settings';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import { selectGrantedRoles } from '../../identity/session.ts';
import { REPORT_SETTING_COLUMNS } from '../../reports/report-settings.ts';
import { type BrandingOptions, resolveBranding } from './branding.ts';
import { readNoticeConf } from './notice-conf.ts';

const { shape } = userConfig;

/** Settings of a user, stored by the contract's names. Missing or invalid values become the default. */
const storedConfig = z.object({
  speedUnits: shape.speedUnits.catch(1),
  altitudeUnits: shape.altitudeUnits.catch(1),
  climbUnits: shape.climbUnits.catch(1),
  locationFormat: shape.locationFormat.catch(1),
  deviceListParam: shape.deviceListParam.catch('ELECTRICITY'),
  // 0: update as reports arrive. The specification's 30 s apply to polling consoles, which still use that interval.
  mapRefreshTime: shape.mapRefreshTime.catch(0),
  hideOfflineDevice: shape.hideOfflineDevice.catch(false),
  menu: shape.menu.catch('full'),
  lang: shape.lang.catch('zh_CN'),
});

export interface UserSettings {
  readonly config: UserConfig;
  readonly loginPic: string | null;
  readonly noticeConf: NoticeConf;
  readonly roles: readonly Role[];
  readonly pluginsOrder: readonly Role[];
  /** Whether ground support is configured: its URL and the signing secret are set. */
  readonly groundSupport: boolean;
  readonly plainCoordinates: boolean;
  readonly reportSettings: ReportSettings;
}

/** Settings of a user with the effective branding of the account and the functions that the user has at `now`. */
export async function readSettings(
  db: Db,
  userId: number,
  { now, addressOf }: { readonly now: number } & Pick<BrandingOptions, 'addressOf'>,
): Promise<UserSettings> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('account', 'account.account_id', 'app_user.account_id')
    .leftJoin('account as dealer', 'dealer.account_id', 'account.dealer_id')
    .where('user_id', '=', userId)
    .select([
      'config',
      'plugins_order',
      'account.branding',
      'account.plain_coordinates',
      ...REPORT_SETTING_COLUMNS,
      'dealer.branding as dealer_branding',
      selectGrantedRoles(now).as('roles'),
      sql<boolean>`account.ground_support_url is not null and account.sign_secret is not null`.as(
        'ground_support',
      ),
    ])
    .executeTakeFirstOrThrow();
  const ownConfig = storedConfig.parse(row.config);
  const options = { language: ownConfig.lang, addressOf };
  const { loginPic, ...branding } = resolveBranding(row.branding, row.dealer_branding, options);
  const roles = ROLES.filter((role) => row.roles.includes(role));
  return {
    config: { ...ownConfig, ...branding },
    loginPic,
    noticeConf: readNoticeConf(row.config.noticeConf),
    roles,
    pluginsOrder: sortByOrder(roles, row.plugins_order),
    groundSupport: row.ground_support,
    plainCoordinates: row.plain_coordinates,
    reportSettings: reportSettings.parse(row),
  };
}

type OwnConfig = z.output<typeof userConfigForm>;
/** A change of a user's settings; undefined fields stay unchanged. */
export type OwnConfigChange = { readonly [Field in keyof OwnConfig]?: OwnConfig[Field] | undefined };

/** Saves settings of a user and notifies their open consoles, which also apply a new language. */
export async function saveOwnConfig(
  tx: Tx,
  userId: number,
  { pluginsOrder, ...change }: OwnConfigChange,
): Promise<void> {
  await saveConfig(tx, userId, change);
  if (pluginsOrder === undefined) return;
  await tx
    .updateTable('app_user')
    .set({ plugins_order: [...new Set(pluginsOrder)] })
    .where('user_id', '=', userId)
    .execute();
}

/** Saves the language of a user. */
export function saveLanguage(tx: Tx, userId: number, lang: Language): Promise<void> {
  return saveConfig(tx, userId, { lang });
}

/** Changes which notices open a pop-up for a user. */
export async function saveNoticeConf(
  tx: Tx,
  userId: number,
  change: (conf: NoticeConf) => NoticeConf,
): Promise<void> {
  const { config } = await tx
    .selectFrom('app_user')
    .select('config')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await saveConfig(tx, userId, { noticeConf: change(readNoticeConf(config.noticeConf)) });
}

async function saveConfig(tx: Tx, userId: number, change: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`
    update app_user set config = config || ${JSON.stringify(change)}::jsonb
    where user_id = ${userId}`.execute(tx);
  await sendEvent(tx, { type: 'rights', userId });
}

/** Sorts by the user's own order; functions missing from it follow in the default order. */
function sortByOrder(roles: readonly Role[], order: readonly string[]): readonly Role[] {
  const rankOf = (role: Role) => {
    const index = order.indexOf(role);
    return index === -1 ? order.length : index;
  };
  return roles.toSorted((a, b) => rankOf(a) - rankOf(b));
}
