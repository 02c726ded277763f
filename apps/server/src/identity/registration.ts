import { ROLES, type Role } from '@wakeline/contract/roles';
import type { Db } from '../db/database.ts';

export interface Registration {
  readonly open: boolean;
  /** The account under whose looks the new one is made; null: nobody's. */
  readonly dealerId: number | null;
}

/** Name under which the operator's choice is kept; its value is `{"open": true}`. */
export const REGISTRATION_SETTING = 'registration';

/** Whether people may register on the page of a link code, or on the plain page. An unknown code is the plain page. */
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

/** Name under which the operator keeps the functions of accounts that register; its value is `{"roles": ["eob_plugin_…"]}`. */
export const REGISTRATION_ROLES_SETTING = 'registrationRoles';

/** What an account that registers can do at once: watch, manage and replay devices, and choose how it looks. */
const DEFAULT_ROLES: readonly Role[] = [
  'eob_plugin_loc_monitor',
  'eob_plugin_device_mg',
  'eob_plugin_sys_conf',
  'eob_plugin_multiple_playback',
];

/** Functions of an account that registers, without end. */
export async function readRegistrationRoles(db: Db): Promise<readonly Role[]> {
  const setting = await db
    .selectFrom('server_setting')
    .select('value')
    .where('name', '=', REGISTRATION_ROLES_SETTING)
    .executeTakeFirst();
  const chosen: unknown = Object(setting?.value).roles;
  return Array.isArray(chosen) ? ROLES.filter((role) => chosen.includes(role)) : DEFAULT_ROLES;
}
