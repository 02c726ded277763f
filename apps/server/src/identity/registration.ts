import { ROLES, type Role } from '@wakeline/contract/roles';
import type { Db } from '../db/database.ts';

export interface Registration {
  readonly open: boolean;
  /** The account whose branding the new account uses; null: none. */
  readonly dealerId: number | null;
}

/** Name of the setting with the operator's choice; its value is `{"open": true}`. */
export const REGISTRATION_SETTING = 'registration';

/**
 * Whether registration is open on the page of a link code, or on the default page. An unknown code counts as the
 * default page.
 */
export async function readRegistration(db: Db, linkCode: string | undefined): Promise<Registration> {
  if (linkCode !== undefined) {
    const account = await db
      .selectFrom('account')
      .select(['account_id', 'branding'])
      .where('link_code', '=', linkCode)
      .executeTakeFirst();
    if (account !== undefined) {
      return { open: account.branding.isOpenRegister === '1', dealerId: account.account_id };
    }
  }
  const setting = await db
    .selectFrom('server_setting')
    .select('value')
    .where('name', '=', REGISTRATION_SETTING)
    .executeTakeFirst();
  return { open: Object(setting?.value).open === true, dealerId: null };
}

/** Name of the setting with the functions of accounts that register; its value is `{"roles": ["eob_plugin_…"]}`. */
export const REGISTRATION_ROLES_SETTING = 'registrationRoles';

/** Initial functions of a registered account: monitor, manage and replay devices, and change settings. */
const DEFAULT_ROLES: readonly Role[] = [
  'eob_plugin_loc_monitor',
  'eob_plugin_device_mg',
  'eob_plugin_sys_conf',
  'eob_plugin_multiple_playback',
];

/** Functions of an account that registers, without expiry. */
export async function readRegistrationRoles(db: Db): Promise<readonly Role[]> {
  const setting = await db
    .selectFrom('server_setting')
    .select('value')
    .where('name', '=', REGISTRATION_ROLES_SETTING)
    .executeTakeFirst();
  const chosen: unknown = Object(setting?.value).roles;
  return Array.isArray(chosen) ? ROLES.filter((role) => chosen.includes(role)) : DEFAULT_ROLES;
}
