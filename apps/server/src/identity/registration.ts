import type { Db } from '../db/database.ts';

export interface Registration {
  readonly open: boolean;
  /** The account under whose looks the new one is made; null: nobody's. */
  readonly dealerId: number | null;
}

/** Name under which the operator's choice is kept; its value is `{"open": true}`. */
export const REGISTRATION_SETTING = 'registration';

/** Whether people may register on the page of a link code, or on the plain page. An unknown code is the plain page. */
export async function registrationAt(db: Db, linkCode: string | undefined): Promise<Registration> {
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
